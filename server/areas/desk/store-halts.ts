import type { Market } from '@mex/core/market/instrument.ts'
import { newsMax, type HaltSpan } from '@mex/core/market/instrument-news.ts'

import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

/** A halt of one instrument of a market or, without a code, of the whole market. */
export type Halt = { readonly market: Market; readonly code: string | undefined }

export type HaltRow = Halt & {
  readonly author: string
  readonly reason: string
  /** Epoch milliseconds. */
  readonly haltedAt: number
}

/** The current halts, oldest first. */
export async function haltsNow(tx: Tx): Promise<HaltRow[]> {
  const { rows } = await sql<Omit<HaltRow, 'code'> & { code: string | null }>`
    select market, code, author, reason, halted_at as "haltedAt" from halt where resumed_at is null order by id`.execute(
    tx,
  )
  return rows.map((row) => ({ ...row, code: row.code ?? undefined }))
}

/** Saves a halt; false if there is one already. */
export async function insertHalt(tx: Tx, halt: HaltRow): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into halt (market, code, author, reason, halted_at)
    values (${halt.market}, ${halt.code}, ${halt.author}, ${halt.reason}, ${isoInstant(halt.haltedAt)})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Ends a halt; false if there was none. */
export async function endHalt(tx: Tx, { market, code }: Halt, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update halt set resumed_at = greatest(halted_at, ${isoInstant(now)}::timestamptz)
    where market = ${market} and coalesce(code, '') = ${code ?? ''} and resumed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** The newest halts of an instrument, alone or with its whole market, of those that began at or after an instant. */
export async function haltsOf(tx: Tx, { market, code }: Halt, since: number): Promise<readonly HaltSpan[]> {
  const { rows } = await sql<Omit<HaltSpan, 'to'> & { to: number | null }>`
    select halted_at as "from", resumed_at as "to", code is null as "isWholeMarket" from halt
    where market = ${market} and (code is null or code = ${code}) and halted_at >= ${isoInstant(since)}
    order by id desc limit ${newsMax}`.execute(tx)
  return rows.map(({ to, ...halt }) => ({ ...halt, to: to ?? undefined }))
}

/** All halts with their times; without `code` for a whole market. */
export async function haltHistory(tx: Tx) {
  const { rows } = await sql<{ market: string; code: string | null; from: number; to: number | null }>`
    select market, code, halted_at as "from", resumed_at as "to" from halt order by id`.execute(tx)
  return rows.map(({ market, code, from, to }) => ({ market, code: code ?? undefined, from, to: to ?? undefined }))
}
