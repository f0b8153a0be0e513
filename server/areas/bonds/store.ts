import type { BondPurchase, Holding, HoldingStatus, PaidCoupon, Redemption } from '@mex/core/bonds/holding.ts'
import { money, price, rate, value, type Money } from '@mex/core/money/money.ts'
import { dayNumber, isoDate } from '@mex/core/time-zone.ts'
import { isoInstant, isoInstantOrNull } from '#clock.ts'
import { columns, keyColumns, sql, type Tx, type UserRowKey } from '#db/sql.ts'

/** A holding with the parts of its purchase that never change, in one row. */
type Row = {
  user_id: number
  id: number
  purchase_id: number
  parent_id: number | null
  bond_id: number
  status: string
  face: bigint
  cost: bigint
  coupons_until: string
  received: bigint
  interest: bigint
  end_kind: string | null
  end_price: bigint | null
  end_accrued: bigint | null
  end_exchange: bigint | null
  proceeds: bigint | null
  end_settles_on: string | null
  end_at: number | null
  changed_at: number
  redeemed_at: number | null
  buy_price: bigint
  exchange: bigint
  settles_on: string
  bought_at: number
}

const selected = sql`bond_holding.user_id, bond_holding.id, purchase_id, parent_id, bond_holding.bond_id, status, bond_holding.face,
  bond_holding.cost, coupons_until, received, interest, end_kind, end_price, end_accrued, end_exchange, proceeds, end_settles_on,
  end_at, changed_at, redeemed_at, bond_purchase.price as buy_price, bond_purchase.exchange, bond_purchase.settles_on,
  bond_purchase.at as bought_at
  from bond_holding join bond_purchase on bond_purchase.user_id = bond_holding.user_id and bond_purchase.id = bond_holding.purchase_id`

function redemptionOf(row: Row): Redemption | undefined {
  const { end_kind, end_price, end_accrued, end_exchange, proceeds, end_settles_on, end_at } = row
  if (
    end_kind === null ||
    end_price === null ||
    end_accrued === null ||
    end_exchange === null ||
    proceeds === null ||
    end_settles_on === null ||
    end_at === null
  )
    return undefined
  return {
    kind: end_kind as Redemption['kind'],
    price: price(end_price),
    accrued: money(end_accrued),
    conversionRate: rate(end_exchange),
    proceeds: money(proceeds),
    settles: dayNumber(end_settles_on),
    at: end_at,
  }
}

function holdingOf(row: Row): Holding {
  return {
    id: row.id,
    user: row.user_id,
    bond: row.bond_id,
    purchase: row.purchase_id,
    parent: row.parent_id ?? undefined,
    status: row.status as HoldingStatus,
    face: money(row.face),
    price: price(row.buy_price),
    conversionRate: rate(row.exchange),
    settles: dayNumber(row.settles_on),
    cost: money(row.cost),
    couponsUntil: dayNumber(row.coupons_until),
    received: money(row.received),
    interest: value(row.interest),
    redemption: redemptionOf(row),
    boughtAt: row.bought_at,
    changedAt: row.changed_at,
    redeemedAt: row.redeemed_at ?? undefined,
  }
}

export async function addPurchases(tx: Tx, purchases: readonly BondPurchase[]): Promise<void> {
  if (purchases.length === 0) return
  await sql`
    insert into bond_purchase (user_id, id, bond_id, face, price, accrued, exchange, cost, settles_on, at)
    select * from ${columns(
      purchases,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.id],
      ['bigint', (row) => row.bond],
      ['numeric', (row) => row.face],
      ['numeric', (row) => row.price],
      ['numeric', (row) => row.accrued],
      ['numeric', (row) => row.conversionRate],
      ['numeric', (row) => row.cost],
      ['date', (row) => isoDate(row.settles)],
      ['timestamptz', (row) => isoInstant(row.at)],
    )}`.execute(tx)
}

/** A holding, and when something happens to it next. */
export type SavedHolding = { readonly holding: Holding; readonly dueAt: number | undefined }

