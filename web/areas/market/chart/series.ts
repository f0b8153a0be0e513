import { priceScale, quantityScale, type Price } from '@mex/core/money/money.ts'
import { outsideBarMinutes } from '@mex/core/market/day-figures.ts'
import type { Bar, Period } from '@mex/core/market/quote.ts'
import { localMinute, offsetMinutes, type Zone } from '@mex/core/time-zone.ts'

/**
 * Candles for the chart library: plain numbers (proportions, not money), and times shifted so that its UTC axis shows
 * the venue's wall clock. Times are epoch seconds.
 */
export type Candle = {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

const minuteSeconds = 60

/** For drawing only, where floating-point precision suffices. */
export const drawn = (price: Price): number => Number(price) / 10 ** priceScale

/** The venue's wall clock at an instant (epoch seconds), encoded as if it were UTC. */
export const wallTime = (seconds: number, zone: Zone): number =>
  seconds + offsetMinutes(zone, seconds * 1000) * minuteSeconds

/** Drops candles that are not after their predecessor: the repeated hour at the end of daylight saving time. */
export function candlesOf(bars: readonly Bar[], zone: Zone): Candle[] {
  const candles: Candle[] = []
  for (const bar of bars) {
    const time = wallTime(bar.time, zone)
    const before = candles.at(-1)
    if (before !== undefined && time <= before.time) continue
    candles.push({
      time,
      open: drawn(bar.open),
      high: drawn(bar.high),
      low: drawn(bar.low),
      close: drawn(bar.close),
      volume: Number(bar.volume) / 10 ** quantityScale,
    })
  }
  return candles
}

type Rest = {
  /** The last minute with a price and the end of the session, epoch seconds. */
  readonly last: number
  readonly end: number
  readonly zone: Zone
  readonly lunch: readonly [from: number, to: number] | undefined
}

/** The remaining minutes of a session without the lunch break, for which the chart keeps space. Wall clock times. */
export function restOfSession({ last, end, zone, lunch }: Rest): number[] {
  const rest: number[] = []
  for (let at = last + minuteSeconds; at < end; at += minuteSeconds) {
    const minute = localMinute(zone, at * 1000)
    if (lunch === undefined || minute < lunch[0] || minute >= lunch[1]) rest.push(wallTime(at, zone))
  }
  return rest
}

export type Average = { readonly time: number; readonly value: number }

/** The simple moving average of closes over `length` candles; it starts at the first candle with enough history. */
export function movingAverage(candles: readonly Candle[], length: number): Average[] {
  const averages: Average[] = []
  let sum = 0
  candles.forEach((candle, index) => {
    sum += candle.close - (candles[index - length]?.close ?? 0)
    if (index >= length - 1) averages.push({ time: candle.time, value: sum / length })
  })
  return averages
}

/**
 * The start of the candle that contains a minute: intraday the minute itself, outside the regular hours the chart's step
 * there, for longer periods that of the last candle.
 */
export function startOfLive(period: Period, lastBar: number, now: number, isOutside: boolean): number {
  const step = isOutside ? outsideBarMinutes * minuteSeconds : minuteSeconds
  return period === 'intraday' ? Math.max(lastBar, Math.floor(now / step) * step) : lastBar
}
