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

/** The current halts as a server keeps them, and after how many changes of operators they are so. */
export type KnownHalts = {
  readonly changes: number
  readonly halts: readonly (Halt & {
    readonly id: number
    /** Whether it is noted since when nothing is accepted or filled. */
    readonly isNoted: boolean
  })[]
}

/** One statement, so that halts and changes are of the same instant. */
export async function knownHalts(tx: Tx): Promise<KnownHalts> {
  type Row = { changes: number; id: number | null; market: Market | null; code: string | null; isNoted: boolean }
  const { rows } = await sql<Row>`
    select coalesce((select operator_changes from market_clock), 0) as changes,
      id, market, code, held_after is not null as "isNoted"
    from (select) as once left join halt on resumed_at is null order by id`.execute(tx)
  return {
    changes: rows[0]?.changes ?? 0,
    halts: rows.flatMap(({ id, code, market, isNoted }) =>
      id === null || market === null ? [] : { id, market, code: code ?? undefined, isNoted },
    ),
  }
}

/** Notes that after an instant nothing is accepted or filled until these halts end; all unless they are named. */
export async function noteHeldAfter(tx: Tx, after: number, halts?: readonly number[]): Promise<void> {
  await sql`
    update halt set held_after = ${isoInstant(after)}
    where held_after is null and resumed_at is null and id = any(coalesce(${halts ?? null}::bigint[], array[id]))`.execute(
    tx,
  )
}

/** Saves a halt; false if there is one already. */
export async function insertHalt(tx: Tx, halt: HaltRow): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into halt (market, code, author, reason, halted_at)
    values (${halt.market}, ${halt.code}, ${halt.author}, ${halt.reason}, ${isoInstant(halt.haltedAt)})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Ends a halt; false if there was none. Orders that are accepted from now on are accepted after the last tick that was begun. */
export async function endHalt(tx: Tx, { market, code }: Halt, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update halt set resumed_at = greatest(halted_at, ${isoInstant(now)}::timestamptz),
      held_until = (select greatest(handled_until, begun_until) from market_clock)
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
  type Row = {
    market: string
    code: string | null
    from: number
    to: number | null
    after: number | null
    until: number | null
  }
  const { rows } = await sql<Row>`
    select market, code, halted_at as "from", resumed_at as "to", held_after as after, held_until as until
    from halt order by id`.execute(tx)
  return rows.map(({ market, code, from, to, after, until }) => ({
    market,
    code: code ?? undefined,
    from,
    to: to ?? undefined,
    // One that has ended although no server has ever noted a tick held nothing.
    held: after === null || (to !== null && until === null) ? undefined : { after, until: until ?? undefined },
  }))
}
