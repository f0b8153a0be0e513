import { sql, type Tx } from '#db/sql.ts'

/** Reserves ids for rows that are written later. */
export async function takeIds(tx: Tx, table: 'card' | 'deposit' | 'withdrawal' | 'chain_transaction', count: number) {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map((row) => row.id)
}
