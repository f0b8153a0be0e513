import { minuteMilliseconds, type DayNumber } from '@mex/core/time-zone.ts'

/** The time grid of the market model: UTC days, 1440 minutes a day, 64 ticks a minute (one every 0.9375 seconds). */
export const minutesPerDay = 1440
export const ticksPerMinute = 64

/** A tick's place in the model; `tick` 64 is the end of its minute, before a jump at the next. */
export type Place = { readonly day: DayNumber; readonly minute: number; readonly tick: number }

/** Ticks are numbered from 1970-01-01T00:00Z. The number of the newest tick at or before `instant`. */
export function tickNumberAt(instant: number): number {
  return Math.floor((instant * ticksPerMinute) / minuteMilliseconds)
}

/** The instant of a tick, epoch milliseconds, rounded up, because its exact time may be a fraction of a millisecond. */
export function instantOfTick(number: number): number {
  return -Math.floor((-number * minuteMilliseconds) / ticksPerMinute)
}

export function placeOfTick(number: number): Place {
  const minuteNumber = Math.floor(number / ticksPerMinute)
  const day = Math.floor(minuteNumber / minutesPerDay)
  return { day, minute: minuteNumber - day * minutesPerDay, tick: number - minuteNumber * ticksPerMinute }
}
