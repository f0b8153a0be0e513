import { columns, sql, type Tx } from '#db/sql.ts'

/** Records ended sessions for the running server in another process. */
export async function signalSessions(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into ended_session (session_id) select * from ${columns(ids, ['bigint', (id) => id])}`.execute(tx)
}

/** Takes the sessions that other processes have ended since the last call; each is returned once. */
export async function takeSignals(tx: Tx): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`delete from ended_session returning session_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}
