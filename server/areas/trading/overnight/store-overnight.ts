import {
  money,
  price,
  quantity,
  rate,
  value,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type Value,
} from '@mex/core/money/money.ts'
import { walletNumbers, walletOfNumber, type Wallet } from '@mex/core/wallet/wallets.ts'
import { isoInstant } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { columns, sql, type Tx } from '#db/sql.ts'
import type { CutOff } from './overnight.ts'

/** A charge that is due: what the position held at the cut-off. */
export type DueCharge = {
  readonly user: number
  readonly position: number
  readonly period: string
  readonly instrument: string
  /** Epoch milliseconds. */
  readonly cutOff: number
  readonly nights: number
  readonly quantity: Quantity
  readonly cost: Value
  readonly addedMargin: Money
  /** The quantity is in the shares of after the splits of by then. */
  readonly actionsUntil: number
}

/** A charge that was booked, with the facts of its amount. */
export type BookedCharge = Pick<DueCharge, 'user' | 'position' | 'period'> & {
  readonly amount: Money
  readonly price: Price
  readonly conversionRate: Rate
  readonly at: number
}

const dueOf = (row: Rows['overnight_charge']): DueCharge => ({
  user: row.user_id,
  position: row.position_id,
  period: row.period,
  instrument: row.instrument,
  cutOff: row.cut_off,
  nights: row.nights,
  quantity: quantity(row.quantity),
  cost: value(row.cost),
  addedMargin: money(row.added_margin),
  actionsUntil: row.actions_until,
})

/**
 * When the last night that was noted began. Before the first one: when the oldest open position was opened, for nights that passed
 * while the server was stopped; undefined if there is neither.
 */
export async function lastCutOff(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`
    select coalesce((select max(at) from overnight_cut_off), (select min(opened_at) from position where state <> 'CLOSED')) as at`.execute(
    tx,
  )
  return rows[0]?.at ?? undefined
}

/**
 * Notes that a night has begun, and what every position that it concerns holds. A night that was noted before changes nothing.
 * `removed` are the shares that have left by then: nobody holds them any more, even if that is still to be booked. Returns
 * the number of charges.
 */
export async function noteCutOff(
  tx: Tx,
  { market, kind, period, at, nights }: CutOff,
  removed: readonly string[],
): Promise<number> {
  const noted = await sql`
    insert into overnight_cut_off (market, period, at) values (${market}, ${period}, ${isoInstant(at)}::timestamptz)
    on conflict do nothing`.execute(tx)
  if (noted.numAffectedRows === 0n) return 0
  const charged = await sql`
    insert into overnight_charge (user_id, position_id, period, instrument, cut_off, nights, quantity, cost, added_margin, actions_until)
    select user_id, id, ${period}::text, instrument, ${isoInstant(at)}::timestamptz, ${nights}::smallint, quantity, cost, added_margin,
      actions_until
    from position
    where state <> 'CLOSED' and instrument like ${`${market}:%`} and opened_at <= ${isoInstant(at)}::timestamptz
      and instrument <> all(${removed}::text[])
      and not (direction = 'long' and leverage = 1 and ${kind} = 'financing')`.execute(tx)
  return Number(charged.numAffectedRows ?? 0n)
}

/** What is due of these users, oldest first. */
export async function loadDueCharges(tx: Tx, users: readonly number[]): Promise<readonly DueCharge[]> {
  const { rows } = await sql<Rows['overnight_charge']>`
    select * from overnight_charge where user_id = any(${users}::bigint[]) and booked_at is null
    order by cut_off, user_id, position_id`.execute(tx)
  return rows.map(dueOf)
}

/** A charge in any state; what was booked of it, once it was. */
export type StoredCharge = DueCharge & {
  readonly booked: Omit<BookedCharge, 'user' | 'position' | 'period'> | undefined
}

/** All charges of a user in the order of their booking, those that are due last. */
export async function chargesOf(tx: Tx, user: number): Promise<readonly StoredCharge[]> {
  const { rows } = await sql<Rows['overnight_charge']>`
    select * from overnight_charge where user_id = ${user} order by booked_at, cut_off, position_id`.execute(tx)
  return rows.map((row) => ({
    ...dueOf(row),
    booked:
      row.booked_at === null || row.amount === null || row.price === null || row.exchange === null
        ? undefined
        : { amount: money(row.amount), price: price(row.price), conversionRate: rate(row.exchange), at: row.booked_at },
  }))
}

/** A night of an instrument that some positions of a wallet are to be charged for. */
export type DueNight = Pick<DueCharge, 'instrument' | 'cutOff' | 'nights'> & { readonly wallet: Wallet }

export async function dueNights(tx: Tx): Promise<readonly DueNight[]> {
  const { rows } = await sql<{ instrument: string; cut_off: number; nights: number; wallet: number }>`
    select distinct due.instrument, due.cut_off, due.nights, position.wallet
    from overnight_charge due join position on position.user_id = due.user_id and position.id = due.position_id
    where due.booked_at is null`.execute(tx)
  return rows.map((row) => ({
    instrument: row.instrument,
    cutOff: row.cut_off,
    nights: row.nights,
    wallet: walletOfNumber(row.wallet),
  }))
}

/** Users after an id with charges that are due for these nights, by id. */
export async function usersWithDueCharges(
  tx: Tx,
  nights: readonly DueNight[],
  after: number,
  limit: number,
): Promise<readonly number[]> {
  if (nights.length === 0) return []
  const { rows } = await sql<{ user_id: number }>`
    select distinct due.user_id
    from overnight_charge due
    join position on position.user_id = due.user_id and position.id = due.position_id
    join ${columns(
      nights,
      ['text', (row) => row.instrument],
      ['timestamptz', (row) => isoInstant(row.cutOff)],
      ['smallint', (row) => walletNumbers[row.wallet]],
    )} as night (instrument, cut_off, wallet)
      on night.instrument = due.instrument and night.cut_off = due.cut_off and night.wallet = position.wallet
    where due.booked_at is null and due.user_id > ${after} order by due.user_id limit ${limit}`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

export async function saveBookedCharges(tx: Tx, charges: readonly BookedCharge[]): Promise<void> {
  if (charges.length === 0) return
  await sql`
    update overnight_charge set amount = booked.amount, price = booked.price, exchange = booked.exchange, booked_at = booked.at
    from ${columns(
      charges,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.position],
      ['text', (row) => row.period],
      ['numeric', (row) => row.amount],
      ['numeric', (row) => row.price],
      ['numeric', (row) => row.conversionRate],
      ['timestamptz', (row) => isoInstant(row.at)],
    )} as booked (user_id, position_id, period, amount, price, exchange, at)
    where overnight_charge.user_id = booked.user_id and overnight_charge.position_id = booked.position_id
      and overnight_charge.period = booked.period`.execute(tx)
}
