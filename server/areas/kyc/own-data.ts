import type { OwnData } from '#db/own-data.ts'
import { sql } from '#db/sql.ts'

/** Verifications and applications for block trades: a copy says how they went; the papers themselves are sealed. */
export const ownData: OwnData = {
  tables: ['block_application', 'verification'],
  copy: {
    verifications: (userId) => sql`
      select id, status, reason, submitted_at, due_at, decided_at from verification where user_id = ${userId} order by id`,
    blockApplications: (userId) => sql`
      select id, status, risk_acknowledged, reason, applied_at, due_at, decided_at
      from block_application where user_id = ${userId} order by id`,
  },
  erase: (userIds) => [
    sql`delete from verification where user_id = any(${userIds}::bigint[])`,
    sql`delete from block_application where user_id = any(${userIds}::bigint[])`,
  ],
}
