import type { Phase } from '@mex/core/market/quote.ts'
import type { DayKeys } from '#feeds/simulator/day-secrets.ts'
import { openBridge } from './bridge.ts'
import { openDraws } from './keyed-draws.ts'
import {
  flat,
  growingCandles,
  knownPrices,
  pauseStart,
  rangeOfSteps,
  wholeSecond,
  type Candle,
  type DayPath,
} from './path.ts'
import { memoize } from './memoize.ts'
import { isRegular, joined, lastAtMost, valuesAt, type BarRange, type ReplayDay } from './series.ts'
import { openVolumeCurve } from './volume-curve.ts'

/** The path of a day with intraday bars: each bar is a bridge through its own open, high, low and close. */
export function barPath(keys: DayKeys, key: string, day: ReplayDay, range: BarRange): DayPath {
  const { session, opens, whole } = day
  const { bars, from, to } = range
  const path = openBars(keys, key, range)
  const { starts, priceAt } = path
  const regular = Array.from(starts.keys()).filter((position) => isRegular(session, starts[position]!))
  const afterClose = starts.findIndex((start) => start >= session.close)
  const firstPost = afterClose === -1 ? starts.length : afterClose
  const hasPost = firstPost < starts.length
  const ends = hasPost ? session.end : session.close
  const growing = growingCandles((index) => path.whole(regular[index]!))

  const stretchAt = (time: number) => session.stretches.find(({ start, end }) => time >= start && time < end)
  /** Whether prices move in a phase: not at lunch, in a break or in an auction. */
  const moves = (phase: Phase | undefined): phase is 'regular' | 'pre' | 'post' =>
    phase === 'regular' || phase === 'pre' || phase === 'post'

  const candlesAt = (now: number): readonly Candle[] => {
    const position = lastAtMost(starts, now)
    const begun = regular.findLastIndex((candidate) => candidate <= position) + 1
    const newest = regular[begun - 1]
    if (newest === undefined) return []
    // In a pause the bar before it is complete, even if its length reaches into the pause.
    const finished = path.isOver(newest, now) || !moves(stretchAt(now)?.phase)
    if (now >= session.close) return withClosingPrint(growing(begun), whole.close)
    return finished ? growing(begun) : [...growing(begun - 1), path.part(newest, now)]
  }
  const tickAt: DayPath['tickAt'] = (now) => {
    const time = wholeSecond(now)
    if (time >= ends && hasPost) return { time: ends, price: bars.close[to - 1]!, phase: 'closed', opening: false }
    const position = lastAtMost(starts, time)
    if (time >= session.close && position < firstPost) {
      const [since, phase] = hasPost ? ([time, 'post'] as const) : ([session.close, 'closed'] as const)
      return { time: since, price: whole.close, phase, opening: false }
    }
    if (position === -1) return undefined
    // The first regular bar has the opening print. The auction lasts until then, also after the official open.
    if (time >= session.open && time < opens)
      return { time: session.open, price: priceAt(position, session.open), phase: 'auction', opening: false }
    const phase = stretchAt(time)?.phase
    if (!moves(phase)) {
      const price = bars.close[from + position]!
      return { time: pauseStart(session, time), price, phase: phase ?? 'closed', opening: false }
    }
    // Between bars the last price stays in force and is quoted every second while the market is open.
    return { time, price: priceAt(position, time), phase, opening: time === opens }
  }
  /** The bars from position `first` up to but not including `end` that began by `until`, as they stand at `now`. */
  const quoted = (first: number, end: number, until: number, now: number): readonly Candle[] => {
    const newest = Math.min(lastAtMost(starts, until), end - 1)
    const bare = Array.from({ length: Math.max(0, newest - first + 1) }, (_, index) => first + index)
    return bare.map((position) => (path.isOver(position, now) ? path.whole(position) : path.part(position, now)))
  }
  return {
    tickAt,
    soFar: (now) => (now >= session.close ? whole : growing.total(candlesAt(now))),
    candles: (until, now) => candlesAt(now).filter(({ start }) => start <= until),
    quotedBefore: (until, now) => quoted(0, regular[0] ?? firstPost, until, Math.min(now, session.open)),
    quotedAfter: (until, now) => {
      if (!hasPost || until < session.close) return []
      const closing = { start: session.close, values: flat(whole.close) }
      return [closing, ...quoted(firstPost, starts.length, until, now)]
    },
  }
}

/** The last candle ends at the closing print, which may differ from the close of the last bar in the file. */
function withClosingPrint(candles: readonly Candle[], close: bigint): readonly Candle[] {
  const last = candles.at(-1)
  if (last === undefined || last.values.close === close) return candles
  return [...candles.slice(0, -1), { start: last.start, values: joined(last.values, flat(close)) }]
}

/** The bars of a day, complete or up to an instant, and the price at any second in them. */
function openBars(keys: DayKeys, key: string, { bars, from, to, seconds }: BarRange) {
  const starts = bars.times.subarray(from, to)
  const barAt = memoize(2, (position: number) => {
    const values = valuesAt(bars, from + position)
    const draws = openDraws(keys, key, starts[position]!)
    return {
      priceAt: openBridge(seconds - 1, knownPrices(values), draws),
      volumeBefore: openVolumeCurve(values.volume, draws),
    }
  })
  const secondOf = (position: number, time: number): number =>
    Math.min(seconds - 1, Math.floor((time - starts[position]!) / 1000))
  return {
    starts,
    isOver: (position: number, now: number): boolean => now >= starts[position]! + seconds * 1000,
    priceAt: (position: number, time: number): bigint => BigInt(barAt(position).priceAt(secondOf(position, time))),
    whole: (position: number): Candle => ({ start: starts[position]!, values: valuesAt(bars, from + position) }),
    part(position: number, now: number): Candle {
      const second = secondOf(position, now)
      const { priceAt, volumeBefore } = barAt(position)
      const values = { ...rangeOfSteps(priceAt, 0, second), volume: volumeBefore(second / seconds) }
      return { start: starts[position]!, values }
    },
  }
}
