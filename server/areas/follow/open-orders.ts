import { sql, type Tx } from '#db/sql.ts'

/** How many orders of a person are not settled or refunded. */
export async function countOpenOrders(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from follow_order where user_id = ${userId} and finished_at is null`.execute(tx)
  return rows[0]?.total ?? 0
}
