import { present } from '@mex/core/assert.ts'
import type { QuantifyOrder, QuantifyResult, QuantifyStatus } from '@mex/core/quantify/order.ts'
import { nextStrikeOf } from '@mex/core/quantify/decisions.ts'
import { money, price, quantity, type Money } from '@mex/core/money/money.ts'
import { walletNumbers } from '@mex/core/wallet/wallets.ts'
import { quantifyWallet } from '@mex/core/quantify/postings.ts'
import { dayNumber, isoDate } from '@mex/core/time-zone.ts'
import { isoInstant, isoInstantOrNull } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { columns, keyColumns, sql, type Tx, type UserRowKey } from '#db/sql.ts'

type Row = Rows['quantify_order']

function startOf({ start_on, start_nav, units }: Row): QuantifyOrder['start'] {
  if (start_on === null || start_nav === null || units === null) return undefined
  return { date: dayNumber(start_on), nav: price(start_nav), units: quantity(units) }
}

function resultOf({ end_on, end_nav, worth, management_fee, performance_fee, ended_at }: Row) {
  if (end_on === null || end_nav === null || worth === null) return undefined
  if (management_fee === null || performance_fee === null || ended_at === null) return undefined
  const result: QuantifyResult = {
    date: dayNumber(end_on),
    nav: price(end_nav),
    value: money(worth),
    managementFee: money(management_fee),
    performanceFee: money(performance_fee),
    at: ended_at,
  }
  return result
}

const orderOf = (row: Row): QuantifyOrder => ({
  id: row.id,
  user: row.user_id,
  product: row.product_id,
  termDays: row.term_days,
  amount: money(row.amount),
  status: row.status as QuantifyStatus,
  savedAt: row.saved_at,
  start: startOf(row),
  result: resultOf(row),
  changedAt: row.changed_at,
})

/** Inserts new orders and updates known ones. */
export async function saveOrders(tx: Tx, orders: readonly QuantifyOrder[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    insert into quantify_order (user_id, id, product_id, term_days, amount, status, saved_at, start_on, start_nav, units, end_on,
      end_nav, worth, management_fee, performance_fee, ended_at, due_at, changed_at)
    select * from ${columns(
      orders,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.id],
      ['bigint', (row) => row.product],
      ['bigint', (row) => row.termDays],
      ['numeric', (row) => row.amount],
      ['text', (row) => row.status],
      ['timestamptz', (row) => isoInstant(row.savedAt)],
      ['date', (row) => (row.start === undefined ? null : isoDate(row.start.date))],
      ['numeric', (row) => row.start?.nav ?? null],
      ['numeric', (row) => row.start?.units ?? null],
      ['date', (row) => (row.result === undefined ? null : isoDate(row.result.date))],
      ['numeric', (row) => row.result?.nav ?? null],
      ['numeric', (row) => row.result?.value ?? null],
      ['numeric', (row) => row.result?.managementFee ?? null],
      ['numeric', (row) => row.result?.performanceFee ?? null],
      ['timestamptz', (row) => isoInstantOrNull(row.result?.at)],
      ['timestamptz', (row) => isoInstantOrNull(nextStrikeOf(row))],
      ['timestamptz', (row) => isoInstant(row.changedAt)],
    )}
    on conflict (user_id, id) do update set status = excluded.status, start_on = excluded.start_on, start_nav = excluded.start_nav,
      units = excluded.units, end_on = excluded.end_on, end_nav = excluded.end_nav, worth = excluded.worth,
      management_fee = excluded.management_fee, performance_fee = excluded.performance_fee, ended_at = excluded.ended_at,
      due_at = excluded.due_at, changed_at = excluded.changed_at`.execute(tx)
}

/** Orders by user and id; without those of other users. */
export async function ordersOf(tx: Tx, keys: readonly UserRowKey[]): Promise<QuantifyOrder[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Row>`
    with given as (select distinct * from ${keyColumns(keys)} as given (user_id, id))
    select quantify_order.* from quantify_order join given on given.user_id = quantify_order.user_id and given.id = quantify_order.id`.execute(
    tx,
  )
  return rows.map(orderOf)
}

/** Orders of some users that are not over: user → count. */
export const openOrderCounts = async (tx: Tx, users: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ user_id: number; count: number }>`
    select user_id, count(*) as count from quantify_order
    where user_id = any(${users}::bigint[]) and status <> 'completed' group by user_id`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row.count]))
}

/** More than a user can have open (`contractsMax`). */
const listMax = 2000

/** The orders of a user, newest first; those that are over only where they are asked for. */
export async function listOrders(
  tx: Tx,
  userId: number,
  { withCompleted }: { readonly withCompleted: boolean },
): Promise<QuantifyOrder[]> {
  const { rows } = await sql<Row>`
    select * from quantify_order where user_id = ${userId} and (${withCompleted}::boolean or status <> 'completed')
    order by id desc limit ${listMax}`.execute(tx)
  return rows.map(orderOf)
}

/** What some users have put in some products since an instant: `user product` → centavos. */
export async function putInSince(
  tx: Tx,
  wanted: readonly { readonly userId: number; readonly product: number; readonly since: number }[],
): Promise<ReadonlyMap<string, Money>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ user_id: number; product_id: number; amount: bigint }>`
    with given as (select distinct * from ${columns(
      wanted,
      ['bigint', (row) => row.userId],
      ['bigint', (row) => row.product],
      ['timestamptz', (row) => isoInstant(row.since)],
    )} as given (user_id, product_id, since))
    select given.user_id, given.product_id, sum(amount) as amount from quantify_order join given
      on given.user_id = quantify_order.user_id and given.product_id = quantify_order.product_id and saved_at >= since
    group by given.user_id, given.product_id`.execute(tx)
  return new Map(rows.map((row) => [`${row.user_id} ${row.product_id}`, money(row.amount)]))
}

export type DueOrder = UserRowKey & { readonly dueAt: number }

/** Orders to which something happens by an instant, in the order of their instants, after a given one; read without locks. */
export async function dueOrders(tx: Tx, now: number, after: DueOrder, limit: number): Promise<readonly DueOrder[]> {
  const { rows } = await sql<{ user_id: number; id: number; due_at: number | null }>`
    select user_id, id, due_at from quantify_order where due_at <= ${isoInstant(now)}
      and (due_at, user_id, id) > (${isoInstant(after.dueAt)}::timestamptz, ${after.userId}::bigint, ${after.id}::bigint)
    order by due_at, user_id, id limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    userId: row.user_id,
    id: row.id,
    dueAt: present(row.due_at, 'the instant of a due order'),
  }))
}

/** All orders after an id, in the order of their ids. */
export async function ordersAfter(tx: Tx, afterId: number, limit: number): Promise<readonly QuantifyOrder[]> {
  const { rows } = await sql<Row>`
    select * from quantify_order where id > ${afterId} order by id limit ${limit}`.execute(tx)
  return rows.map(orderOf)
}

/** Money that is in products (rulebook §8.5 I6). */
export const heldByOrders = sql`
  select user_id, ${walletNumbers[quantifyWallet]}::smallint as wallet, sum(amount) as amount
  from quantify_order where status <> 'completed' group by user_id`
/** What products have gained or lost, before fees. */
export const realisedByOrders = sql`
  select user_id, 'MXN' as currency, worth - amount as amount from quantify_order where status = 'completed'`
