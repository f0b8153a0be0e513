import { isoInstant } from '#clock.ts'
import { sql, type Fragment } from '#db/sql.ts'

/** Orders with a strike that is due by an instant and not booked: the user, and when the money counts. */
export const payoutsDue = (now: number): Fragment => sql`
  select user_id, due_at from quantify_order where due_at <= ${isoInstant(now)}`
