import type { Session } from '@mex/core/market/calendar.ts'
import { minuteMilliseconds } from '@mex/core/time-zone.ts'
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
import { isRegular, lastAtMost, type ReplayDay, type Values } from './series.ts'
import { openVolumeCurve, tradingBefore } from './volume-curve.ts'

const secondsPerMinute = 60

/** The path of a day with only a daily row: a bridge over the seconds of its regular hours. */
export function bridgedPath(keys: DayKeys, key: string, { session, whole }: ReplayDay): DayPath {
  const starts = minuteStarts(session)
  const seconds = starts.length * secondsPerMinute
  const draws = openDraws(keys, key, session.open)
  const priceAt = openBridge(seconds, knownPrices(whole), draws)
  const curve = openVolumeCurve(whole.volume, draws)
  const volumeBefore = (second: number): bigint => curve(tradingBefore(second / seconds))
  /** The bar of the seconds of the regular hours from `first` to `last`, both included. */
  const fold = (first: number, last: number): Values => ({
    ...rangeOfSteps(priceAt, first, last),
    volume: volumeBefore(last) - volumeBefore(first),
  })
  const growing = growingCandles((minute) => {
    const first = minute * secondsPerMinute
    return { start: starts[minute]!, values: fold(first, first + secondsPerMinute) }
  })
  const candlesAt = (now: number): readonly Candle[] => {
    const minute = lastAtMost(starts, now)
    if (minute === -1) return []
    const second = Math.floor((now - starts[minute]!) / 1000)
    if (second >= secondsPerMinute) return growing(minute + 1)
    const first = minute * secondsPerMinute
    return [...growing(minute), { start: starts[minute]!, values: fold(first, first + second) }]
  }
  return {
    tickAt: (now) => {
      const time = wholeSecond(now)
      if (time < session.open) return undefined
      if (time >= session.close) return { time: session.close, price: whole.close, phase: 'closed', opening: false }
      const minute = lastAtMost(starts, time)
      if (isRegular(session, time)) {
        const second = minute * secondsPerMinute + (time - starts[minute]!) / 1000
        return { time, price: BigInt(priceAt(second)), phase: 'regular', opening: time === session.open }
      }
      const pause = session.stretches.find(({ start, end }) => time >= start && time < end)
      const price = BigInt(priceAt((minute + 1) * secondsPerMinute))
      return { time: pauseStart(session, time), price, phase: pause?.phase ?? 'closed', opening: false }
    },
    soFar: (now) => (now >= session.close ? whole : growing.total(candlesAt(now))),
    candles: (until, now) => candlesAt(now).filter(({ start }) => start <= until),
    // A daily row has no data outside of the regular hours.
    quotedBefore: () => [],
    quotedAfter: () => [],
  }
}

function minuteStarts(session: Session): Float64Array {
  const regular = session.stretches.filter(({ phase }) => phase === 'regular')
  return Float64Array.from(
    regular.flatMap(({ start, end }) =>
      Array.from({ length: (end - start) / minuteMilliseconds }, (_, minute) => start + minute * minuteMilliseconds),
    ),
  )
}
