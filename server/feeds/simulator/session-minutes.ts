import type { Session } from '@mex/core/calendar.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { officialMinutes } from './market-hours.ts'
import type { MinuteRange } from './profile.ts'

/** The official minutes of a session, numbered from its opening on; breaks have no numbers. */
export type SessionMinutes = {
  readonly day: number
  readonly ranges: readonly MinuteRange[]
  readonly count: number
}

export function minutesOfSession(session: Session): SessionMinutes {
  const ranges = officialMinutes(session)
  let count = 0
  for (const [from, until] of ranges) count += until - from
  return { day: session.day, ranges, count }
}

/** How far a session is at an instant: minutes that are over, and whether another one has begun. */
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

/** A minute by its number, counted from 00:00 UTC of the session's day. */
export function minuteNumbered(ranges: readonly MinuteRange[], number: number): number {
  let left = number
  for (const [from, until] of ranges) {
    if (left < until - from) return from + left
    left -= until - from
  }
  throw new Error(`Broken invariant: a session has a minute ${number}`)
}
