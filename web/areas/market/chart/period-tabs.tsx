import {
  isMinutePeriod,
  minutePeriods,
  minutesOf,
  periods,
  type ChartPeriod,
  type Period,
} from '@mex/core/market/quote.ts'

import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Tabs } from '#ui/tabs.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './period-tabs.module.css'

/** What one candle of a period is: 'each candle is one day'. A period is not the range that a chart shows. */
export function useCandleText(): (period: ChartPeriod) => string {
  const t = useText()
  return (period) =>
    isMinutePeriod(period)
      ? t('quote.candles.minutes', { minutes: minutesOf(period) })
      : t(`quote.candles.${candleTexts[period]}`)
}

const candleTexts = {
  intraday: 'line',
  '1D': 'day',
  '1W': 'week',
  '1M': 'month',
  '3M': 'quarter',
  '1Y': 'year',
} as const

/** The spec's labels of the six periods; minutes belong to Intraday. */
export function usePeriodText(): (period: ChartPeriod) => string {
  const t = useText()
  const words = {
    intraday: t('spec.chartPeriods.intraday'),
    '1D': t('spec.chartPeriods.day1'),
    '1W': t('spec.chartPeriods.week1'),
    '1M': t('spec.chartPeriods.month1'),
    '3M': t('spec.chartPeriods.month3'),
    '1Y': t('spec.chartPeriods.year1'),
  }
  return (period) => capitalize(words[isMinutePeriod(period) ? 'intraday' : period])
}

type Props = { period: ChartPeriod; onPeriod: (period: ChartPeriod) => void }

type TabsProps = { period: ChartPeriod; onPeriod: (period: Period) => void }

/** The six periods under a chart. Intraday is a line or candles of some minutes (`MinuteChoice`). */
export function PeriodTabs({ period, onPeriod }: TabsProps) {
  const t = useText()
  const periodText = usePeriodText()
  return (
    <div className={styles['line']}>
      <Tabs
        label={t('quote.periods')}
        options={periods.map((value) => ({ value, text: periodText(value) }))}
        value={isMinutePeriod(period) ? 'intraday' : period}
        onChange={onPeriod}
      />
    </div>
  )
}

/** Under Intraday the line or the minutes of a candle; under any other period what a candle is. Always as high. */
export function MinuteChoice({ period, onPeriod }: Props) {
  const t = useText()
  const candleText = useCandleText()
  if (period !== 'intraday' && !isMinutePeriod(period)) {
    return (
      <div className={styles['line']}>
        <Typography size={12} tone="second">
          {capitalize(candleText(period))}
        </Typography>
      </div>
    )
  }
  return (
    <div className={styles['line']}>
      <Tabs<ChartPeriod>
        label={t('quote.candleLength')}
        options={[
          { value: 'intraday', text: t('quote.line') },
          ...minutePeriods.map((value) => ({ value, text: t('quote.minutes', { minutes: String(minutesOf(value)) }) })),
        ]}
        value={period}
        onChange={onPeriod}
      />
    </div>
  )
}
