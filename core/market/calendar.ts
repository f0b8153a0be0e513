import { assert } from '#assert.ts'
import type { SessionName } from './instrument.ts'
import type { Phase } from './quote.ts'
import { instantOf, isoDate, localDay, weekday, type DayNumber, type Zone } from '#time-zone.ts'

/** The phases that a calendar states; between them the market is `closed`, or `practice` with practice hours. */
export type OfficialPhase = Exclude<Phase, 'closed' | 'practice'>

/** A stretch of a trading day on the clock of `hoursZone`: minutes from its midnight, negative on the evening before. */
export type LocalStretch = { readonly phase: OfficialPhase; readonly start: number; readonly end: number }

/** Minutes on the same clock in which orders cannot be cancelled. */
export type LocalWindow = Pick<LocalStretch, 'start' | 'end'>

/** The hours in force from a trading day on. */
export type Hours = {
  readonly from: DayNumber
  readonly stretches: readonly LocalStretch[]
  /** Parts of the auctions (rulebook §13.4); none by default. */
  readonly noCancel?: readonly LocalWindow[]
}

/**
 * A day that closes early. `close` is in minutes like the stretches; what follows the close on a full day (post session,
 * closing auction) follows the early close for as long. A day may trade and yet be no business day (a holiday of the
 * country on which futures trade until noon).
 */
export type ShortDay = { readonly close: number; readonly business: boolean }

/** The trading calendar of a market (rulebook §13.4); read from `data/calendars`. */
export type CalendarRules = {
  readonly session: SessionName
  /** The zone whose dates name the trading days. */
  readonly zone: Zone
  /** The zone on whose clock the hours are stated: New York for the Mexican exchange, which follows its summer time. */
  readonly hoursZone: Zone
  /** Weekdays (0 is Sunday) that are trading days. */
  readonly weekdays: readonly number[]
  /** Oldest first. */
  readonly hours: readonly Hours[]
  readonly closed: ReadonlySet<DayNumber>
  readonly short: ReadonlyMap<DayNumber, ShortDay>
}

/** Rules with a cache of the sessions computed so far. Made by `calendarOf`. */
export type Calendar = CalendarRules & { readonly known: Map<DayNumber, Session | undefined> }

/** From `start` up to but not at `end`, epoch milliseconds, always whole minutes. */
export type Stretch = { readonly phase: OfficialPhase; readonly start: number; readonly end: number }

/** The same without a phase. */
export type Window = Pick<Stretch, 'start' | 'end'>

/** One trading day. All instants are epoch milliseconds at whole minutes. */
export type Session = {
  readonly day: DayNumber
  /** YYYY-MM-DD. */
  readonly date: string
  /** Start of the first regular stretch, end of the last. */
  readonly open: number
  readonly close: number
  /** Start of the first stretch of any phase (pre, auction), end of the last (post, closing auction). */
  readonly begin: number
  readonly end: number
  /** In order, without overlap; there may be breaks between them. */
  readonly stretches: readonly Stretch[]
  /** When orders cannot be cancelled. */
  readonly noCancel: readonly Window[]
  readonly short: boolean
}

/** Whether the product keeps quoting while the real market is closed (rulebook §13.4). */
export type HoursMode = 'practice' | 'real'

/** How many days in a row no market here is closed for longer than (Golden Week and Spring Festival are under 12). */
const longestPause = 21

export function calendarOf(rules: CalendarRules): Calendar {
  assert(rules.hours.length > 0, `calendar ${rules.session} states hours`)
  return { ...rules, known: new Map() }
}

/** The trading day of a date, or undefined on a weekend or holiday. */
export function sessionOn(calendar: Calendar, day: DayNumber): Session | undefined {
  if (calendar.known.has(day)) return calendar.known.get(day)
  const session = isTradingDay(calendar, day) ? makeSession(calendar, day) : undefined
  if (calendar.known.size > 8192) calendar.known.clear()
  calendar.known.set(day, session)
  return session
}

/**
 * The hours of a day as if it were an ordinary one, whatever the calendar says of it: for a record that proves that the
 * market was open.
 */
export function ordinarySession(calendar: Calendar, day: DayNumber): Session {
  return sessionOn(calendar, day) ?? makeSession(calendar, day)
}

