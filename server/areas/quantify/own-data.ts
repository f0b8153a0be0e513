import { centsAsText, unitsAsText, type OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Personal data of quantitative products. It does not identify a user. Money in a product keeps an account open (rulebook §8.3 E93). */
export const ownData: OwnData = {
  tables: ['quantify_order'],
  copy: {
    quantifyOrders: (userId) => sql`
      select id, product_id, term_days, ${centsAsText('amount')} as amount, status, saved_at, start_on, ${unitsAsText('start_nav')} as start_nav,
        ${unitsAsText('units')} as units, end_on, ${unitsAsText('end_nav')} as end_nav, ${centsAsText('worth')} as worth,
        ${centsAsText('management_fee')} as management_fee, ${centsAsText('performance_fee')} as performance_fee, ended_at
      from quantify_order where user_id = ${userId} order by id`,
  },
  pending: (userId) => sql`select 1 from quantify_order where user_id = ${userId} and status <> 'completed'`,
  erase: () => [],
}
