import { currentSession, latestSession, nextSession, type Calendar, type Session } from '#market/calendar.ts'

/** One call auction of a market. All instants are epoch milliseconds at whole minutes. */
export type Auction = {
  /** Orders enter, and can be cancelled, from `opensAt` up to but not at `closesAt`. */
  readonly opensAt: number
  readonly closesAt: number
  readonly crossesAt: number
  /** One of the hourly auctions outside of the exchange's hours, or the opening auction of a trading day. */
  readonly isPractice: boolean
}

/** Where an auction is at an instant: before its entry, during it, or between its end and the cross. */
export type AuctionPhase = 'waiting' | 'entry' | 'matching'

const minute = 60_000
const hour = 60 * minute
/** So long before the cross entry closes; practice auctions keep to what the exchange does. */
export const entryClosing = 2 * minute
/** So long before the cross the figures are published every 5 seconds, before that every minute (rulebook §23). */
const frequentFrom = 5 * minute
const [frequent, rare] = [5000, minute]

/** The next auction that crosses after an instant; entry begins with the trading day (04:00 in New York). */
export function nextAuction(calendar: Calendar, instant: number, practice: boolean): Auction {
  const opening = openingAuction(nextSession(calendar, instant))
  return (practice ? practiceAuctionBefore(calendar, instant, opening.opensAt) : undefined) ?? opening
}

/** The auction that crosses at exactly this instant; undefined if none does. */
export function auctionCrossingAt(calendar: Calendar, instant: number, practice: boolean): Auction | undefined {
  if (instant % minute !== 0) return undefined
  const auction = nextAuction(calendar, instant - 1, practice)
  return auction.crossesAt === instant ? auction : undefined
}

/** The auction that has crossed last. */
export function lastAuction(calendar: Calendar, instant: number, practice: boolean): Auction {
  const opening = openingAuction(latestSession(calendar, instant))
  for (let at = Math.floor(instant / hour) * hour; practice && at > opening.crossesAt; at -= hour)
    if (isPracticeCross(calendar, at)) return practiceAuction(at)
  return opening
}

export const auctionPhase = ({ opensAt, closesAt }: Auction, instant: number): AuctionPhase =>
  instant < opensAt ? 'waiting' : instant < closesAt ? 'entry' : 'matching'

/** When the figures in force were published; undefined before entry begins and after the cross. */
export function publishedAt({ opensAt, crossesAt }: Auction, instant: number): number | undefined {
  if (instant < opensAt || instant >= crossesAt) return undefined
  const step = instant >= crossesAt - frequentFrom ? frequent : rare
  return Math.floor(instant / step) * step
}

/** When figures are published next: at the cross it is the result. */
export function nextPublication(
  { opensAt, crossesAt }: Pick<Auction, 'opensAt' | 'crossesAt'>,
  instant: number,
): number {
  if (instant < opensAt) return opensAt
  const step = instant >= crossesAt - frequentFrom ? frequent : rare
  return Math.min((Math.floor(instant / step) + 1) * step, crossesAt)
}

/** The opening auction: nobody cancels just before it crosses, and nobody enters then (rulebook §13.4). */
function openingAuction({ begin, open, noCancel }: Session): Auction {
  const closesAt = noCancel.find(({ end }) => end === open)?.start ?? open
  return { opensAt: begin, closesAt, crossesAt: open, isPractice: false }
}

const practiceAuction = (crossesAt: number): Auction => ({
  opensAt: crossesAt - hour,
  closesAt: crossesAt - entryClosing,
  crossesAt,
  isPractice: true,
})

function practiceAuctionBefore(calendar: Calendar, instant: number, end: number): Auction | undefined {
  for (let at = (Math.floor(instant / hour) + 1) * hour; at < end; at += hour)
    if (isPracticeCross(calendar, at)) return practiceAuction(at)
  return undefined
}

/** A full hour outside of the time from the beginning of a trading day to its close, with a whole hour of entry before it. */
function isPracticeCross(calendar: Calendar, at: number): boolean {
  return isOutside(calendar, at) && isOutside(calendar, at - hour)
}

function isOutside(calendar: Calendar, instant: number): boolean {
  const session = currentSession(calendar, instant)
  return session === undefined || instant >= session.close || instant < session.begin
}
