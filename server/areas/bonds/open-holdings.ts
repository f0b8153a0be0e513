import { sql, type Tx } from '#db/sql.ts'

/** How many bond holdings a person has that are not redeemed. */
export async function countOpenHoldings(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from bond_holding where user_id = ${userId} and status <> 'redeemed'`.execute(tx)
  return rows[0]?.total ?? 0
}
