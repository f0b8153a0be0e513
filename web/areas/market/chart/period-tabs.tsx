import { periods, type Period } from '@mex/core/market/quote.ts'

import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Tabs } from '#ui/tabs.tsx'

/** The spec's labels of the six periods. */
export function usePeriodTexts(): Readonly<Record<Period, string>> {
  const t = useText()
  return {
    intraday: t('spec.chartPeriods.intraday'),
    '1D': t('spec.chartPeriods.day1'),
    '1W': t('spec.chartPeriods.week1'),
    '1M': t('spec.chartPeriods.month1'),
    '3M': t('spec.chartPeriods.month3'),
    '1Y': t('spec.chartPeriods.year1'),
  }
}

type Props = { period: Period; onPeriod: (period: Period) => void }

/** The six periods under a chart. */
export function PeriodTabs({ period, onPeriod }: Props) {
  const t = useText()
  const words = usePeriodTexts()
  return (
    <Tabs
      label={t('quote.periods')}
      options={periods.map((value) => ({ value, text: capitalize(words[value]) }))}
      value={period}
      onChange={onPeriod}
    />
  )
}
