import { bookingsOfOrder } from '@mex/core/quantify/bookings.ts'
import type { Evidence } from '#areas/ledger/verify.ts'
import { heldByOrders, ordersAfter, realisedByOrders } from './store.ts'

/** What is in products and what they have earned (rulebook §8.5 I6, I9); each order has its journals and no others. */
export const evidence: Evidence = {
  held: { 'U.PRODUCT': [heldByOrders] },
  realised: [realisedByOrders],
  booked: [
    {
      name: 'quantify_order',
      events: ['E75', 'E76'],
      page: async (tx, afterId, limit) =>
        (await ordersAfter(tx, afterId, limit)).map((order) => ({ id: order.id, ...bookingsOfOrder(order) })),
    },
  ],
}
