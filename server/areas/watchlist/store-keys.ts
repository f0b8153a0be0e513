import { sql, type Tx } from '#db/sql.ts'

/** The instruments that a user watches, by key: `market:code`. */
export async function watchedKeys(tx: Tx, userId: number): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select market || ':' || code as key from watch where user_id = ${userId}`.execute(tx)
  return new Set(rows.map((row) => row.key))
}
