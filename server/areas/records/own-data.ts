import type { OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Personal data of practice resets and data exports. */
export const ownData: OwnData = {
  tables: ['practice_reset', 'data_export'],
  copy: {
    resets: (userId) => sql`select id, asked_at, done_at from practice_reset where user_id = ${userId} order by id`,
    exports: (userId) => sql`select id, asked_at from data_export where user_id = ${userId} order by id`,
  },
  erase: (userIds) => [sql`delete from data_export where user_id = any(${userIds}::bigint[])`],
}
