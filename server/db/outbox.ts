import { columns, sql, type Tx } from './sql.ts'

/** Something of a person that changed: push tells it after the commit, by looking the thing up again. */
export type Notice = { readonly userId: number; readonly topic: string; readonly refId: number }

/** Writes what push has to tell in the same commit as the change. */
export async function tell(tx: Tx, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return
  await sql`
    insert into outbox (user_id, topic, ref_id)
    select * from ${columns(notices, ['bigint', (row) => row.userId], ['text', (row) => row.topic], ['bigint', (row) => row.refId])}`.execute(
    tx,
  )
}

export type Cursor = { readonly xid: string; readonly id: number }

/**
 * The notices after a cursor in commit order. Rows of transactions that are still open, and of those that began after
 * them, wait: so nothing is ever passed over (rulebook §8.1).
 */
export async function noticesAfter(tx: Tx, cursor: Cursor, limit: number): Promise<(Notice & Cursor)[]> {
  const { rows } = await sql<Notice & Cursor>`
    select user_id as "userId", topic, ref_id as "refId", xid::text, id from outbox
    where (xid, id) > (${cursor.xid}::xid8, ${cursor.id}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by xid, id limit ${limit}`.execute(tx)
  return rows
}

/** Where the outbox ends now: a fresh process tells only what comes after it. */
export async function endOfOutbox(tx: Tx): Promise<Cursor> {
  const { rows } = await sql<Cursor>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid, 9223372036854775807 as id`.execute(
    tx,
  )
  return { xid: rows[0]?.xid ?? '0', id: Number.MAX_SAFE_INTEGER }
}
