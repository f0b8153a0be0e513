import type { Session } from '@mex/core/market/calendar.ts'
import type { Phase } from '@mex/core/market/quote.ts'
import type { Bridge } from './bridge.ts'
import type { KnownPrices } from './conditioned-walk.ts'
import { joined, type Values } from './series.ts'

/** The newest price at an instant: its time, its phase, and whether it is the opening print. */
export type Tick = { readonly time: number; readonly price: bigint; readonly phase: Phase; readonly opening: boolean }

/** A candle of a part of the day. `start` is epoch milliseconds. */
export type Candle = { readonly start: number; readonly values: Values }

/** The path of one day, one tick a second. No answer depends on ticks after `now`. */
export type DayPath = {
  /** The newest tick at or before `now`; undefined before the first. */
  tickAt(now: number): Tick | undefined
  /** Regular hours up to `now`; undefined before they begin. */
  soFar(now: number): Values | undefined
  /** Candles of the regular hours that began by `until`, as they stand at `now`; the last ends at the closing print. */
  candles(until: number, now: number): readonly Candle[]
  /** Candles before the open, or after the close, that have begun by `until`, as they stand at `now`. */
  quotedBefore(until: number, now: number): readonly Candle[]
  quotedAfter(until: number, now: number): readonly Candle[]
}

export const wholeSecond = (instant: number): number => Math.floor(instant / 1000) * 1000

const unit = 100_000_000n

/** A bar of one price without volume. */
export const flat = (price: bigint): Values => ({ open: price, high: price, low: price, close: price, volume: 0n })

/** All candles joined to one bar; undefined when there are none. */
export const folded = (candles: readonly Candle[]): Values | undefined =>
  candles.reduce<Values | undefined>((sum, { values }) => joined(sum, values), undefined)

/** A part of a volume, rounded down to whole units, because shares are not traded in fractions. */
export function partOfVolume(volume: bigint, part: number, total: number): bigint {
  return (((volume / unit) * BigInt(part)) / BigInt(total)) * unit
}

/** The four prices of a day or bar as numbers, for a path. */
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

/** The start of the pause at an instant: the end of the last regular stretch before it. */
export function pauseStart(session: Session, instant: number): number {
  const before = session.stretches.findLast(({ phase, end }) => phase === 'regular' && end <= instant)
  return before?.end ?? session.begin
}

type GrowingCandles = {
  /** The first `count` candles; each is computed once. */
  (count: number): readonly Candle[]
  total(candles: readonly Candle[]): Values | undefined
}

/** Candles in order, each computed once, with running totals, so that a day is not folded again each second. */
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
 * Caches the paths of three days: the newest, which is replayed now, the one before it, and the last requested earlier
 * one. A request for an earlier day never evicts the newest, whose path is expensive to recompute.
 */
export function keepPaths(make: (position: number) => DayPath): (position: number) => DayPath {
  let newest: PathAt | undefined
  let before: PathAt | undefined
  let earlier: PathAt | undefined
  return (position) => {
    if (newest?.position === position) return newest.path
    if (before?.position === position) return before.path
    if (earlier?.position === position) return earlier.path
    const fresh = { position, path: make(position) }
    if (newest === undefined || position > newest.position) [newest, before] = [fresh, newest]
    else if (before === undefined || position > before.position) before = fresh
    else earlier = fresh
    return fresh.path
  }
}
