import { priceScale, quantityScale, type Price } from '@mex/core/money/money.ts'
import { outsideBarMinutes } from '@mex/core/market/day-figures.ts'
import { isMinutePeriod, minutesOf, type Bar, type ChartPeriod, type Phase } from '@mex/core/market/quote.ts'
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

/** Auctions trade many times the volume of a minute: cuts higher volumes, so that the others stay visible. */
export function usualMax(volumes: readonly number[]): number {
  const sorted = volumes.toSorted((left, right) => left - right)
  return 1.5 * (sorted[Math.floor(sorted.length * 0.97)] ?? 0)
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

/**
 * The start of the candle that contains a minute: intraday the minute itself, outside the regular hours the chart's step
 * there; of minutes their own step, for longer periods that of the last candle.
 */
export function startOfLive(period: ChartPeriod, lastBar: number, now: number, isOutside: boolean): number {
  const step = stepSeconds(period, isOutside)
  return step === undefined ? lastBar : Math.max(lastBar, Math.floor(now / step) * step)
}

function stepSeconds(period: ChartPeriod, isOutside: boolean): number | undefined {
  if (isMinutePeriod(period)) return minutesOf(period) * minuteSeconds
  if (period !== 'intraday') return undefined
  return isOutside ? outsideBarMinutes * minuteSeconds : minuteSeconds
}

/** The newest price and the start of its candle (wall clock). */
export type Live = { readonly time: number; readonly price: number }

/** The candles with the newest price: in the last candle, or in one that it begins. */
export function withLive(candles: readonly Candle[], live: Live | undefined): readonly Candle[] {
  const last = candles.at(-1)
  if (live === undefined || last === undefined || live.time < last.time) return candles
  const { time, price } = live
  if (time > last.time) return [...candles, { time, open: price, high: price, low: price, close: price, volume: 0 }]
  const { high, low } = last
  return [...candles.slice(0, -1), { ...last, high: Math.max(high, price), low: Math.min(low, price), close: price }]
}

type Closed = {
  readonly previousClose: Price | undefined
  readonly sinceClose: boolean
  readonly lastSession?: { readonly close: Price; readonly change: Price | undefined } | undefined
}

/** The close before the session that has ended, against which its own day counts; undefined while a session runs. */
export function baseOfSession({ previousClose, sinceClose, lastSession }: Closed): number | undefined {
  if (!sinceClose || lastSession?.change === undefined || lastSession.close !== previousClose) return undefined
  return drawn(lastSession.close) - drawn(lastSession.change)
}

/** A stretch outside of the regular hours: practice hours, or the exchange's own extended hours and auctions. */
export type Shade = {
  readonly kind: 'practice' | 'extended'
  readonly phase: Phase
  /** Wall clock; `until` is the start of the next stretch, Infinity for the last one. */
  readonly from: number
  readonly until: number
}

/** The stretches that a chart shades, from the phases of its last candles; a phase that goes on is one stretch. */
export function shadesOf(
  outside: readonly { readonly phase: Phase; readonly from: number }[],
  zone: Zone,
): readonly Shade[] {
  const starts = outside.filter(({ phase }, index) => outside[index - 1]?.phase !== phase)
  return starts.map(({ phase, from }, index) => {
    const next = starts[index + 1]
    return {
      kind: phase === 'practice' ? 'practice' : 'extended',
      phase,
      from: wallTime(from / 1000, zone),
      until: next === undefined ? Infinity : wallTime(next.from / 1000, zone),
    }
  })
}
