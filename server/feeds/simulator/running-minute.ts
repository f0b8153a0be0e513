import type { SessionFollower } from './following.ts'
import { joinBars, type RawBar } from './history.ts'
import { minuteNumbered, progressAt, type SessionMinutes } from './session-minutes.ts'
import { minutesPerDay, type Place, tickNumberAt, ticksPerMinute } from './time-grid.ts'

/** A minute of the feed: its 65 log prices, a random byte for each tick, and its activity (`clockOf`). */
export type PlayedMinute = {
  readonly logs: Float64Array
  readonly bytes: Uint8Array
  readonly clock: number
}

/** The minute of a place. The result is valid until the next call. */
export type Play = (place: Place) => PlayedMinute

/** The bar of a running minute up to and including the tick at an instant. */
export function runningMinute(
  play: Play,
  by: SessionFollower,
  minutes: SessionMinutes,
  number: number,
  instant: number,
): RawBar {
  const place = placeOfMinute(minutes.day * minutesPerDay + minuteNumbered(minutes.ranges, number))
  const last = tickNumberAt(instant) % ticksPerMinute
  const before = by.lotsBefore(minutes, number)
  const inMinute = by.lotsBefore(minutes, number + 1) - before
  return { ...foldTicks(play(place).logs, last), lots: Math.floor((inMinute * (last + 1)) / ticksPerMinute) }
}

/** The bar of all minutes up to an instant, including the running one so far; undefined before the first. */
export function barUntil(
  play: Play,
  by: SessionFollower,
  minutes: SessionMinutes,
  instant: number,
): RawBar | undefined {
  const { finished, running } = progressAt(minutes, instant)
  const whole = finished > 0 ? by.barUntil(minutes, finished) : undefined
  if (!running) return whole
  const part = runningMinute(play, by, minutes, finished, instant)
  return whole === undefined ? part : joinBars(whole, part)
}

function foldTicks(logs: Float64Array, last: number): Omit<RawBar, 'lots'> {
  let high = -Infinity
  let low = Infinity
  for (let tick = 0; tick <= last; tick += 1) {
    if (logs[tick]! > high) high = logs[tick]!
    if (logs[tick]! < low) low = logs[tick]!
  }
  return { open: logs[0]!, high, low, close: logs[last]! }
}

/** The start of a minute counted from 1970-01-01T00:00Z. */
export function placeOfMinute(number: number): Place {
  const day = Math.floor(number / minutesPerDay)
  return { day, minute: number - day * minutesPerDay, tick: 0 }
}
