import { present } from '@mex/core/assert.ts'
import {
  type Calendar,
  currentSession,
  type HoursMode,
  latestSession,
  nextPhaseChange,
  phaseAt,
  type Session,
  sessionOn,
} from '@mex/core/market/calendar.ts'
import { figureSpan, type FigureSpan } from '@mex/core/market/day-figures.ts'
import type { SessionName } from '@mex/core/market/instrument.ts'
import type { Phase } from '@mex/core/market/quote.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { DaySessions, MinuteRange } from './profile.ts'

/** The state of a market in one minute. Phases change at whole minutes. */
export type MarketMinute = {
  readonly phase: Phase
  /** The start of the pause without quotes; undefined while the market is quoted. */
  readonly pausedSince: number | undefined
  /** Whether the first tick of this minute is the opening of a trading day; the one after a lunch is not. */
  readonly opening: boolean
}

/** The trading and quoting hours of each market, from the calendars (rulebook §13.4). */
export type MarketHours = {
  readonly mode: HoursMode
  minuteAt(session: SessionName, instant: number): MarketMinute
  /** The first instant at or after another at which the market is quoted. */
  quotedFrom(session: SessionName, instant: number): number
  /** The span that the day's figures cover. */
  spanAt(session: SessionName, instant: number): FigureSpan
  calendarOf(session: SessionName): Calendar
}

/** A closed market and a lunch break have no quotes; auctions and extended hours have. */
const isPause = (phase: Phase): boolean => phase === 'closed' || phase === 'lunch'

export function openMarketHours(calendars: ReadonlyMap<SessionName, Calendar>, mode: HoursMode): MarketHours {
  const latest = new Map<SessionName, { readonly minute: number; readonly state: MarketMinute }>()
  const spans = new Map<SessionName, { readonly minute: number; readonly span: FigureSpan }>()
  const calendarOf = (session: SessionName): Calendar => present(calendars.get(session), `the calendar ${session}`)

  function describe(calendar: Calendar, instant: number): MarketMinute {
    const phase = phaseAt(calendar, instant, mode)
    const opens = currentSession(calendar, instant)?.open === instant
    const pausedSince = isPause(phase) ? pauseBegan(calendar, instant) : undefined
    return { phase, pausedSince, opening: opens }
  }

  return {
    mode,
    calendarOf,
    minuteAt(session, instant) {
      const minute = Math.floor(instant / minuteMilliseconds)
      const known = latest.get(session)
      if (known !== undefined && known.minute === minute) return known.state
      const state = describe(calendarOf(session), minute * minuteMilliseconds)
      latest.set(session, { minute, state })
      return state
    },
    quotedFrom(session, instant) {
      const calendar = calendarOf(session)
      let quoted = instant
      while (isPause(phaseAt(calendar, quoted, mode))) quoted = nextPhaseChange(calendar, quoted)
      return quoted
    },
    spanAt(session, instant) {
      const minute = Math.floor(instant / minuteMilliseconds)
      const known = spans.get(session)
      if (known !== undefined && known.minute === minute) return known.span
      const span = figureSpan(calendarOf(session), minute * minuteMilliseconds, mode)
      spans.set(session, { minute, span })
      return span
    },
  }
}

/** The end of the last quoted stretch before an instant of a pause. */
function pauseBegan(calendar: Calendar, instant: number): number {
  const day = latestSession(calendar, instant).day
  let began = -Infinity
  for (let candidate = day; candidate <= day + 2; candidate += 1) {
    for (const { phase, end } of sessionOn(calendar, candidate)?.stretches ?? []) {
      if (!isPause(phase) && end <= instant && end > began) began = end
    }
  }
  return began
}

/** The minutes of official trading of a session, counted from 00:00 UTC of its day. */
export function officialMinutes(session: Session): readonly MinuteRange[] {
  const midnight = session.day * dayMilliseconds
  return session.stretches
    .filter(({ phase }) => phase === 'regular')
    .map(({ start, end }) => [(start - midnight) / minuteMilliseconds, (end - midnight) / minuteMilliseconds])
}

/** The calendars as the official minutes of each day, for the paths. */
export function openDaySessions(calendars: ReadonlyMap<SessionName, Calendar>): DaySessions {
  const known = new Map<SessionName, (readonly MinuteRange[] | undefined)[]>()
  return (name, day) => {
    let days = known.get(name)
    if (days === undefined) {
      days = []
      known.set(name, days)
    }
    if (!(day in days)) {
      const session = sessionOn(present(calendars.get(name), `the calendar ${name}`), day)
      days[day] = session === undefined ? undefined : officialMinutes(session)
    }
    return days[day]
  }
}
