import { centsAsText, type OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Personal data of wallets. It does not identify a user. */
export const ownData: OwnData = {
  tables: ['transfer'],
  copy: {
    transfers: (userId) => sql`
      select id, from_wallet, to_wallet, from_currency, to_currency, ${centsAsText('amount')} as amount, status,
        ${centsAsText('settled_amount')} as settled_amount, submitted_at, due_at, cancel_requested_at, ended_at
      from transfer where user_id = ${userId} order by id`,
  },
  erase: () => [],
}
