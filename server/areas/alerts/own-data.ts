import { unitsAsText, type OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** The personal data of price alerts. */
export const ownData: OwnData = {
  tables: ['price_alert', 'alert_device'],
  copy: {
    priceAlerts: (userId) => sql`
      select id, instrument, kind, ${unitsAsText('level')} as level, round(percent / 100.0, 2)::text as percent, repeats,
        in_practice_hours, state, created_at, told_at, told_count
      from price_alert where user_id = ${userId} order by id`,
    // The rest of the address and the keys are secrets of the browser.
    alertDevices: (userId) => sql`
      select split_part(endpoint, '/', 3) as service, language, created_at
      from alert_device where user_id = ${userId} order by id`,
  },
  erase: (userIds) => [
    sql`delete from price_alert where user_id = any(${userIds}::bigint[])`,
    sql`delete from alert_device where user_id = any(${userIds}::bigint[])`,
  ],
}
