import type { OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/**
 * The personal data of verifications and permissions. The encrypted documents are not exported: the page shows them.
 */
export const ownData: OwnData = {
  tables: ['verification', 'block_application'],
  copy: {
    verifications: (userId) => sql`
      select id, status, reason, submitted_at, due_at, decided_at from verification where user_id = ${userId} order by id`,
    blockApplications: (userId) => sql`
      select id, status, risk_acknowledged, reason, applied_at, due_at, decided_at from block_application
      where user_id = ${userId} order by id`,
  },
  pending: (userId) => sql`
    select id from verification where user_id = ${userId} and status = 1
    union all select id from block_application where user_id = ${userId} and status = 1`,
  erase: (userIds) => [
    sql`delete from verification where user_id = any(${userIds}::bigint[])`,
    sql`delete from block_application where user_id = any(${userIds}::bigint[])`,
  ],
}