/** Inserts new holdings and updates known ones. */
export async function saveHoldings(tx: Tx, holdings: readonly SavedHolding[]): Promise<void> {
  if (holdings.length === 0) return
  const ended =
    <Value>(read: (end: Redemption) => Value) =>
    ({ holding: { redemption } }: SavedHolding) =>
      redemption === undefined ? null : read(redemption)
  await sql`
    insert into bond_holding (user_id, id, purchase_id, parent_id, bond_id, status, face, cost, coupons_until, received, interest,
      end_kind, end_price, end_accrued, end_exchange, proceeds, end_settles_on, end_at, due_at, changed_at, redeemed_at)
    select * from ${columns(
      holdings,
      ['bigint', ({ holding }) => holding.user],
      ['bigint', ({ holding }) => holding.id],
      ['bigint', ({ holding }) => holding.purchase],
      ['bigint', ({ holding }) => holding.parent ?? null],
      ['bigint', ({ holding }) => holding.bond],
      ['text', ({ holding }) => holding.status],
      ['numeric', ({ holding }) => holding.face],
      ['numeric', ({ holding }) => holding.cost],
      ['date', ({ holding }) => isoDate(holding.couponsUntil)],
      ['numeric', ({ holding }) => holding.received],
      ['numeric', ({ holding }) => holding.interest],
      ['text', ended(({ kind }) => kind)],
      ['numeric', ended((end) => end.price)],
      ['numeric', ended((end) => end.accrued)],
      ['numeric', ended((end) => end.conversionRate)],
      ['numeric', ended((end) => end.proceeds)],
      ['date', ended((end) => isoDate(end.settles))],
      ['timestamptz', ended((end) => isoInstant(end.at))],
      ['timestamptz', ({ dueAt }) => isoInstantOrNull(dueAt)],
      ['timestamptz', ({ holding }) => isoInstant(holding.changedAt)],
      ['timestamptz', ({ holding }) => isoInstantOrNull(holding.redeemedAt)],
    )}
    on conflict (user_id, id) do update set status = excluded.status, face = excluded.face, cost = excluded.cost,
      coupons_until = excluded.coupons_until, received = excluded.received, interest = excluded.interest, end_kind = excluded.end_kind,
      end_price = excluded.end_price, end_accrued = excluded.end_accrued, end_exchange = excluded.end_exchange,
      proceeds = excluded.proceeds, end_settles_on = excluded.end_settles_on, end_at = excluded.end_at, due_at = excluded.due_at,
      changed_at = excluded.changed_at, redeemed_at = excluded.redeemed_at`.execute(tx)
}

export async function addCoupons(tx: Tx, coupons: readonly PaidCoupon[]): Promise<void> {
  if (coupons.length === 0) return
  await sql`
    insert into bond_coupon (user_id, holding_id, coupon_date, face, exchange, amount, paid_at)
    select * from ${columns(
      coupons,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.holding],
      ['date', (row) => isoDate(row.date)],
      ['numeric', (row) => row.face],
      ['numeric', (row) => row.conversionRate],
      ['numeric', (row) => row.amount],
      ['timestamptz', (row) => isoInstant(row.paidAt)],
    )}`.execute(tx)
}

/** Holdings by user and id; without those of other users. */
export async function holdingsOf(tx: Tx, keys: readonly UserRowKey[]): Promise<Holding[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Row>`
    with given as (select distinct * from ${keyColumns(keys)} as given (user_id, id))
    select ${selected} join given on given.user_id = bond_holding.user_id and given.id = bond_holding.id`.execute(tx)
  return rows.map(holdingOf)
}

/** Holdings of some users that are not over: user → count. */
export const openHoldingCounts = async (tx: Tx, users: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ user_id: number; count: number }>`
    select user_id, count(*) as count from bond_holding
    where user_id = any(${users}::bigint[]) and status <> 'redeemed' group by user_id`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row.count]))
}

