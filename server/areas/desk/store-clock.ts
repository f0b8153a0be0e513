import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

/** The saved market clock of a server. */
export type ClockNote = {
  /** What the clock reads, epoch milliseconds. */
  readonly now: number
  readonly speed: number
  /** The instant until which ticks were handled; undefined keeps the earlier value. */
  readonly handledUntil?: number | undefined
  /** What the last check of the books has found; undefined keeps the earlier value. */
  readonly booksAreRight?: boolean | undefined
}

/** Saves the market time for other processes, with the wall clock of the database. */
export async function saveMarketClock(tx: Tx, { now, speed, handledUntil, booksAreRight }: ClockNote): Promise<void> {
  const handled = handledUntil === undefined ? null : isoInstant(handledUntil)
  await sql`
    insert into market_clock (market_at, wall_at, speed, handled_until, books_right)
    values (${isoInstant(now)}, clock_timestamp(), ${speed}, ${handled}, ${booksAreRight ?? true})
    on conflict (single) do update set market_at = excluded.market_at, wall_at = excluded.wall_at,
      speed = excluded.speed, handled_until = greatest(excluded.handled_until, market_clock.handled_until),
      books_right = coalesce(${booksAreRight ?? null}, market_clock.books_right)`.execute(tx)
}

/** Notes that something of a tick is committed, in that commit. */
export async function saveBegunTick(tx: Tx, tick: number): Promise<void> {
  await sql`
    update market_clock set begun_until = ${isoInstant(tick)} where begun_until is null or begun_until < ${isoInstant(tick)}`.execute(
    tx,
  )
}

export type Begun = {
  /** The last tick of which anything is committed; null before the first. */
  readonly until: number | null
  /** How often operators have changed what may be traded. */
  readonly operatorChanges: number
}

export async function begunUntil(tx: Tx): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    select greatest(handled_until, begun_until) as until, operator_changes as "operatorChanges" from market_clock`.execute(
    tx,
  )
  return rows[0]
}

/** Tells every list and every tick that comes. */
export async function countOperatorChange(tx: Tx): Promise<void> {
  await sql`update market_clock set operator_changes = operator_changes + 1`.execute(tx)
}

export type ClockRow = {
  /** What the market clock read when it was last noted (epoch milliseconds). */
  readonly marketAt: number
  /** Milliseconds of the wall clock since then. */
  readonly age: number
  readonly speed: number
  /** Until when ticks were handled; null before the first. */
  readonly handledUntil: number | null
  readonly booksAreRight: boolean
}

export async function marketClock(tx: Tx): Promise<ClockRow | undefined> {
  const { rows } = await sql<ClockRow>`
    select market_at as "marketAt", speed, handled_until as "handledUntil", books_right as "booksAreRight",
      extract(epoch from clock_timestamp() - wall_at)::double precision * 1000 as age from market_clock`.execute(tx)
  return rows[0]
}