function isTradingDay(calendar: CalendarRules, day: DayNumber): boolean {
  return calendar.weekdays.includes(weekday(day)) && !calendar.closed.has(day)
}

function makeSession(calendar: CalendarRules, day: DayNumber): Session {
  const hours = calendar.hours.findLast(({ from }) => from <= day) ?? calendar.hours[0]
  const full = hours?.stretches ?? []
  const fullClose = full.findLast(({ phase }) => phase === 'regular')?.end ?? 0
  const short = calendar.short.get(day)
  const onThatDay = <Part extends LocalWindow>(parts: readonly Part[]): readonly Part[] =>
    (short === undefined ? parts : shorten(parts, fullClose, short.close)).map((part) => ({
      ...part,
      start: instantOf(calendar.hoursZone, day, part.start),
      end: instantOf(calendar.hoursZone, day, part.end),
    }))
  const stretches = onThatDay(full)
  const regular = stretches.filter(({ phase }) => phase === 'regular')
  const [first, last, begin, end] = [regular[0], regular.at(-1), stretches[0], stretches.at(-1)]
  assert(first !== undefined && last !== undefined, `calendar ${calendar.session} trades on ${isoDate(day)}`)
  assert(begin !== undefined && end !== undefined, 'a day with a regular stretch has stretches')
  return {
    day,
    date: isoDate(day),
    open: first.start,
    close: last.end,
    begin: begin.start,
    end: end.end,
    stretches,
    noCancel: onThatDay(hours?.noCancel ?? []),
    short: short !== undefined,
  }
}

/** The stretches of a day that closes early; phases after the close move with it. */
function shorten<Part extends LocalWindow>(full: readonly Part[], fullClose: number, close: number): Part[] {
  const before = full
    .filter(({ start, end }) => start < close && end <= fullClose)
    .map((part) => ({ ...part, end: Math.min(part.end, close) }))
  const after = full
    .filter(({ start }) => start >= fullClose)
    .map((part) => ({ ...part, start: part.start - fullClose + close, end: part.end - fullClose + close }))
  return [...before, ...after]
}

/** The session that an instant lies in, pre and post hours and breaks included; undefined while closed. */
export function currentSession(calendar: Calendar, instant: number): Session | undefined {
  const day = localDay(calendar.zone, instant)
  for (let candidate = day - 1; candidate <= day + 1; candidate += 1) {
    const session = sessionOn(calendar, candidate)
    if (session !== undefined && instant >= session.begin && instant < session.end) return session
  }
  return undefined
}

/** The first session that opens after an instant. */
export function nextSession(calendar: Calendar, instant: number): Session {
  const day = localDay(calendar.zone, instant)
  for (let candidate = day; candidate <= day + longestPause; candidate += 1) {
    const session = sessionOn(calendar, candidate)
    if (session !== undefined && session.open > instant) return session
  }
  throw new Error(`Broken invariant: ${calendar.session} opens again after ${isoDate(day)}`)
}

/** The last session whose regular hours have ended by an instant. */
export function previousSession(calendar: Calendar, instant: number): Session {
  const day = localDay(calendar.zone, instant) + 1
  for (let candidate = day; candidate >= day - longestPause; candidate -= 1) {
    const session = sessionOn(calendar, candidate)
    if (session !== undefined && session.close <= instant) return session
  }
  throw new Error(`Broken invariant: ${calendar.session} was open before ${isoDate(day)}`)
}

/** The last session that has opened by an instant, running or over: the day that a quote's open, high and low are of. */
export function latestSession(calendar: Calendar, instant: number): Session {
  const day = localDay(calendar.zone, instant) + 1
  for (let candidate = day; candidate >= day - longestPause; candidate -= 1) {
    const session = sessionOn(calendar, candidate)
    if (session !== undefined && session.open <= instant) return session
  }
  throw new Error(`Broken invariant: ${calendar.session} was open before ${isoDate(day)}`)
}

/**
 * The phase of the market at an instant. With practice hours everything outside regular trading is `practice`, before-hours,
 * auctions and lunch included: a learner can trade at any hour (rulebook §13.4).
 */
export function phaseAt(calendar: Calendar, instant: number, mode: HoursMode): Phase {
  const official = officialPhase(calendar, instant) ?? 'closed'
  return mode === 'practice' && official !== 'regular' ? 'practice' : official
}

