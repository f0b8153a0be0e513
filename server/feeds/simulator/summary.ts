import { type Calendar, previousSession, type Session } from '@mex/core/market/calendar.ts'
import { amountIn, isDividend } from '@mex/core/market/corporate-actions.ts'
import type { FigureSpan } from '@mex/core/market/day-figures.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { type Price, price, type Quantity, quantity } from '@mex/core/money/money.ts'
import type { DaySummary, SessionFigures, YearRange } from '@mex/core/market/quote.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import { joinBars, type RawBar, sessionsBack } from './history.ts'
import type { Listed } from './listed.ts'
import type { MarketHours } from './market-hours.ts'
import { minutesOfStretches } from './session-minutes.ts'
import { placeOfTick, tickNumberAt } from './time-grid.ts'

/** The bar of the span of the day's figures up to an instant; undefined before the first quote. */
export function barOfSpan({ course }: Listed, span: FigureSpan, now: number): RawBar | undefined {
  const { session, isRegular, outside } = span
  const regular = isRegular ? course.until(session, now) : undefined
  const other = outside.length === 0 ? undefined : course.outside.until(minutesOfStretches(outside), now)
  return regular === undefined || other === undefined ? (other ?? regular) : joinBars(regular, other)
}

/** The figures of the day at `now`. */
export function summarise(listed: Listed, hours: MarketHours, now: number): DaySummary {
  const { instrument, grid } = listed
  const calendar = hours.calendarOf(instrument.session)
  const span = hours.spanAt(instrument.session, now)
  const { session, before } = span
  const soFar = barOfSpan(listed, span, now)
  const priceOf = (log: number | undefined): Price | undefined => (log === undefined ? undefined : grid.lastOf(log))
  const lastSession = sessionBefore(listed, calendar, before, now)
  return {
    open: priceOf(soFar?.open),
    high: priceOf(soFar?.high),
    low: priceOf(soFar?.low),
    previousClose: closeBefore(listed, lastSession, before, now),
    volume: lotsOf(instrument, soFar?.lots ?? 0),
    openInterest: openInterestOf(listed, session.day),
    preMarket:
      session.close <= now || lastSession === undefined ? undefined : extendedPrice(listed, session, 'pre', now),
    postMarket: span.isRegular ? undefined : extendedPrice(listed, before, 'post', now),
    lastSession,
    sinceClose: !span.isRegular,
  }
}

/** The session before, kept for the next request. */
function sessionBefore(listed: Listed, calendar: Calendar, before: Session, now: number): SessionFigures | undefined {
  if (listed.lastSession?.date !== before.date) listed.lastSession = finishedSession(listed, calendar, before, now)
  return listed.lastSession
}

const closeBefore = (listed: Listed, last: SessionFigures | undefined, before: Session, now: number): Price =>
  closeWithout(listed, last?.close ?? listed.firstClose, { from: before.close, until: now, now })

/**
 * The close that every change of `now` counts from: the reference of an auction. `isKnown` is false for a share on its first
 * day, whose price of issue stands in for it.
 */
export function referenceOf(
  listed: Listed,
  hours: MarketHours,
  now: number,
): { readonly price: Price; readonly isKnown: boolean } {
  const { session } = listed.instrument
  const { before } = hours.spanAt(session, now)
  const last = sessionBefore(listed, hours.calendarOf(session), before, now)
  return { price: closeBefore(listed, last, before, now), isKnown: last !== undefined }
}

/**
 * A close less the dividends that were paid between it and another instant (rulebook §17.3): a change is then a gain or a
 * loss. All in the shares of `now`.
 */
function closeWithout(
  { actions }: Listed,
  close: Price,
  { from, until, now }: { readonly from: number; readonly until: number; readonly now: number },
): Price {
  const declared = actions?.declared(now) ?? []
  let left: bigint = close
  for (const dividend of declared.filter(isDividend))
    if (dividend.exAt >= from && dividend.exAt <= until) left -= amountIn(declared, dividend, now)
  return price(left)
}

/** Undefined for a session before the first. */
function finishedSession(
  listed: Listed,
  calendar: Calendar,
  session: Session,
  now: number,
): SessionFigures | undefined {
  const { instrument, course, grid, firstDay, firstClose } = listed
  if (session.day <= firstDay) return undefined
  const { open, high, low, close, lots } = course.finished(session)
  const previous = previousSession(calendar, session.open)
  const previousClose = previous.day <= firstDay ? firstClose : grid.lastOf(course.finished(previous).close)
  return {
    date: session.date,
    open: grid.lastOf(open),
    high: grid.lastOf(high),
    low: grid.lastOf(low),
    close: grid.lastOf(close),
    previousClose: closeWithout(listed, previousClose, { from: previous.close, until: session.open, now }),
    volume: lotsOf(instrument, lots),
  }
}

/** The range of the year up to and including the day. */
export function yearRangeOf(listed: Listed, hours: MarketHours, now: number): YearRange {
  const { instrument, course, grid, firstDay } = listed
  const span = hours.spanAt(instrument.session, now)
  const { session } = span
  const calendar = hours.calendarOf(instrument.session)
  const soFar = barOfSpan(listed, span, now)
  const past = course.yearBefore(session, () => yearOfSessions(calendar, session, firstDay))
  return {
    high: grid.lastOf(Math.max(past.high, soFar?.high ?? past.high)),
    low: grid.lastOf(Math.min(past.low, soFar?.low ?? past.low)),
  }
}

/** The last price of an extended phase of a session, once it has begun. */
function extendedPrice({ course, grid }: Listed, session: Session, phase: 'pre' | 'post', now: number) {
  const stretch = session.stretches.find((one) => one.phase === phase)
  if (stretch === undefined || stretch.start > now) return undefined
  if (stretch.end <= now) return grid.lastOf(course.logBefore(stretch.end))
  const place = placeOfTick(tickNumberAt(now))
  return grid.lastOf(course.play(place).logs[place.tick]!)
}

function* yearOfSessions(calendar: Calendar, session: Session, firstDay: DayNumber): Generator<Session> {
  yield* sessionsBack(calendar, session.open - 1, Math.max(session.day - 365, firstDay))
}

/** Open interest: about three days of volume, less in illiquid months. Only futures have one. */
function openInterestOf({ instrument, priced }: Listed, day: DayNumber): Quantity | undefined {
  if (instrument.contract === undefined) return undefined
  const lots = (Number(instrument.averageVolume) / Number(instrument.lot)) * 3 * priced.liquidity(day)
  return lotsOf(instrument, Math.floor(lots))
}

/** Whole lots as a quantity. */
export function lotsOf({ lot }: Instrument, lots: number): Quantity {
  return quantity(BigInt(lots) * lot)
}
