import type { Session } from '@mex/core/market/calendar.ts'
import type { Phase } from '@mex/core/market/quote.ts'
import type { Bridge } from './bridge.ts'
import type { KnownPrices } from './conditioned-walk.ts'
import { joined, type Values } from './series.ts'

/** The newest price at some instant: when it was made, in which phase, and whether it is the first of the session. */
export type Tick = { readonly time: number; readonly price: bigint; readonly phase: Phase; readonly opening: boolean }

/** A stretch of the day as a candle. `start` is epoch milliseconds. */
export type Candle = { readonly start: number; readonly values: Values }

/** The path of one day, one tick a second: never asked for what lies after `now`. */
export type DayPath = {
  /** The newest tick at or before `now`; undefined before the first. */
  tickAt(now: number): Tick | undefined
  /** Regular hours up to `now`; undefined before they begin. */
  soFar(now: number): Values | undefined
  /** Candles of the regular hours that have begun by `until`, as they stand at `now`; the last ends at the close. */
  candles(until: number, now: number): readonly Candle[]
  /** What was quoted before the session opens, or after the close: candles that have begun by `until`, as they stand at `now`. */
  quotedBefore(until: number, now: number): readonly Candle[]
  quotedAfter(until: number, now: number): readonly Candle[]
}

export const wholeSecond = (instant: number): number => Math.floor(instant / 1000) * 1000

const unit = 100_000_000n

/** Nothing but one price. */
export const flat = (price: bigint): Values => ({ open: price, high: price, low: price, close: price, volume: 0n })

/** What candles add up to; undefined of none. */
export const folded = (candles: readonly Candle[]): Values | undefined =>
  candles.reduce<Values | undefined>((sum, { values }) => joined(sum, values), undefined)

/** A part of a volume, in whole units: nobody trades a hundredth of a share because a second is one of many. */
export function partOfVolume(volume: bigint, part: number, total: number): bigint {
  return (((volume / unit) * BigInt(part)) / BigInt(total)) * unit
}

/** The four prices of a day or bar as numbers that a path is made of. */
export const knownPrices = ({ open, high, low, close }: Values): KnownPrices => ({
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
})

/** Open, high, low and close of the steps of a path from one to another, both included. */
export function rangeOfSteps(priceAt: Bridge, first: number, last: number): Omit<Values, 'volume'> {
  const open = priceAt(first)
  let [high, low, close] = [open, open, open]
  for (let step = first + 1; step <= last; step += 1) {
    close = priceAt(step)
    if (close > high) high = close
    if (close < low) low = close
  }
  return { open: BigInt(open), high: BigInt(high), low: BigInt(low), close: BigInt(close) }
}

/** When the pause that an instant lies in began: the end of the stretch of trading before it. */
export function pauseStart(session: Session, instant: number): number {
  const before = session.stretches.findLast(({ phase, end }) => phase === 'regular' && end <= instant)
  return before?.end ?? session.begin
}

type GrowingCandles = {
  /** The first `count` candles, made once each. */
  (count: number): readonly Candle[]
  total(candles: readonly Candle[]): Values | undefined
}

/** Candles in order, each made when it is first needed, with their running total: a day is folded once, not each second. */
export function growingCandles(make: (index: number) => Candle): GrowingCandles {
  const made: Candle[] = []
  const totals: Values[] = []
  const growing = (count: number): readonly Candle[] => {
    while (made.length < count) {
      const candle = make(made.length)
      totals.push(joined(totals.at(-1), candle.values))
      made.push(candle)
    }
    return made.length === count ? made : made.slice(0, count)
  }
  const total = (candles: readonly Candle[]): Values | undefined => {
    const last = candles.at(-1)
    if (last === undefined) return undefined
    return joined(candles.length > 1 ? totals[candles.length - 2] : undefined, last.values)
  }
  return Object.assign(growing, { total })
}

type PathAt = { readonly position: number; readonly path: DayPath }

/**
 * Keeps the paths of three days: the newest, which is played, the one before it, and an earlier one that somebody looks
 * at. A look back never drops the played day, which would have to be drawn and folded anew.
 */
export function keepPaths(make: (position: number) => DayPath): (position: number) => DayPath {
  let newest: PathAt | undefined
  let before: PathAt | undefined
  let looked: PathAt | undefined
  return (position) => {
    if (newest?.position === position) return newest.path
    if (before?.position === position) return before.path
    if (looked?.position === position) return looked.path
    const fresh = { position, path: make(position) }
    if (newest === undefined || position > newest.position) [newest, before] = [fresh, newest]
    else if (before === undefined || position > before.position) before = fresh
    else looked = fresh
    return fresh.path
  }
}
