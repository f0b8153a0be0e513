import { bookingsOfOrder } from '@mex/core/follow/bookings.ts'
import { followWallet } from '@mex/core/follow/postings.ts'
import { walletNumbers } from '@mex/core/wallet/wallets.ts'
import type { Evidence } from '#areas/ledger/verify.ts'
import { sql } from '#db/sql.ts'
import { ordersAfter } from './store.ts'

const wallet = walletNumbers[followWallet]

/** Waiting orders are in U.ORDER, running and ended ones in U.PRODUCT (rulebook §8.5 I4, I6); what a settlement gained is realised (I9). */
export const evidence: Evidence = {
  held: {
    'U.ORDER': [sql`select user_id, ${wallet}::int as wallet, amount from follow_order where status = 'waiting'`],
    'U.PRODUCT': [
      sql`select user_id, ${wallet}::int as wallet, amount from follow_order where status in ('running', 'ended')`,
    ],
  },
  realised: [
    sql`select user_id, 'MXN' as currency, value - amount as amount from follow_order where status = 'settled'`,
  ],
  booked: [
    {
      name: 'follow',
      events: ['E70', 'E71', 'E72', 'E73', 'E74'],
      page: async (tx, afterId, limit) =>
        (await ordersAfter(tx, afterId, limit)).map(({ order }) => ({ id: order.id, ...bookingsOfOrder(order) })),
    },
  ],
}
