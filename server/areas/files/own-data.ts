import type { OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** The personal data of the files area: the export lists the pictures, and the page shows them. */
export const ownData: OwnData = {
  tables: ['file', 'file_use'],
  copy: {
    pictures: (userId) => sql`
      select id, size, width, height, uploaded_at from file where user_id = ${userId} order by uploaded_at, id`,
    picturesInUse: (userId) => sql`
      select file_id, record, record_id, keep_until from file_use where user_id = ${userId} order by record, record_id, file_id`,
  },
  erase: (userIds) => [
    sql`delete from file_use where user_id = any(${userIds}::bigint[])
      or file_id in (select id from file where user_id = any(${userIds}::bigint[]))`,
    sql`delete from file where user_id = any(${userIds}::bigint[])`,
  ],
}
