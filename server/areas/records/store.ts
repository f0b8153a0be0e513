import { isoInstant } from '#clock.ts'
import type { OwnData } from '#db/own-data.ts'
import { sql, type Tx } from '#db/sql.ts'

export type Reset = { readonly userId: number; readonly id: number }

/** When a user last requested a reset; undefined if never. */
export async function lastReset(
  tx: Tx,
  userId: number,
): Promise<{ readonly askedAt: number; readonly isOver: boolean } | undefined> {
  const { rows } = await sql<{ askedAt: number; isOver: boolean }>`
    select asked_at as "askedAt", done_at is not null as "isOver" from practice_reset
    where user_id = ${userId} order by id desc limit 1`.execute(tx)
  return rows[0]
}

/** Inserts a reset; returns its id. */
export async function insertReset(tx: Tx, userId: number, now: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into practice_reset (user_id, asked_at) values (${userId}, ${isoInstant(now)}) returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('Broken invariant: a new reset has a number')
  return id
}

/** Resets that wait for positions to close, by user id, after a given one. */
export async function openResets(tx: Tx, afterUser: number, limit: number): Promise<Reset[]> {
  const { rows } = await sql<Reset>`
    select user_id as "userId", id from practice_reset where done_at is null and user_id > ${afterUser}
    order by user_id limit ${limit}`.execute(tx)
  return rows
}

/** Ends a reset; false if another process has ended it. */
export async function endReset(tx: Tx, { userId, id }: Reset, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update practice_reset set done_at = ${isoInstant(now)} where user_id = ${userId} and id = ${id} and done_at is null`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Drops the reset of an account that closes. */
export async function dropReset(tx: Tx, userId: number, now: number): Promise<void> {
  await sql`
    update practice_reset set done_at = ${isoInstant(now)} where user_id = ${userId} and done_at is null`.execute(tx)
}

/** The number of a user's pending rows in these areas, up to a small limit. */
export async function countPending(tx: Tx, userId: number, areas: readonly OwnData[]): Promise<number> {
  let count = 0
  for (const { pending } of areas) {
    if (pending === undefined) continue
    const { rows } = await sql`${pending(userId)} limit 1`.execute(tx)
    count += rows.length
  }
  return count
}

export async function countExports(tx: Tx, userId: number, since: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from data_export where user_id = ${userId} and asked_at > ${isoInstant(since)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Inserts a data export; returns its id. */
export async function insertExport(tx: Tx, userId: number, now: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into data_export (user_id, asked_at) values (${userId}, ${isoInstant(now)}) returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('Broken invariant: a new copy has a number')
  return id
}

/** Whether this export was requested since an instant. */
export async function isExportOpen(tx: Tx, userId: number, id: number, since: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from data_export where user_id = ${userId} and id = ${id} and asked_at > ${isoInstant(since)}`.execute(tx)
  return rows.length > 0
}

export async function deleteExports(tx: Tx, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from data_export where asked_at < ${isoInstant(before)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