/** More than a user can have open (`contractsMax`). */
const listMax = 2000

/** The holdings of a user, newest first; those that are over only where they are asked for. */
export async function listHoldings(
  tx: Tx,
  userId: number,
  { withRedeemed }: { readonly withRedeemed: boolean },
): Promise<Holding[]> {
  const { rows } = await sql<Row>`
    select ${selected} where bond_holding.user_id = ${userId} and (${withRedeemed}::boolean or status <> 'redeemed')
    order by bond_holding.id desc limit ${listMax}`.execute(tx)
  return rows.map(holdingOf)
}

/** Face of some bonds that some users have bought so far: `user bond` → cents. */
export async function boughtFace(
  tx: Tx,
  users: readonly number[],
  bonds: readonly number[],
): Promise<ReadonlyMap<string, Money>> {
  if (users.length === 0) return new Map()
  const { rows } = await sql<{ user_id: number; bond_id: number; face: bigint }>`
    select user_id, bond_id, sum(face) as face from bond_purchase
    where user_id = any(${users}::bigint[]) and bond_id = any(${bonds}::bigint[]) group by user_id, bond_id`.execute(tx)
  return new Map(rows.map((row) => [`${row.user_id} ${row.bond_id}`, money(row.face)]))
}

/** Holdings to which something happens by an instant, in the order of their instants; read without locks. */
export async function dueHoldings(tx: Tx, now: number, limit: number): Promise<readonly UserRowKey[]> {
  const { rows } = await sql<{ user_id: number; id: number }>`
    select user_id, id from bond_holding where due_at <= ${isoInstant(now)}
    order by due_at, user_id, id limit ${limit}`.execute(tx)
  return rows.map((row) => ({ userId: row.user_id, id: row.id }))
}

/** What some purchases consist of: their holdings and coupons. */
export async function purchaseParts(tx: Tx, purchases: readonly UserRowKey[]) {
  const { rows } = await sql<Row>`
    with given as (select * from ${keyColumns(purchases)} as given (user_id, id))
    select ${selected} join given on given.user_id = bond_holding.user_id and given.id = purchase_id
    order by bond_holding.id`.execute(tx)
  const paid = await sql<{
    user_id: number
    holding_id: number
    purchase_id: number
    coupon_date: string
    face: bigint
    exchange: bigint
    amount: bigint
    paid_at: number
  }>`
    with given as (select * from ${keyColumns(purchases)} as given (user_id, id))
    select bond_coupon.user_id, holding_id, purchase_id, coupon_date, bond_coupon.face, exchange, amount, paid_at
    from bond_coupon
    join bond_holding on bond_holding.user_id = bond_coupon.user_id and bond_holding.id = holding_id
    join given on given.user_id = bond_holding.user_id and given.id = purchase_id
    order by holding_id, coupon_date`.execute(tx)
  return {
    holdings: rows.map(holdingOf),
    coupons: paid.rows.map((row): PaidCoupon & { purchase: number } => ({
      holding: row.holding_id,
      user: row.user_id,
      purchase: row.purchase_id,
      date: dayNumber(row.coupon_date),
      face: money(row.face),
      conversionRate: rate(row.exchange),
      amount: money(row.amount),
      paidAt: row.paid_at,
    })),
  }
}

/** The coupons that a user was paid since an instant, by their dates, with the purchases that they belong to. */
export async function couponsSince(tx: Tx, userId: number, since: number) {
  const { rows } = await sql<{ purchase: number; date: string; paidAt: number }>`
    select distinct purchase_id as purchase, coupon_date as date, paid_at as "paidAt" from bond_coupon
    join bond_holding on bond_holding.user_id = bond_coupon.user_id and bond_holding.id = holding_id
    where bond_coupon.user_id = ${userId} and paid_at >= ${isoInstant(since)} order by coupon_date, paid_at`.execute(tx)
  return rows.map(({ date, ...row }) => ({ ...row, date: dayNumber(date) }))
}
