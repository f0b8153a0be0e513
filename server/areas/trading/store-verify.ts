import { sql } from '#db/sql.ts'

/** Margin of open positions. */
export const heldByPositions = sql`select user_id, wallet, sum(margin) as amount from position group by user_id, wallet`
/** What working orders have left of their reserve. */
export const heldByOrders = sql`select user_id, wallet, sum(reserve) as amount from trade_order group by user_id, wallet`
/** Margin that waits for the feed. */
export const heldByAdditions = sql`
  select user_id, wallet, sum(amount) as amount from margin_addition where state = 'waiting' group by user_id, wallet`
/** Results of everything that was closed, before fees. */
export const realisedByClosings = sql`
  select position.currency, sum(closing.profit) as amount
  from closing join position on position.user_id = closing.user_id and position.id = closing.position_id group by position.currency`
