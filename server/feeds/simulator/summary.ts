import { type Calendar, previousSession, type Session } from '@mex/core/calendar.ts'
import type { Instrument } from '@mex/core/instrument.ts'
import { type Price, type Quantity, quantity } from '@mex/core/money.ts'
import type { DaySummary, YearRange } from '@mex/core/quote.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import { sessionsBack } from './history.ts'
import type { Listed } from './listed.ts'
import type { MarketHours } from './market-hours.ts'
import { placeOfTick, tickNumberAt } from './time-grid.ts'

/** The day so far. */
export function summarise(listed: Listed, hours: MarketHours, now: number): DaySummary {
  const { instrument, course, grid } = listed
  const calendar = hours.calendarOf(instrument.session)
  const session = hours.sessionAt(instrument.session, now)
  const before = previousSession(calendar, session.open)
  const soFar = course.until(session, now)
  const priceOf = (log: number | undefined): Price | undefined => (log === undefined ? undefined : grid.lastOf(log))
  return {
    open: priceOf(soFar?.open),
    high: priceOf(soFar?.high),
    low: priceOf(soFar?.low),
    previousClose: grid.lastOf(course.finished(before).close),
    volume: lotsOf(instrument, soFar?.lots ?? 0),
    openInterest: openInterestOf(listed, session.day),
    preMarket: extendedPrice(listed, session, 'pre', now),
    postMarket: extendedPrice(listed, session.open > now ? before : session, 'post', now),
  }
}

/** The year behind the day, the day included. `firstDay` is the first trading day that the market has. */
export function yearRangeOf(listed: Listed, hours: MarketHours, firstDay: DayNumber, now: number): YearRange {
  const { instrument, course, grid } = listed
  const session = hours.sessionAt(instrument.session, now)
  const calendar = hours.calendarOf(instrument.session)
  const soFar = course.until(session, now)
  const past = course.yearBefore(session, () => yearOfSessions(calendar, session, firstDay))
  return {
    high: grid.lastOf(Math.max(past.high, soFar?.high ?? past.high)),
    low: grid.lastOf(Math.min(past.low, soFar?.low ?? past.low)),
  }
}

/** The last price of a session's extended hours, once they have begun; a pre-market price goes with the session. */
function extendedPrice({ course, grid }: Listed, session: Session, phase: 'pre' | 'post', now: number) {
  const stretch = session.stretches.find((one) => one.phase === phase)
  if (stretch === undefined || stretch.start > now || (phase === 'pre' && session.close <= now)) return undefined
  if (stretch.end <= now) return grid.lastOf(course.logBefore(stretch.end))
  const place = placeOfTick(tickNumberAt(now))
  return grid.lastOf(course.play(place).logs[place.tick]!)
}

function* yearOfSessions(calendar: Calendar, session: Session, firstDay: DayNumber): Generator<Session> {
  yield* sessionsBack(calendar, session.open - 1, Math.max(session.day - 365, firstDay))
}

/** Contracts held overnight, about three days of volume in the months that are traded; other products have none. */
function openInterestOf({ instrument, priced }: Listed, day: DayNumber): Quantity | undefined {
  if (instrument.contract === undefined) return undefined
  const lots = (Number(instrument.averageVolume) / Number(instrument.lot)) * 3 * priced.liquidity(day)
  return lotsOf(instrument, Math.floor(lots))
}

/** Whole lots as a quantity. */
export function lotsOf({ lot }: Instrument, lots: number): Quantity {
  return quantity(BigInt(lots) * lot)
}