/** The phase of the exchange itself; undefined while it is closed. */
export function officialPhase(calendar: Calendar, instant: number): OfficialPhase | undefined {
  return currentSession(calendar, instant)?.stretches.find(({ start, end }) => instant >= start && instant < end)?.phase
}

/** Whether orders cannot be cancelled at an instant: shortly before an auction matches (rulebook §13.4, §13.5). */
export const isNoCancel = (calendar: Calendar, instant: number): boolean =>
  currentSession(calendar, instant)?.noCancel.some(({ start, end }) => instant >= start && instant < end) ?? false

/** The first instant after another at which a stretch of trading begins or ends: opens, closes, auctions and pauses. */
export function nextPhaseChange(calendar: Calendar, instant: number): number {
  const day = localDay(calendar.zone, instant)
  let next = Infinity
  for (let candidate = day - 1; candidate <= day + longestPause; candidate += 1) {
    const session = sessionOn(calendar, candidate)
    if (session === undefined || session.end <= instant) continue
    for (const { start, end } of session.stretches) {
      if (start > instant) next = Math.min(next, start)
      if (end > instant) next = Math.min(next, end)
    }
    // The days after it begin later; the next one alone may begin before this one has ended.
    if (session.begin > instant || candidate > day) return next
  }
  return next
}

/** When continuous trading next starts after an instant: after a lunch or break as well as in the morning. */
export function nextOpen(calendar: Calendar, instant: number): number {
  const running = currentSession(calendar, instant)
  const later = running?.stretches.find(({ phase, start }) => phase === 'regular' && start > instant)
  return later?.start ?? nextSession(calendar, instant).open
}

/** When a session's regular hours next end after an instant. Lunch is not an end. */
export function nextClose(calendar: Calendar, instant: number): number {
  const running = currentSession(calendar, instant)
  return running !== undefined && running.close > instant ? running.close : nextSession(calendar, instant).close
}

/**
 * The trading day that an instant belongs to: the running session's, pre and post hours included; while closed, and so in
 * practice hours, the next session's (rulebook §13.4).
 */
export function marketDay(calendar: Calendar, instant: number): DayNumber {
  return (currentSession(calendar, instant) ?? nextSession(calendar, instant)).day
}

/** `marketDay` as YYYY-MM-DD. */
export const marketDate = (calendar: Calendar, instant: number): string => isoDate(marketDay(calendar, instant))

export function isBusinessDay(calendar: Calendar, day: DayNumber): boolean {
  return isTradingDay(calendar, day) && calendar.short.get(day)?.business !== false
}

/** The n-th business day after a date (before it for a negative n); the date itself need not be one. n is not 0. */
export function addBusinessDays(calendar: Calendar, day: DayNumber, n: number): DayNumber {
  assert(Number.isInteger(n) && n !== 0, 'business days are counted forward or backward')
  const step = Math.sign(n)
  let found = day
  for (let left = Math.abs(n); left > 0; left -= 1) {
    const start = found
    do {
      found += step
      assert(Math.abs(found - start) <= longestPause, `${calendar.session} has business days near ${isoDate(start)}`)
    } while (!isBusinessDay(calendar, found))
  }
  return found
}

/** The clock of a market as the home page shows it. */
export type MarketClock = {
  readonly phase: Phase
  /** The instant of the next change to show: the close while trading, else the next open. */
  readonly next: { readonly event: 'opens' | 'closes'; readonly at: number }
  /** How far the running day is between open and close, in thousandths; undefined before the open and after the close. */
  readonly progress: number | undefined
}

export function marketClock(calendar: Calendar, instant: number, mode: HoursMode): MarketClock {
  const phase = phaseAt(calendar, instant, mode)
  const trading = phase === 'regular'
  const running = currentSession(calendar, instant)
  const inside = running !== undefined && instant >= running.open && instant < running.close
  return {
    phase,
    next: trading
      ? { event: 'closes', at: nextClose(calendar, instant) }
      : { event: 'opens', at: nextOpen(calendar, instant) },
    progress: inside ? Math.floor(((instant - running.open) * 1000) / (running.close - running.open)) : undefined,
  }
}
