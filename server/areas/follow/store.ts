import type { FollowOrder, FollowStatus } from '@mex/core/follow/order.ts'
import { money, price, type Money } from '@mex/core/money/money.ts'
import { isoInstant, isoInstantOrNull } from '#clock.ts'
import { columns, keyColumns, sql, type Tx, type UserRowKey } from '#db/sql.ts'

type Row = {
  user_id: number
  id: number
  campaign_id: number
  amount: bigint
  status: string
  placed_at: number
  changed_at: number
  confirmed_at: number | null
  open_price: bigint | null
  open_quote: string | null
  close_price: bigint | null
  close_quote: string | null
  value: bigint | null
  fee: bigint | null
  finished_at: number | null
}

const selected = sql`follow_order.user_id, follow_order.id, campaign_id, amount, status, placed_at, changed_at, confirmed_at,
  open_price, open_quote, close_price, close_quote, value, fee, finished_at from follow_order`

const turnOf = (at: bigint | null, quoteId: string | null): FollowOrder['open'] =>
  at === null || quoteId === null ? undefined : { price: price(at), quoteId }

const orderOf = (row: Row): FollowOrder => ({
  id: row.id,
  user: row.user_id,
  campaign: row.campaign_id,
  amount: money(row.amount),
  status: row.status as FollowStatus,
  placedAt: row.placed_at,
  changedAt: row.changed_at,
  confirmedAt: row.confirmed_at ?? undefined,
  open: turnOf(row.open_price, row.open_quote),
  close: turnOf(row.close_price, row.close_quote),
  value: row.value === null ? undefined : money(row.value),
  fee: row.fee === null ? undefined : money(row.fee),
  finishedAt: row.finished_at ?? undefined,
})

/** An order, and when something happens to it next. */
export type SavedOrder = { readonly order: FollowOrder; readonly dueAt: number | undefined }

