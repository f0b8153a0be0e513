import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Tabs } from '#ui/tabs.tsx'

/** The views of the history besides statements. */
export const historyViews = ['movements', 'trades', 'results'] as const
export type HistoryView = (typeof historyViews)[number]

/** The tabs between the lists of the history. */
export function HistoryTabs({ view }: { view: HistoryView }) {
  const t = useText()
  const navigation = useNavigation()
  return (
    <Tabs
      label={t('records.views')}
      options={historyViews.map((value) => ({ value, text: t(`records.${value}`) }))}
      value={view}
      // Each has a screen of its own.
      onChange={(next) => navigation.replace('history', { view: next === 'movements' ? undefined : next })}
    />
  )
}
