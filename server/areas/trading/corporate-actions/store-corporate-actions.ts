import { isDividend, isRemoval, isSplit, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { money, quantity } from '@mex/core/money/money.ts'
import type { BookedAction } from '@mex/core/trading/booked-action.ts'
import { isoInstant } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

/** Since when actions may be missing on an open position, epoch milliseconds; undefined without any. */
export async function oldestActionsUntil(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`
    select min(actions_until) as at from position where state <> 'CLOSED'`.execute(tx)
  return rows[0]?.at ?? undefined
}

/** Users after an id on whom an action is still to be booked, by id: its holders and, at a split or a removal, who has orders. */
export async function usersWithDueAction(
  tx: Tx,
  { key, action }: { readonly key: string; readonly action: CorporateAction },
  after: number,
  limit: number,
): Promise<number[]> {
  const ex = isoInstant(action.exAt)
  const ordering =
    isSplit(action) || isRemoval(action)
      ? sql`union select user_id from trade_order
      where instrument = ${key} and status in ('accepted', 'partly_filled') and accepted_at < ${ex}`
      : sql``
  const { rows } = await sql<{ user_id: number }>`
    select user_id from (
      select user_id from position where state <> 'CLOSED' and instrument = ${key} and actions_until < ${ex} ${ordering}
    ) concerned
    where user_id > ${after} group by user_id order by user_id limit ${limit}`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Instruments that somebody holds. */
export async function heldInstruments(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ instrument: string }>`
    select distinct instrument from position where state <> 'CLOSED' order by instrument`.execute(tx)
  return rows.map(({ instrument }) => instrument)
}

/** Maximum number of holders in one run of a job; the next run takes the others. */
const holdersMax = 10_000

/** The holders of an instrument who have no message with this key, each with their oldest position. */
export async function holdersToTell(tx: Tx, instrument: string, onceKey: string) {
  const { rows } = await sql<{ user: number; position: number }>`
    select distinct on (user_id) user_id as "user", id as position from position
    where state <> 'CLOSED' and instrument = ${instrument}
      and not exists (select from message where message.user_id = position.user_id and once_key = ${onceKey})
    order by user_id, id limit ${holdersMax}`.execute(tx)
  return rows
}

export async function saveBookedActions(tx: Tx, booked: readonly BookedAction[]): Promise<void> {
  if (booked.length === 0) return
  const rows = booked.map(({ action, ...row }) => ({
    ...row,
    action,
    dividend: isDividend(action) ? action : undefined,
    split: isSplit(action) ? action : undefined,
    removal: isRemoval(action) ? action : undefined,
  }))
  await sql`
    insert into booked_action (user_id, position_id, ex_at, instrument, ex_date, quantity, amount, gross, tax, ratio_to, ratio_from,
      final_price, booked_at)
    select * from ${columns(
      rows,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.position],
      ['timestamptz', (row) => isoInstant(row.action.exAt)],
      ['text', (row) => row.instrument],
      ['date', (row) => row.action.exDate],
      ['numeric', (row) => row.quantity],
      ['numeric', (row) => row.dividend?.amount ?? null],
      ['numeric', (row) => (row.dividend === undefined ? null : row.gross)],
      ['numeric', (row) => (row.dividend === undefined ? null : row.tax)],
      ['smallint', (row) => (row.split === undefined ? null : Number(row.split.to))],
      ['smallint', (row) => (row.split === undefined ? null : Number(row.split.from))],
      ['numeric', (row) => row.removal?.price ?? null],
      ['timestamptz', (row) => isoInstant(row.at)],
    )}`.execute(tx)
}

/** A stored booking, with what it says of the action itself. */
export type StoredAction = Omit<BookedAction, 'action' | 'user'> & {
  readonly exAt: number
  readonly exDate: string
  /** '24000000' a share, '4:1', or 'paid out at 4500000000': what the row says the action was. */
  readonly what: string
}

export async function bookedActionsOf(tx: Tx, user: number): Promise<readonly StoredAction[]> {
  const { rows } = await sql<Rows['booked_action']>`
    select * from booked_action where user_id = ${user} order by booked_at, position_id, ex_at`.execute(tx)
  return rows.map((row) => ({
    position: row.position_id,
    instrument: row.instrument,
    exAt: row.ex_at,
    exDate: row.ex_date,
    what: whatOf(row),
    quantity: quantity(row.quantity),
    gross: money(row.gross ?? 0n),
    tax: money(row.tax ?? 0n),
    at: row.booked_at,
  }))
}

function whatOf({ amount, final_price, ratio_to, ratio_from }: Rows['booked_action']): string {
  if (final_price !== null) return `paid out at ${final_price}`
  return amount === null ? `${ratio_to}:${ratio_from}` : String(amount)
}