/** Inserts new orders and updates known ones. */
export async function saveOrders(tx: Tx, orders: readonly SavedOrder[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    insert into follow_order (user_id, id, campaign_id, amount, status, placed_at, changed_at, confirmed_at, open_price, open_quote,
      close_price, close_quote, value, fee, finished_at, due_at)
    select * from ${columns(
      orders,
      ['bigint', ({ order }) => order.user],
      ['bigint', ({ order }) => order.id],
      ['bigint', ({ order }) => order.campaign],
      ['numeric', ({ order }) => order.amount],
      ['text', ({ order }) => order.status],
      ['timestamptz', ({ order }) => isoInstant(order.placedAt)],
      ['timestamptz', ({ order }) => isoInstant(order.changedAt)],
      ['timestamptz', ({ order }) => isoInstantOrNull(order.confirmedAt)],
      ['numeric', ({ order }) => order.open?.price ?? null],
      ['text', ({ order }) => order.open?.quoteId ?? null],
      ['numeric', ({ order }) => order.close?.price ?? null],
      ['text', ({ order }) => order.close?.quoteId ?? null],
      ['numeric', ({ order }) => order.value ?? null],
      ['numeric', ({ order }) => order.fee ?? null],
      ['timestamptz', ({ order }) => isoInstantOrNull(order.finishedAt)],
      ['timestamptz', ({ dueAt }) => isoInstantOrNull(dueAt)],
    )}
    on conflict (user_id, id) do update set status = excluded.status, changed_at = excluded.changed_at,
      confirmed_at = excluded.confirmed_at, open_price = excluded.open_price, open_quote = excluded.open_quote,
      close_price = excluded.close_price, close_quote = excluded.close_quote, value = excluded.value, fee = excluded.fee,
      finished_at = excluded.finished_at, due_at = excluded.due_at`.execute(tx)
}

/** Orders by user and id; without those of other users. */
export async function ordersOf(tx: Tx, keys: readonly UserRowKey[]): Promise<FollowOrder[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Row>`
    with given as (select distinct * from ${keyColumns(keys)} as given (user_id, id))
    select ${selected} join given on given.user_id = follow_order.user_id and given.id = follow_order.id`.execute(tx)
  return rows.map(orderOf)
}

/** Orders of some users that are not over: user → count. */
export const openOrderCounts = async (tx: Tx, users: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ user_id: number; count: number }>`
    select user_id, count(*) as count from follow_order
    where user_id = any(${users}::bigint[]) and finished_at is null group by user_id`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row.count]))
}

/** More than a user can have open (`contractsMax`). */
const listMax = 2000

/** The orders of a user, newest first; those that are over only where they are asked for. */
export async function listOrders(
  tx: Tx,
  userId: number,
  { withFinished }: { readonly withFinished: boolean },
): Promise<FollowOrder[]> {
  const { rows } = await sql<Row>`
    select ${selected} where user_id = ${userId} and (${withFinished}::boolean or finished_at is null)
    order by id desc limit ${listMax}`.execute(tx)
  return rows.map(orderOf)
}

/** What some users have put into some campaigns so far: `user campaign` → centavos. Refunded orders count: nobody orders afterwards. */
export async function placedAmounts(
  tx: Tx,
  users: readonly number[],
  campaigns: readonly number[],
): Promise<ReadonlyMap<string, Money>> {
  if (users.length === 0) return new Map()
  const { rows } = await sql<{ user_id: number; campaign_id: number; amount: bigint }>`
    select user_id, campaign_id, sum(amount) as amount from follow_order
    where campaign_id = any(${campaigns}::bigint[]) and user_id = any(${users}::bigint[])
    group by user_id, campaign_id`.execute(tx)
  return new Map(rows.map((row) => [`${row.user_id} ${row.campaign_id}`, money(row.amount)]))
}

/** Campaigns that somebody waits for or is in; those have a next instant, by which an index holds them alone. */
export async function openCampaigns(tx: Tx): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct campaign_id as id from follow_order
    where due_at is not null and status in ('waiting', 'running')`.execute(tx)
  return rows.map(({ id }) => id)
}

export type CampaignsOver = { readonly cancelled: readonly number[]; readonly ended: readonly number[] }

/**
 * Orders to which something happens by an instant, those that wait for a campaign that was cancelled, and those in one that has ended before
 * its time; in the order of their instants, read without locks. What waits for the end of a halt is not there before its instant, even
 * if its campaign has ended meanwhile: nothing would happen to it.
 */
export async function dueOrders(
  tx: Tx,
  now: number,
  { over, limit }: { readonly over: CampaignsOver; readonly limit: number },
): Promise<readonly UserRowKey[]> {
  const { rows } = await sql<{ user_id: number; id: number }>`
    select user_id, id from follow_order
    where due_at <= ${isoInstant(now)} or (status = 'waiting' and campaign_id = any(${over.cancelled}::bigint[]))
      or (status = 'running' and campaign_id = any(${over.ended}::bigint[]))
    order by due_at, user_id, id limit ${limit}`.execute(tx)
  return rows.map((row) => ({ userId: row.user_id, id: row.id }))
}

/** What the followers of a campaign put in and were paid, together. */
export type Paid = { readonly campaign: number; readonly orders: number; readonly amount: Money; readonly paid: Money }

/** Of all campaigns with settled orders. */
export async function paidByCampaign(tx: Tx): Promise<ReadonlyMap<number, Paid>> {
  const { rows } = await sql<{ campaign_id: number; orders: number; amount: bigint; paid: bigint }>`
    select campaign_id, count(*) as orders, sum(amount) as amount, sum(value - fee) as paid
    from follow_order where status = 'settled' group by campaign_id`.execute(tx)
  return new Map(
    rows.map((row) => [
      row.campaign_id,
      { campaign: row.campaign_id, orders: row.orders, amount: money(row.amount), paid: money(row.paid) },
    ]),
  )
}

/** Orders after an id, in the order of their ids. */
export async function ordersAfter(tx: Tx, afterId: number, limit: number): Promise<readonly SavedOrder[]> {
  const { rows } = await sql<Row & { due_at: number | null }>`
    select due_at, ${selected} where id > ${afterId} order by id limit ${limit}`.execute(tx)
  return rows.map((row) => ({ order: orderOf(row), dueAt: row.due_at ?? undefined }))
}

/** Halts of instruments and markets that were in force at or after an instant. */
export async function haltsSince(tx: Tx, since: number) {
  const { rows } = await sql<{ market: string; code: string | null; from: number; to: number | null }>`
    select market, code, halted_at as "from", resumed_at as "to" from halt
    where resumed_at is null or resumed_at > ${isoInstant(since)} order by id`.execute(tx)
  return rows.map(({ market, code, from, to }) => ({
    name: code === null ? market : `${market}:${code}`,
    from,
    to: to ?? undefined,
  }))
}
