import { worksAfter } from '@mex/core/trading/execution.ts'
import type { EndReason, Order } from '@mex/core/trading/orders.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { MarginAddition } from '@mex/core/trading/positions.ts'
import type { StoredJournal } from '#areas/ledger/store-chain-links.ts'
import { hasTick, type Instant } from './instants.ts'
import type { ReplayMarket } from './market.ts'

/**
 * Until when the feed had passed for what happened at an instant. A tick passes up to its quote. The job that lets orders lapse looks only
 * at what no later quote can be earlier than. It may run while the quote in force has not been handled yet, or never is, because a hurried or
 * late clock skips ticks. So a tick counts only where it filled something, or did what the job could not have done.
 */
export function passedAt(
  instant: Instant,
  additions: ReadonlyMap<number, MarginAddition>,
  inForce: Quote | undefined,
  { feed, quoteAgeSecondsMax }: Pick<ReplayMarket, 'feed' | 'quoteAgeSecondsMax'>,
): number {
  const lapsed = instant.at - (feed.delaySeconds + quoteAgeSecondsMax) * 1000
  const endedByTick = (order: Order): boolean => neededBy(order) > lapsed
  const addedByTick = ({ entry: { reference } }: StoredJournal): boolean =>
    reference.type === 'margin_addition' && (additions.get(reference.id)?.acceptedAt ?? -Infinity) >= lapsed
  const isTick = hasTick(instant, inForce) || instant.ended.some(endedByTick) || instant.journals.some(addedByTick)
  return isTick ? Math.max(inForce?.venueTime ?? -Infinity, lapsed) : lapsed
}

/** Up to where the feed must have passed before an order ends for its reason; a cancel counts once a later instant is passed. */
const needed: Readonly<Partial<Record<EndReason, (order: Order) => number | undefined>>> = {
  CANCELLED: ({ cancelRequestedAt }) => (cancelRequestedAt === undefined ? undefined : cancelRequestedAt + 1),
  EXPIRED: ({ expiresAt }) => expiresAt,
  AUCTION_UNFILLED: ({ expiresAt }) => expiresAt,
  SOLD_OUT: (order) => worksAfter(order) + 1,
}

const neededBy = (order: Order): number =>
  (order.reason === undefined ? undefined : needed[order.reason]?.(order)) ?? -Infinity
