import type { OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Personal data of the watchlist and its groups. */
export const ownData: OwnData = {
  tables: ['watch_group_row', 'watch_group', 'watch'],
  copy: {
    watchlist: (userId) => sql`
      select id, market, code, source, classify, name, created_at from watch where user_id = ${userId} order by id`,
    watchGroups: (userId) => sql`
      select id, name, (
          select coalesce(json_agg(watch_id order by watch_id), '[]') from watch_group_row where group_id = watch_group.id
        ) as rows, created_at
      from watch_group where user_id = ${userId} order by place, id`,
  },
  erase: (userIds) => [
    sql`delete from watch_group_row where user_id = any(${userIds}::bigint[])`,
    sql`delete from watch_group where user_id = any(${userIds}::bigint[])`,
    sql`delete from watch where user_id = any(${userIds}::bigint[])`,
  ],
}
