import {
  latestSession,
  nextSession,
  officialPhase,
  previousSession,
  type Calendar,
  type HoursMode,
  type Session,
  type Stretch,
} from './calendar.ts'
import type { Phase } from './quote.ts'

/** A stretch in which prices are quoted, from `start` up to but not at `end`. */
export type QuotedStretch = Pick<Stretch, 'start' | 'end'>

/** The time span that the day's figures (open, high, low, volume, previous close) cover at an instant (rulebook §13.4). */
export type FigureSpan = {
  /** The trading day that the figures belong to: the one that opened last, or the next one once they have rolled. */
  readonly session: Session
  /** Whether they cover the regular hours of `session`; false from the roll until that session opens. */
  readonly isRegular: boolean
  /** The session before: its close is the previous close. */
  readonly before: Session
  /**
   * What is quoted outside of the regular hours and belongs to the figures too, whole and in order; the first stretch
   * has begun. After a roll everything up to the next open, in a break inside a session that break, else nothing.
   */
  readonly outside: readonly QuotedStretch[]
}

/**
 * The figures roll with the first quote after the official close, whatever phase it is of: from then on they belong to
 * the next trading day and cover what was quoted since that close. Without quotes they stay. At the regular open they
 * restart and cover the regular session alone.
 */
export function figureSpan(calendar: Calendar, instant: number, mode: HoursMode): FigureSpan {
  const session = latestSession(calendar, instant)
  if (instant < session.close) {
    const before = previousSession(calendar, session.open)
    return { session, isRegular: true, before, outside: quotedBreak(session, instant, mode) }
  }
  const next = nextSession(calendar, session.close - 1)
  const outside = quotedBetween(session, next, mode)
  const first = outside[0]
  if (first === undefined || instant < first.start) {
    return { session, isRegular: true, before: previousSession(calendar, session.open), outside: [] }
  }
  return { session: next, isRegular: false, before: session, outside }
}

/** The break (lunch) between two regular stretches that an instant lies in, if prices are quoted in it. */
function quotedBreak({ stretches }: Session, instant: number, mode: HoursMode): readonly QuotedStretch[] {
  if (mode === 'real') return []
  const regular = stretches.filter(({ phase }) => phase === 'regular')
  const start = regular.findLast((one) => one.end <= instant)?.end
  const end = regular.find((one) => one.start > instant)?.start
  const isInside = regular.some((one) => instant >= one.start && instant < one.end)
  return isInside || start === undefined || end === undefined ? [] : [{ start, end }]
}

/** What is quoted from a session's close up to the next open: all of it in practice hours, else the official phases. */
function quotedBetween(session: Session, next: Session, mode: HoursMode): readonly QuotedStretch[] {
  if (next.open === session.close) return []
  if (mode === 'practice') return [{ start: session.close, end: next.open }]
  return [...session.stretches, ...next.stretches].filter(
    ({ phase, start, end }) => phase !== 'lunch' && start >= session.close && end <= next.open,
  )
}

/** The phase of quotes outside of the regular hours: that of the exchange itself, else practice. */
export function outsidePhase(calendar: Calendar, instant: number): Phase {
  const official = officialPhase(calendar, instant)
  return official === undefined || official === 'lunch' || official === 'regular' ? 'practice' : official
}

/** Outside of the regular hours an intraday chart has a bar for each so many minutes, aligned to the clock. */
export const outsideBarMinutes = 15
