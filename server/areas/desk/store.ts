import type { Market } from '@mex/core/market/instrument.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

/** What cannot be traded: one instrument of a market or, without a code, all of it. */
export type Halt = { readonly market: Market; readonly code: string | undefined }

export type HaltRow = Halt & {
  readonly author: string
  readonly reason: string
  /** Epoch milliseconds. */
  readonly haltedAt: number
}

/** Everything that is halted now, oldest first. */
export async function haltsNow(tx: Tx): Promise<HaltRow[]> {
  const { rows } = await sql<Omit<HaltRow, 'code'> & { code: string | null }>`
    select market, code, author, reason, halted_at as "haltedAt" from halt where resumed_at is null order by id`.execute(
    tx,
  )
  return rows.map((row) => ({ ...row, code: row.code ?? undefined }))
}

/** Saves a halt; false when it is halted already. */
export async function insertHalt(tx: Tx, halt: HaltRow): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into halt (market, code, author, reason, halted_at)
    values (${halt.market}, ${halt.code}, ${halt.author}, ${halt.reason}, ${isoInstant(halt.haltedAt)})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Ends a halt; false when it was not halted. */
export async function endHalt(tx: Tx, { market, code }: Halt, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update halt set resumed_at = greatest(halted_at, ${isoInstant(now)}::timestamptz)
    where market = ${market} and coalesce(code, '') = ${code ?? ''} and resumed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Everything that was ever halted, and when; `code` is missing where it was a whole market. */
export async function haltHistory(tx: Tx) {
  const { rows } = await sql<{ market: string; code: string | null; from: number; to: number | null }>`
    select market, code, halted_at as "from", resumed_at as "to" from halt order by id`.execute(tx)
  return rows.map(({ market, code, from, to }) => ({ market, code: code ?? undefined, from, to: to ?? undefined }))
}

/** What a server notes of its market clock. */
export type ClockNote = {
  /** What the clock reads, epoch milliseconds. */
  readonly now: number
  readonly speed: number
  /** Until when ticks were handled; without it the earlier note stands. */
  readonly handledUntil?: number | undefined
}

/** Notes what the market clock reads, for other processes; the wall clock is the database's. */
export async function saveMarketClock(tx: Tx, { now, speed, handledUntil }: ClockNote): Promise<void> {
  const handled = handledUntil === undefined ? null : isoInstant(handledUntil)
  await sql`
    insert into market_clock (market_at, wall_at, speed, handled_until)
    values (${isoInstant(now)}, clock_timestamp(), ${speed}, ${handled})
    on conflict (single) do update set market_at = excluded.market_at, wall_at = excluded.wall_at,
      speed = excluded.speed, handled_until = coalesce(excluded.handled_until, market_clock.handled_until)`.execute(tx)
}

export type ClockRow = {
  /** What the market clock read when it was last noted (epoch milliseconds). */
  readonly marketAt: number
  /** Milliseconds of the wall clock since then. */
  readonly age: number
  readonly speed: number
  /** Until when ticks were handled; null before the first. */
  readonly handledUntil: number | null
}

export async function marketClock(tx: Tx): Promise<ClockRow | undefined> {
  const { rows } = await sql<ClockRow>`
    select market_at as "marketAt", speed, handled_until as "handledUntil",
      extract(epoch from clock_timestamp() - wall_at)::double precision * 1000 as age from market_clock`.execute(tx)
  return rows[0]
}

/** Tells the running server which sessions another process has ended. */
export async function signalSessions(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into ended_session (session_id) select * from ${columns(ids, ['bigint', (id) => id])}`.execute(tx)
}

/** The sessions that other processes have ended since the last time: they are told once. */
export async function takeSignals(tx: Tx): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`delete from ended_session returning session_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type ConfigurationVersion = {
  readonly id: number
  readonly key: string
  readonly value: number | boolean | string
  readonly effectiveFrom: number
  readonly author: string
  readonly reason: string
  readonly hash: Buffer
}

const versionColumns = sql`id, key, value, effective_from as "effectiveFrom", author, reason, hash`

export async function lastVersion(tx: Tx): Promise<ConfigurationVersion | undefined> {
  const { rows } = await sql<ConfigurationVersion>`
    select ${versionColumns} from config_version order by id desc limit 1`.execute(tx)
  return rows[0]
}

/** Of every key the version in force at an instant: the newest of those that are effective. */
export async function versionsInForce(tx: Tx, now: number): Promise<ConfigurationVersion[]> {
  const { rows } = await sql<ConfigurationVersion>`
    select distinct on (key) ${versionColumns} from config_version
    where effective_from <= ${isoInstant(now)} order by key, effective_from desc, id desc`.execute(tx)
  return rows
}

/** Versions that are announced and not in force yet. */
export async function versionsAhead(tx: Tx, now: number): Promise<ConfigurationVersion[]> {
  const { rows } = await sql<ConfigurationVersion>`
    select ${versionColumns} from config_version where effective_from > ${isoInstant(now)} order by effective_from, id limit 1000`.execute(
    tx,
  )
  return rows
}

/** Waits until no other transaction adds a version: each hash stands on the one before. */
export async function lockVersions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7204)`.execute(tx)
}

export async function insertVersion(
  tx: Tx,
  version: Omit<ConfigurationVersion, 'id'>,
  now: number,
): Promise<ConfigurationVersion> {
  const { rows } = await sql<ConfigurationVersion>`
    insert into config_version (key, value, effective_from, author, reason, hash, created_at)
    values (${version.key}, ${JSON.stringify(version.value)}::jsonb, ${isoInstant(version.effectiveFrom)},
      ${version.author}, ${version.reason}, ${version.hash}, ${isoInstant(now)})
    returning ${versionColumns}`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw new Error('Broken invariant: a new version has a row')
  return row
}

/** What was applied to this database, in order. */
export async function appliedMigrations(tx: Tx): Promise<readonly { readonly name: string; readonly hash: string }[]> {
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from migration order by name`.execute(tx)
  return rows
}
