import { finalPrice } from '@mex/core/offerings/new-issue.ts'
import { offerKey, sellableFrom } from '@mex/core/offerings/offer.ts'
import { allottedPosition } from '@mex/core/offerings/position.ts'
import { unlockedPosition } from '@mex/core/trading/positions.ts'
import type { AllottedPositions } from '#areas/trading/verify/verify.ts'
import type { Feed } from '#feeds/feed.ts'
import { offerNameOf, offersOf } from './offers.ts'
import { settledAllotments } from './store.ts'

/**
 * The positions of allotted shares as they began, for the replay of all trading: recomputed from the offers and the applications.
 * `patience` is how long after the end of their lock the job may still have to open them, milliseconds of the market clock.
 */
export const allottedPositions =
  (feed: Feed, now: number, patience = 0): AllottedPositions =>
  async (tx, users) => {
    const offers = offersOf(feed, now)
    const settled = await settledAllotments(tx, users)
    return settled.flatMap(({ application, isLocked, closedLockedAt, settledAt }) => {
      const offer = offers.get(offerKey(offerNameOf(application)))
      if (offer === undefined) return []
      const position = allottedPosition(offer, application, finalPrice(offer), settledAt)
      const end = sellableFrom(offer)
      // Shares that left the market within the lock-up were paid out although they were locked.
      if (closedLockedAt !== undefined && closedLockedAt < end + patience) return [position]
      const mustBeOpen = now >= end + patience
      const mayBeOpen = now >= end
      return [mustBeOpen || (mayBeOpen && !isLocked) ? unlockedPosition(position, end) : position]
    })
  }
