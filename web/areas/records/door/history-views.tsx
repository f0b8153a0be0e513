import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Tabs } from '#ui/tabs.tsx'

/** What the history can show besides statements. */
export const historyViews = ['movements', 'trades', 'results'] as const
export type HistoryView = (typeof historyViews)[number]

/** The lists of the history beside each other. */
export function HistoryTabs({ view }: { view: HistoryView }) {
  const t = useText()
  const navigation = useNavigation()
  return (
    <Tabs
      label={t('records.views')}
      options={historyViews.map((value) => ({ value, text: t(`records.${value}`) }))}
      value={view}
      onChange={(next) => navigation.setParameters('history', { view: next === 'movements' ? undefined : next })}
    />
  )
}
