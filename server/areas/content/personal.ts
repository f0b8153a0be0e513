import type { PersonalData } from '#db/personal.ts'
import { sql } from '#db/sql.ts'

/** What the messages keep about people. */
export const personal: PersonalData = {
  tables: ['message'],
  copy: {
    messages: (userId) => sql`
      select id, type, kind, text_values, reference_type, reference_id, is_read, created_at from message
      where user_id = ${userId} order by id`,
  },
  erase: (userIds) => [sql`delete from message where user_id = any(${userIds}::bigint[])`],
}
