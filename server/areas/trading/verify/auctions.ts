import { isAuctionOnly } from '@mex/core/market/products.ts'
import { auctionPhase } from '@mex/core/auctions/schedule.ts'
import { isAuction, isUsable } from '@mex/core/trading/execution.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { attempt, instantText, type FillFinding } from './findings.ts'
import type { ReplayMarket } from './market.ts'
import type { PauseIndex } from './pauses.ts'

/**
 * Orders for auctions (rulebook §23): each was accepted during entry, cancelled during entry if at all, and decided by the first
 * print after it. What that print filled is recomputed with all other fills; here are the orders that a print passed by.
 */
export function missedAuctions(
  orders: readonly Order[],
  market: ReplayMarket,
  pauses: PauseIndex,
): readonly FillFinding[] {
  const findings: FillFinding[] = []
  for (const order of orders.filter(isAuctionOnly))
    attempt(findings, `order ${order.id}`, () => void findings.push(...wrongAuction(order, market, pauses)))
  return findings
}

function wrongAuction(order: Order, market: ReplayMarket, pauses: PauseIndex): readonly FillFinding[] {
  const findings: FillFinding[] = []
  const about = `order ${order.id}`
  const instrument = market.describe(order.instrument, order.acceptedAt)
  const auction = market.timetable.auction(instrument, order.acceptedAt)
  if (auctionPhase(auction, order.acceptedAt) !== 'entry')
    findings.push({ about, message: `was accepted at ${instantText(order.acceptedAt)}, when no auction took orders` })
  const { cancelRequestedAt } = order
  if (cancelRequestedAt !== undefined && cancelRequestedAt >= auction.closesAt)
    findings.push({ about, message: `was cancelled at ${instantText(cancelRequestedAt)}, after entry had closed` })
  if (passedBy(order, auction.crossesAt, market, pauses))
    findings.push({ about, message: `was passed by at the cross of ${instantText(auction.crossesAt)}` })
  return findings
}

/** Whether the print of the auction was there for everyone, and the order went on after it or ended otherwise. */
function passedBy(order: Order, crossesAt: number, market: ReplayMarket, pauses: PauseIndex): boolean {
  const { feed, quoteAgeSecondsMax, patienceFrom } = market
  const patience = patienceFrom(crossesAt)
  if (crossesAt + patience > pauses.until) return false
  if (pauses.endOfPause(order.instrument, crossesAt - patience, crossesAt + patience) !== undefined) return false
  const print = feed.quote(order.instrument, crossesAt)
  if (print === undefined || print.venueTime !== crossesAt || !isAuction(order, print)) return false
  const previous = feed.quote(order.instrument, crossesAt - 1)
  if (!isUsable(print, previous, crossesAt, quoteAgeSecondsMax)) return false
  const isDecided = order.status === 'filled' || order.status === 'ended'
  const isEarlier = isDecided && order.changedAt <= crossesAt
  const isCancelled = order.reason === 'CANCELLED' && (order.cancelRequestedAt ?? Infinity) < crossesAt
  return !isEarlier && !isCancelled
}

/**
 * The print of an auction may be late, on a fast clock by many hours of it: a list of a later instant that was handled before it left the order
 * for it (`printAgeSecondsMax`).
 */
export function waitsForPrint(
  row: Order | Position,
  stored: readonly Order[],
  at: number,
  { patienceFrom }: Pick<ReplayMarket, 'patienceFrom'>,
): boolean {
  if (!('purpose' in row) || !isAuctionOnly(row) || row.expiresAt === undefined) return false
  const isEndedHere = stored.some(
    ({ id, status, changedAt }) => id === row.id && status === 'ended' && changedAt === at,
  )
  return !isEndedHere && at < row.expiresAt + patienceFrom(row.expiresAt)
}
