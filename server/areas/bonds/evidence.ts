import { bookingsOfHolding } from '@mex/core/bonds/bookings.ts'
import type { Evidence } from '#areas/ledger/verify.ts'
import { storedHoldingsAfter } from './store-verify.ts'

/** Each holding has its journals and no others; the face of a purchase is that of its holdings (rulebook §8.2 "units"). */
export const evidence: Evidence = {
  held: {},
  realised: [],
  booked: [
    {
      name: 'bond',
      events: ['E60', 'E61', 'E63', 'E64'],
      page: async (tx, afterId, limit) =>
        (await storedHoldingsAfter(tx, afterId, limit)).map((stored) => ({
          id: stored.holding.id,
          ...bookingsOfHolding(stored),
        })),
    },
  ],
}
