import { present } from '@mex/core/assert.ts'
import { nextAuction, type Auction } from '@mex/core/auctions/schedule.ts'
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
import type { Instrument, SessionName, Source } from '@mex/core/market/instrument.ts'
import { isAuctionOnly, marketRules, products } from '@mex/core/market/products.ts'
import { dayMilliseconds, isoDate } from '@mex/core/time-zone.ts'
import type { ContractStage } from '@mex/core/trading/order-check.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import type { Feed } from '#feeds/feed.ts'

/** Dates and instants from the markets' calendars: public facts, the same for all users. */
export type Timetable = {
  /** Market date whose fee rows apply, YYYY-MM-DD. */
  feeDate(instrument: Instrument, now: number): string
  /** When an order that is accepted now ends by itself (rulebook §13.5); undefined where no order can be placed. */
  expiry(instrument: Instrument, now: number, terms: ExpiryTerms): number | undefined
  /** Whether an order cannot be cancelled now, because an auction is about to match (rulebook §13.4, §13.5, §23). */
  isNoCancel(instrument: Instrument, now: number, order: Pick<Order, 'source' | 'acceptedAt'>): boolean
  /** The auction that orders of the auction product enter now, or next (rulebook §23). */
  auction(instrument: Instrument, now: number): Auction
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

/** Without a product the order is of the instrument's own. */
type ExpiryTerms = Pick<Order, 'extendedHours'> & { readonly source?: Source }

/** How the auctions of a feed go. */
export type AuctionCustom = {
  /** Whether one also crosses every hour outside of the exchange's hours. */
  readonly hasPractice: boolean
  /** So long after the cross its print may come: a history may have its first price later. Milliseconds. */
  readonly patience: number
}

const latePrint = 300_000
export const auctionCustomOf = (feed: Pick<Feed, 'mode' | 'auctions'>): AuctionCustom => ({
  hasPractice: feed.auctions?.hasPractice === true,
  patience: feed.mode === 'sim' ? 0 : latePrint,
})

/** So many business days at the end of a contract only closing is allowed, the last one counted (`expiry.noOpenDays`). */
const noOpenDays = 1

export function timetableOf(
  calendars: ReadonlyMap<SessionName, Calendar>,
  { hasPractice, patience }: AuctionCustom,
): Timetable {
  const calendarOf = (instrument: Instrument): Calendar =>
    present(calendars.get(instrument.session), `the calendar of ${instrument.key}`)
  const tradingDay = (instrument: Instrument, now: number): Session => {
    const calendar = calendarOf(instrument)
    return currentSession(calendar, now) ?? latestSession(calendar, now)
  }
  const auction = (instrument: Instrument, now: number): Auction =>
    nextAuction(calendarOf(instrument), now, hasPractice)
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
    expiry(instrument, now, { extendedHours, source = instrument.source }) {
      const { orders } = products[source]
      if (orders === undefined) return undefined
      // The print itself is still met.
      if (orders.auctionOnly) return auction(instrument, now).crossesAt + patience + 1
      if (orders.validityDays !== undefined) {
        const last = now + orders.validityDays * dayMilliseconds
        return Math.min(last, instrument.contract?.lastTrade ?? last)
      }
      const calendar = calendarOf(instrument)
      if (!extendedHours) return nextClose(calendar, now)
      return (currentSession(calendar, now) ?? nextSession(calendar, now)).end
    },
    isNoCancel: (instrument, now, order) =>
      isAuctionOnly(order)
        ? now >= auction(instrument, order.acceptedAt).closesAt
        : isNoCancel(calendarOf(instrument), now),
    auction,
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
