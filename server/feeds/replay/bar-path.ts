import type { DayKeys } from '#feeds/simulator/day-secrets.ts'
import { openBridge } from './bridge.ts'
import { openDraws } from './keyed-draws.ts'
import {
  growingCandles,
  knownPrices,
  pauseStart,
  rangeOfSteps,
  wholeSecond,
  type Candle,
  type DayPath,
} from './path.ts'
import { remember } from './remember.ts'
import { isRegular, lastAtMost, valuesAt, type BarRange, type ReplayDay, type Values } from './series.ts'
import { openVolumeCurve } from './volume-curve.ts'

/** A day along intraday bars: inside each bar a bridge through its own open, high, low and close. */
export function barPath(keys: DayKeys, key: string, { session, whole }: ReplayDay, range: BarRange): DayPath {
  const { bars, from, to, seconds } = range
  const starts = bars.times.subarray(from, to)
  const firstRegular = starts.findIndex((start) => isRegular(session, start))
  const opens = firstRegular === -1 ? session.close : starts[firstRegular]!
  const last = to - from - 1
  const hasPost = starts[last]! >= session.close
  const ends = hasPost ? session.end : session.close
  const barAt = remember(2, (position: number) => {
    const values = valuesAt(bars, from + position)
    const draws = openDraws(keys, key, starts[position]!)
    return {
      priceAt: openBridge(seconds - 1, knownPrices(values), draws),
      volumeBefore: openVolumeCurve(values.volume, draws),
    }
  })
  const priceAt = (position: number, time: number): bigint => {
    const second = Math.min(seconds - 1, Math.floor((time - starts[position]!) / 1000))
    return BigInt(barAt(position).priceAt(second))
  }
  const regular = Array.from(starts.keys()).filter((position) => isRegular(session, starts[position]!))
  const growing = growingCandles((index) => {
    const position = regular[index]!
    return { start: starts[position]!, values: valuesAt(bars, from + position) }
  })
  const partOf = (position: number, now: number): Values => {
    const second = Math.floor((now - starts[position]!) / 1000)
    const { priceAt, volumeBefore } = barAt(position)
    return { ...rangeOfSteps(priceAt, 0, second), volume: volumeBefore(second / seconds) }
  }
  const candlesAt = (now: number): readonly Candle[] => {
    const position = lastAtMost(starts, now)
    const begun = regular.findLastIndex((candidate) => candidate <= position) + 1
    const newest = regular[begun - 1]
    if (newest === undefined) return []
    const finished = now >= starts[newest]! + seconds * 1000
    const done = growing(finished ? begun : begun - 1)
    return finished ? done : [...done, { start: starts[newest]!, values: partOf(newest, now) }]
  }
  return {
    opens,
    tickAt: (now) => {
      const time = wholeSecond(now)
      if (time >= ends && hasPost) return { time: ends, price: bars.close[to - 1]!, phase: 'closed', opening: false }
      if (time >= session.close && (!hasPost || time === session.close)) {
        return { time: session.close, price: whole.close, phase: hasPost ? 'post' : 'closed', opening: false }
      }
      const position = lastAtMost(starts, time)
      if (position === -1) return undefined
      const stretch = session.stretches.find(({ start, end }) => time >= start && time < end)
      const moves = stretch !== undefined && ['regular', 'pre', 'post'].includes(stretch.phase)
      if (!moves) {
        return {
          time: pauseStart(session, time),
          price: bars.close[from + position]!,
          phase: stretch?.phase ?? 'closed',
          opening: false,
        }
      }
      // Between bars the last price stands, and goes on being quoted while the market is open.
      return { time, price: priceAt(position, time), phase: stretch.phase, opening: time === opens }
    },
    soFar: (now) => (now >= session.close ? whole : growing.total(candlesAt(now))),
    candles: (until, now) => candlesAt(now).filter(({ start }) => start <= until),
  }
}
