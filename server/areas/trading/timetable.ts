import { present } from '@mex/core/assert.ts'
import {
  addBusinessDays,
  currentSession,
  isNoCancel,
  latestSession,
  marketDate,
  marketDay,
  nextClose,
  nextSession,
  type Calendar,
  type Session,
} from '@mex/core/market/calendar.ts'
import type { Instrument, SessionName } from '@mex/core/market/instrument.ts'
import { marketRules, products } from '@mex/core/market/products.ts'
import { dayMilliseconds, isoDate } from '@mex/core/time-zone.ts'
import type { ContractStage } from '@mex/core/trading/order-check.ts'
import type { Order } from '@mex/core/trading/orders.ts'

/** Dates and instants from the markets' calendars: public facts, the same for all users. */
export type Timetable = {
  /** Market date whose fee rows apply, YYYY-MM-DD. */
  feeDate(instrument: Instrument, now: number): string
  /** When an order that is accepted now ends by itself (rulebook §13.5); undefined where no order can be placed. */
  expiry(instrument: Instrument, now: number, terms: Pick<Order, 'extendedHours'>): number | undefined
  /** Whether orders cannot be cancelled now, because an auction is about to match (rulebook §13.4, §13.5). */
  isNoCancel(instrument: Instrument, now: number): boolean
  /** Whether a contract may be traded, only closed, or neither, because it ends or has ended (rulebook §17.5). */
  stage(instrument: Instrument | undefined, now: number): ContractStage
  /** Whether a contract's last trading day is at most so many business days ahead (0: it has come). */
  endsWithin(instrument: Instrument, now: number, businessDays: number): boolean
  /** The current or last trading day, YYYY-MM-DD, and when it began: what happened since is "today" (rulebook §0.3). */
  tradingDate(instrument: Instrument, now: number): string
  dayStart(instrument: Instrument, now: number): number
  /** Market date on which the proceeds of a sale settle, YYYY-MM-DD; undefined when at once (rulebook §10.4). */
  releaseDate(instrument: Instrument, now: number): string | undefined
}

/** So many business days at the end of a contract only closing is allowed, the last one counted (`expiry.noOpenDays`). */
const noOpenDays = 1

export function timetableOf(calendars: ReadonlyMap<SessionName, Calendar>): Timetable {
  const calendarOf = (instrument: Instrument): Calendar =>
    present(calendars.get(instrument.session), `the calendar of ${instrument.key}`)
  const tradingDay = (instrument: Instrument, now: number): Session => {
    const calendar = calendarOf(instrument)
    return currentSession(calendar, now) ?? latestSession(calendar, now)
  }
  function endsWithin(instrument: Instrument, now: number, businessDays: number): boolean {
    const { contract } = instrument
    if (contract === undefined) return false
    const calendar = calendarOf(instrument)
    const lastDay = marketDay(calendar, contract.lastTrade - 1)
    const day = businessDays === 0 ? lastDay : addBusinessDays(calendar, lastDay, -businessDays)
    return marketDay(calendar, now) >= day
  }
  return {
    feeDate: (instrument, now) => marketDate(calendarOf(instrument), now),
    expiry(instrument, now, { extendedHours }) {
      const { orders } = products[instrument.source]
      if (orders === undefined) return undefined
      if (orders.validityDays !== undefined) {
        const last = now + orders.validityDays * dayMilliseconds
        return Math.min(last, instrument.contract?.lastTrade ?? last)
      }
      const calendar = calendarOf(instrument)
      if (!extendedHours) return nextClose(calendar, now)
      return (currentSession(calendar, now) ?? nextSession(calendar, now)).end
    },
    isNoCancel: (instrument, now) => isNoCancel(calendarOf(instrument), now),
    stage(instrument, now) {
      if (instrument?.contract === undefined) return 'trading'
      if (now >= instrument.contract.lastTrade) return 'ended'
      return endsWithin(instrument, now, noOpenDays - 1) ? 'closing_only' : 'trading'
    },
    endsWithin,
    tradingDate: (instrument, now) => tradingDay(instrument, now).date,
    dayStart: (instrument, now) => tradingDay(instrument, now).begin,
    releaseDate(instrument, now) {
      const lag = marketRules[instrument.market].settlementDays
      if (lag === 0) return undefined
      const calendar = calendarOf(instrument)
      return isoDate(addBusinessDays(calendar, marketDay(calendar, now), lag))
    },
  }
}
