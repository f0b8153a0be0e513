import type { ChartPeriod } from '@mex/core/market/quote.ts'

/** The indicators of a chart, in the order of the picker: on the price, then below it. */
export const priceIndicators = ['average', 'exponential', 'bollinger', 'vwap'] as const
export const lowerIndicators = ['volume', 'rsi', 'macd'] as const
/** What the chart shows of the user's own: the position and its liquidation, and working orders. */
export const ownMarks = ['cost', 'orders'] as const

export type IndicatorName = (typeof priceIndicators)[number] | (typeof lowerIndicators)[number]
export type MarkName = (typeof ownMarks)[number]
export type ChosenName = IndicatorName | MarkName
export const chosenNames: readonly ChosenName[] = [...priceIndicators, ...lowerIndicators, ...ownMarks]

/** At most so many of `lowerIndicators`: more would leave no place for the price. */
export const lowerMax = 2

/** The colours of indicators, as names of tokens. */
export type IndicatorColour = 'warn' | 'brand-text' | 'orange' | 'info' | 'green' | 'control' | 'danger'

export const indicatorColours: Readonly<Record<IndicatorName, IndicatorColour>> = {
  average: 'warn',
  exponential: 'orange',
  bollinger: 'info',
  vwap: 'green',
  volume: 'control',
  rsi: 'brand-text',
  macd: 'danger',
}

export type Point = { readonly time: number; readonly value: number }

/** One line or histogram of an indicator. Its name is a term that all languages share: 'MA5', 'RSI 14'. */
export type IndicatorLine = {
  readonly id: string
  /** Undefined for a line whose legend is that of the line before it. */
  readonly name: string | undefined
  readonly of: IndicatorName
  readonly colour: IndicatorColour
  readonly look: 'line' | 'histogram'
  readonly points: readonly Point[]
}

/** Whether an indicator is shown for a period: averages belong to candles, and VWAP to the minutes of one session. */
export function isShownFor(name: IndicatorName, period: ChartPeriod): boolean {
  const isLine = period === 'intraday'
  if (name === 'vwap') return isLine
  return !isLine || lowerIndicators.some((lower) => lower === name)
}

/** The pane of an indicator: undefined on the price, where volume has the lower part. */
export const paneOf = (name: IndicatorName): 'rsi' | 'macd' | undefined =>
  name === 'rsi' || name === 'macd' ? name : undefined
