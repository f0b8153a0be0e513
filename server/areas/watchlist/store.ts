import type { Classification, Market, Source } from '@mex/core/market/instrument.ts'

import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

export type WatchRow = {
  readonly id: number
  readonly market: Market
  readonly code: string
  readonly source: Source
  readonly classify: Classification
  /** As it was called when it was saved. */
  readonly name: string
}

/** The watchlist of a user, newest first. */
export async function watchesOf(
  tx: Tx,
  userId: number,
  classify: Classification | undefined,
  limit: number,
): Promise<WatchRow[]> {
  const { rows } = await sql<WatchRow>`
    select id, market, code, source, classify, name from watch
    where user_id = ${userId} and (${classify ?? null}::text is null or classify = ${classify ?? null})
    order by id desc limit ${limit}`.execute(tx)
  return rows
}

export async function watchId(tx: Tx, userId: number, market: Market, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from watch where user_id = ${userId} and market = ${market} and code = ${code}`.execute(tx)
  return rows[0]?.id
}

export async function countWatches(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from watch where user_id = ${userId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertWatch(tx: Tx, userId: number, row: Omit<WatchRow, 'id'>, now: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into watch (user_id, market, code, source, classify, name, created_at)
    values (${userId}, ${row.market}, ${row.code}, ${row.source}, ${row.classify}, ${row.name}, ${isoInstant(now)})
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('Broken invariant: a new row has an id')
  return id
}

export async function deleteWatch(tx: Tx, userId: number, id: number): Promise<void> {
  await sql`delete from watch where user_id = ${userId} and id = ${id}`.execute(tx)
}

/** Deletes an instrument of one market, or of all; returns the number of rows. */
export async function deleteCode(tx: Tx, userId: number, code: string, market: Market | undefined): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from watch where user_id = ${userId} and code = ${code}
      and (${market ?? null}::text is null or market = ${market ?? null})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
