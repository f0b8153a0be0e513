import type { Session } from '@mex/core/market/calendar.ts'
import type { QuotedStretch } from '@mex/core/market/day-figures.ts'
import { dayMilliseconds, minuteMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import { officialMinutes } from './market-hours.ts'
import type { MinuteRange } from './profile.ts'
import { minutesPerDay } from './time-grid.ts'

/**
 * The quoted minutes of an instrument, numbered from 0 across the ranges, without the gaps between them: the official
 * minutes of a session, or those outside of the regular hours.
 */
export type SessionMinutes = {
  readonly day: number
  readonly ranges: readonly MinuteRange[]
  readonly count: number
}

export function minutesOfSession(session: Session): SessionMinutes {
  return minutesOfRanges(session.day, officialMinutes(session))
}

/** The minutes of at least one stretch outside of the regular hours. */
export function minutesOfStretches(stretches: readonly QuotedStretch[]): SessionMinutes {
  const day = utcDay(stretches[0]?.start ?? 0)
  const minuteOf = (instant: number): number => (instant - day * dayMilliseconds) / minuteMilliseconds
  return minutesOfRanges(
    day,
    stretches.map(({ start, end }) => [minuteOf(start), minuteOf(end)]),
  )
}

function minutesOfRanges(day: number, ranges: readonly MinuteRange[]): SessionMinutes {
  let count = 0
  for (const [from, until] of ranges) count += until - from
  return { day, ranges, count }
}

/** The first minute, counted from 1970-01-01T00:00Z. It identifies the minutes of one instrument. */
export const firstMinute = ({ day, ranges }: SessionMinutes): number => day * minutesPerDay + (ranges[0]?.[0] ?? 0)

/** The progress of a session at an instant: the number of finished minutes, and whether another one is running. */
export function progressAt(
  { day, ranges }: SessionMinutes,
  instant: number,
): { readonly finished: number; readonly running: boolean } {
  const minute = Math.floor((instant - day * dayMilliseconds) / minuteMilliseconds)
  let finished = 0
  for (const [from, until] of ranges) {
    if (minute < from) break
    if (minute < until) return { finished: finished + minute - from, running: true }
    finished += until - from
  }
  return { finished, running: false }
}

/** The ranges of the minutes numbered `from` until `until`. */
export function sliceMinutes(ranges: readonly MinuteRange[], from: number, until: number): readonly MinuteRange[] {
  const slices: MinuteRange[] = []
  let number = 0
  for (const [start, end] of ranges) {
    const first = Math.max(start, start + from - number)
    const last = Math.min(end, start + until - number)
    if (first < last) slices.push([first, last])
    number += end - start
  }
  return slices
}

/** The minutes numbered `from` until `until`, which begin at `time`: one bar of a chart. */
export type MinuteStep = { readonly from: number; readonly until: number; readonly time: number }

/** Splits minutes into steps of `length` minutes, aligned to the clock; a gap begins a new step. */
export function stepsOf({ day, ranges }: SessionMinutes, length: number): readonly MinuteStep[] {
  const steps: MinuteStep[] = []
  let number = 0
  for (const [start, end] of ranges) {
    for (let minute = start; minute < end;) {
      const next = Math.min(end, (Math.floor(minute / length) + 1) * length)
      const time = day * dayMilliseconds + minute * minuteMilliseconds
      steps.push({ from: number, until: number + next - minute, time })
      number += next - minute
      minute = next
    }
  }
  return steps
}

/** A minute by its number, counted from 00:00 UTC of the session's day. */
export function minuteNumbered(ranges: readonly MinuteRange[], number: number): number {
  let left = number
  for (const [from, until] of ranges) {
    if (left < until - from) return from + left
    left -= until - from
  }
  throw new Error(`Broken invariant: a session has a minute ${number}`)
}
