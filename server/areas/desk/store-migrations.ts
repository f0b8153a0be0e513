import { sql, type Tx } from '#db/sql.ts'

/** The applied migrations of this database, in order. */
export async function appliedMigrations(tx: Tx): Promise<readonly { readonly name: string; readonly hash: string }[]> {
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from migration order by name`.execute(tx)
  return rows
}
