import type { OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** What the watchlist keeps about people: what interests somebody is nobody else's business. */
export const ownData: OwnData = {
  tables: ['watch'],
  copy: {
    watchlist: (userId) => sql`
      select id, market, code, source, classify, name, created_at from watch where user_id = ${userId} order by id`,
  },
  erase: (userIds) => [sql`delete from watch where user_id = any(${userIds}::bigint[])`],
}
