import { centsAsText, type OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** The ledger keeps the internal user id for ever, and no identity. Journals are copied separately. */
export const ownData: OwnData = {
  tables: ['journal', 'journal_line', 'balance', 'bill', 'unsettled'],
  copy: {
    balances: (userId) => sql`
      select wallet, currency, account, ${centsAsText('amount')} as amount from balance
      where user_id = ${userId} order by wallet, account`,
    bills: (userId) => sql`
      select journal_id, wallet, currency, ${centsAsText('amount')} as amount, event, ref_type, ref_id, memo, at
      from bill where user_id = ${userId} order by at, journal_id, wallet`,
    unsettled: (userId) => sql`
      select wallet, release_date, ${centsAsText('amount')} as amount from unsettled
      where user_id = ${userId} order by wallet, release_date`,
  },
  erase: () => [],
}
