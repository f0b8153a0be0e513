import { sql, type Tx } from '#db/sql.ts'

/** Journals of rentals with their robots and periods, in one query. */
export async function robotsOfJournals(tx: Tx, userId: number, journals: readonly number[]) {
  const { rows } = await sql<{ journal: number; event: string; period: string; robot: number }>`
    select journal.id as journal, event, substr(event_key, length(event || ref_id) + 3) as period, robot_id as robot
    from journal join robot_order on robot_order.user_id = ${userId} and robot_order.id = journal.ref_id
    where journal.user_id = ${userId} and journal.id = any(${journals}::bigint[]) and ref_type = 'robot'`.execute(tx)
  return rows
}
