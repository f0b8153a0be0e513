import { bookingsOfRental } from '@mex/core/robots/bookings.ts'
import { robotWallet } from '@mex/core/robots/postings.ts'
import { walletNumbers } from '@mex/core/wallet/wallets.ts'
import type { Evidence } from '#areas/ledger/verify.ts'
import { sql } from '#db/sql.ts'
import { rentalsAfter } from './store.ts'

/** What rented robots hold of their wallet, and the journals of their two ends. */
export const evidence: Evidence = {
  held: {
    'U.PRODUCT': [
      sql`select user_id, ${walletNumbers[robotWallet]}::integer as wallet, sum(price - rent) as amount
        from robot_order where redeemed_at is null group by user_id`,
    ],
  },
  realised: [],
  booked: [
    {
      name: 'robot',
      events: ['E80', 'E84', 'E85'],
      page: async (tx, afterId, limit) =>
        (await rentalsAfter(tx, afterId, limit)).map((rental) => ({ id: rental.id, ...bookingsOfRental(rental) })),
    },
  ],
}
