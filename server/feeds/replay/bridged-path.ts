import type { Session } from '@mex/core/calendar.ts'
import { minuteMilliseconds } from '@mex/core/time-zone.ts'
import { bridge, seedOf, walk } from './bridge.ts'
import { growingCandles, partOfVolume, pauseStart, remember, wholeSecond, type Candle, type DayPath } from './path.ts'
import { isRegular, lastAtMost, type ReplayDay, type Values } from './series.ts'

const secondsPerMinute = 60

/** The prices of a day of which only open, high, low and close are known. */
type Minutes = {
  /** When each minute of the regular hours starts. */
  readonly starts: Float64Array
  /** Price at the start of each minute, and at the end of the last. */
  readonly marks: Float64Array
  /** The ticks of a minute: 61, both ends included. */
  readonly ticks: (minute: number) => Float64Array
}

/** A day of which only the daily row is known: a bridge over its minutes, and a walk inside each. */
export function bridgedPath(key: string, replayed: ReplayDay): DayPath {
  const { session, whole } = replayed
  const { starts, marks, ticks } = openMinutes(key, replayed)
  const fold = (minute: number, seconds: number): Values => {
    const volume =
      volumeBefore(whole.volume, minute + 1, starts.length) - volumeBefore(whole.volume, minute, starts.length)
    const part = partOfVolume(volume, seconds, secondsPerMinute)
    return { ...foldTicks(ticks(minute), seconds), volume: seconds === secondsPerMinute ? volume : part }
  }
  const growing = growingCandles((minute) => ({ start: starts[minute]!, values: fold(minute, secondsPerMinute) }))
  const candlesAt = (now: number): readonly Candle[] => {
    const minute = lastAtMost(starts, now)
    if (minute === -1) return []
    const second = Math.floor((now - starts[minute]!) / 1000)
    if (second >= secondsPerMinute) return growing(minute + 1)
    return [...growing(minute), { start: starts[minute]!, values: fold(minute, second) }]
  }
  return {
    tickAt: (now) => {
      const time = wholeSecond(now)
      if (time < session.open) return undefined
      if (time >= session.close) return { time: session.close, price: whole.close, phase: 'closed', opening: false }
      const minute = lastAtMost(starts, time)
      if (isRegular(session, time)) {
        const second = (time - starts[minute]!) / 1000
        return { time, price: BigInt(ticks(minute)[second]!), phase: 'regular', opening: time === session.open }
      }
      const pause = session.stretches.find(({ start, end }) => time >= start && time < end)
      const price = BigInt(marks[minute + 1]!)
      return { time: pauseStart(session, time), price, phase: pause?.phase ?? 'closed', opening: false }
    },
    soFar: (now) => (now >= session.close ? whole : growing.total(candlesAt(now))),
    candles: (until, now) => candlesAt(now).filter(({ start }) => start <= until),
    // Nothing is known of the hours outside.
    quotedBefore: () => [],
    quotedAfter: () => [],
  }
}

function openMinutes(key: string, { day, session, whole }: ReplayDay): Minutes {
  const starts = minuteStarts(session)
  const bar = { open: Number(whole.open), high: Number(whole.high), low: Number(whole.low), close: Number(whole.close) }
  const seed = seedOf(key, day)
  const marks = bridge(starts.length, bar, seed)
  const deviation = (bar.high - bar.low) / (3.2 * Math.sqrt(starts.length * secondsPerMinute))
  const ticks = remember(4, (minute: number) => {
    const limits = { high: bar.high, low: bar.low, seed: seed ^ Math.imul(minute + 1, 0x9e3779b1) }
    return walk(secondsPerMinute, marks[minute]!, marks[minute + 1]!, deviation, limits)
  })
  return { starts, marks, ticks }
}

function minuteStarts(session: Session): Float64Array {
  const regular = session.stretches.filter(({ phase }) => phase === 'regular')
  return Float64Array.from(
    regular.flatMap(({ start, end }) =>
      Array.from({ length: (end - start) / minuteMilliseconds }, (_, minute) => start + minute * minuteMilliseconds),
    ),
  )
}

function foldTicks(path: Float64Array, seconds: number): Omit<Values, 'volume'> {
  let high = path[0]!
  let low = high
  for (let second = 1; second <= seconds; second += 1) {
    const price = path[second]!
    if (price > high) high = price
    if (price < low) low = price
  }
  return { open: BigInt(path[0]!), high: BigInt(high), low: BigInt(low), close: BigInt(path[seconds]!) }
}

const shareScale = 1_000_000

/** A day's volume before a minute: busy at both ends, by the density 0.6 + 1.2·(2x − 1)² of the share x of the day. */
function volumeBefore(whole: bigint, minute: number, minutes: number): bigint {
  const twice = (2 * minute) / minutes - 1
  const share = (0.6 * minute) / minutes + 0.2 * (twice * twice * twice + 1)
  return partOfVolume(whole, Math.round(share * shareScale), shareScale)
}
