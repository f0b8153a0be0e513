import { present } from '@mex/core/assert.ts'
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

/** What has been committed by now, as PostgreSQL writes it. */
export async function snapshotNow(tx: Tx): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(tx)
  return present(rows[0], 'a snapshot').snapshot
}

/** What was committed after one snapshot and by a later one. */
export type OutboxStretch = { readonly after: string; readonly by: string }

/**
 * The notices of a stretch after an id, in the order of their ids. These are given while the person is locked, so for
 * one person this is the order of the commits; and stretch by stretch nothing is passed over or comes twice. (Numbers of
 * transactions would not do: they may be given before the wait for the lock.)
 */
export async function noticesOf(
  tx: Tx,
  { after, by }: OutboxStretch,
  afterId: number,
  limit: number,
): Promise<(Notice & { readonly id: number })[]> {
  // Materialised, because for the order of ids the planner would walk through all of them; and only a range that ends
  // makes it trust the index on transactions.
  const { rows } = await sql<Notice & { id: number }>`
    with stretch as materialized (
      select user_id as "userId", topic, ref_id as "refId", id from outbox
      where xid >= pg_snapshot_xmin(${after}::pg_snapshot) and xid < pg_snapshot_xmax(${by}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${after}::pg_snapshot) and pg_visible_in_snapshot(xid, ${by}::pg_snapshot)
        and id > ${afterId}::bigint
    )
    select * from stretch order by id limit ${limit}`.execute(tx)
  return rows
}
