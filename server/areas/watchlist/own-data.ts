import type { OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Personal data of the watchlist. */
export const ownData: OwnData = {
  tables: ['watch'],
  copy: {
    watchlist: (userId) => sql`
      select id, market, code, source, classify, name, created_at from watch where user_id = ${userId} order by id`,
  },
  erase: (userIds) => [sql`delete from watch where user_id = any(${userIds}::bigint[])`],
}
