import { finalPrice } from '@mex/core/offerings/new-issue.ts'
import { allottedPosition, listedPosition } from '@mex/core/offerings/position.ts'
import type { AllottedPositions } from '#areas/trading/verify.ts'
import type { Feed } from '#feeds/feed.ts'
import { offersOf } from './offers.ts'
import { settledAllotments } from './store.ts'

/**
 * The positions of allotted shares as they began, for the replay of all trading: recomputed from the offers and the applications.
 * `patience` is how long after the listing the job may still have to open them, milliseconds of the market clock.
 */
export const allottedPositions =
  (feed: Feed, now: number, patience = 0): AllottedPositions =>
  async (tx, users) => {
    const offers = offersOf(feed, now)
    const settled = await settledAllotments(tx, users)
    return settled.flatMap(({ application, isLocked, settledAt }) => {
      const offer = offers.get(application.offer)
      if (offer === undefined) return []
      const position = allottedPosition(offer, application, finalPrice(offer), settledAt)
      const mustBeOpen = now >= offer.listsAt + patience
      const mayBeOpen = now >= offer.listsAt
      return [mustBeOpen || (mayBeOpen && !isLocked) ? listedPosition(position, offer.listsAt) : position]
    })
  }
