import { centsAsText, unitsAsText, type OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Personal data of follow orders. It does not identify a user. An order that is not over keeps an account open (rulebook §8.3 E93). */
export const ownData: OwnData = {
  tables: ['follow_order'],
  copy: {
    followOrders: (userId) => sql`
      select id, campaign_id, ${centsAsText('amount')} as amount, status, placed_at, confirmed_at,
        ${unitsAsText('open_price')} as open_price, open_quote, ${unitsAsText('close_price')} as close_price, close_quote,
        ${centsAsText('value')} as value, ${centsAsText('fee')} as fee, changed_at, finished_at
      from follow_order where user_id = ${userId} order by id`,
  },
  pending: (userId) => sql`select 1 from follow_order where user_id = ${userId} and finished_at is null`,
  erase: () => [],
}
