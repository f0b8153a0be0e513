import { isMinutePeriod, type ChartPeriod } from '@mex/core/market/quote.ts'
import type { TickMarkType, Time, UTCTimestamp } from 'lightweight-charts'

import { formatDate, formatTime } from '#text/format-time.ts'

/** The chart's times are wall clocks encoded as UTC (series.ts), so all texts are formatted in UTC. */
const wall = 'UTC'
export const at = (seconds: number) => seconds as UTCTimestamp
const isSeconds = (time: Time): time is Extract<Time, number> => typeof time === 'number'
const months = new Map<string, Intl.DateTimeFormat>()

function monthText(milliseconds: number, language: string): string {
  const format = months.get(language) ?? new Intl.DateTimeFormat(language, { month: 'short', timeZone: wall })
  months.set(language, format)
  return format.format(milliseconds)
}

const hasMinutes = (period: ChartPeriod | undefined): boolean =>
  period === 'intraday' || (period !== undefined && isMinutePeriod(period))

/**
 * A label of the time axis: the year, the month, the day of the month, or hours and minutes, between which a day is written with
 * its month.
 */
export function axisText(time: Time, type: TickMarkType, language: string, period?: ChartPeriod): string | null {
  if (!isSeconds(time)) return null
  const milliseconds = time * 1000
  switch (Number(type)) {
    case 0:
      return formatDate(milliseconds, wall).slice(6)
    case 1:
      return monthText(milliseconds, language)
    case 2:
      if (hasMinutes(period)) return formatDate(milliseconds, wall).slice(0, 5)
      return String(Number(formatDate(milliseconds, wall).slice(3, 5)))
    default:
      return formatTime(milliseconds, wall)
  }
}

/** The time of a candle: with minutes for minutes, otherwise the date. */
export function candleTimeText(period: ChartPeriod, seconds: number): string {
  const date = formatDate(seconds * 1000, wall)
  return hasMinutes(period) ? `${date.slice(0, 5)} ${formatTime(seconds * 1000, wall)}` : date
}

/** The same under the crosshair. */
export const crosshairText =
  ({ period }: { readonly period: ChartPeriod }) =>
  (time: Time): string =>
    isSeconds(time) ? candleTimeText(period, time) : ''

/** Whether so many decimals write a price of the scale exactly: a scale of whole numbers may have steps of 2.5. */
export const isExact = (price: number, decimals: number): boolean => {
  const steps = price * 10 ** decimals
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1000, Math.abs(steps))
}

/** Whether a price of the scale would be covered by a tag, which the library moves away from another that it would meet. */
export function isUnderTag(top: number, tags: readonly number[], letters: number): boolean {
  const [tag, text] = [letters * 1.45, letters]
  return tags.some((each, index) => {
    const hasNeighbour = tags.some((other, place) => place !== index && Math.abs(other - each) < tag)
    return Math.abs(each - top) < (tag + text) / 2 + (hasNeighbour ? tag : 0)
  })
}
