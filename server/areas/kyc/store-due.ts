import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

export type Due = { readonly id: number; readonly userId: number }

/** Due submissions, the earliest due first; read without locks. */
export async function dueSubmissions(tx: Tx, now: number, limit: number): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select id, user_id as "userId" from verification where status = 1 and due_at <= ${isoInstant(now)}
    order by due_at, id limit ${limit}`.execute(tx)
  return rows
}
