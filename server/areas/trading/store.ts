import type { Order } from '@mex/core/trading/orders.ts'
import type { MarginAddition, Position } from '@mex/core/trading/positions.ts'
import { walletNumbers } from '@mex/core/wallet/wallets.ts'
import { isoInstant, isoInstantOrNull } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { columns, keyColumns, sql, type Tx, type UserRowKey } from '#db/sql.ts'
import { additionOf, orderOf, positionOf } from './stored-rows.ts'

/** The instruments that a list touches: by key, or through an order or a position of a user. */
export type Touched = {
  readonly instruments: readonly string[]
  readonly contracts: readonly { readonly user: number; readonly id: number }[]
}

/** Openings touch no row that is loaded: they need only the number of orders. */
export const touchesNothing = (touched: Touched | undefined): boolean =>
  touched !== undefined && touched.instruments.length + touched.contracts.length === 0

/** A position has the id of its opening order, so that orders alone give the instrument of an id; allotted shares have no order. */
const isTouched = ({
  instruments,
  contracts,
}: Touched) => sql`(instrument = any(${instruments}::text[]) or instrument in (
  select touched.instrument from trade_order touched
  join ${columns(contracts, ['bigint', (row) => row.user], ['bigint', (row) => row.id])} as contract (user_id, id) using (user_id, id)
  union all select touched.instrument from position touched
  join ${columns(contracts, ['bigint', (row) => row.user], ['bigint', (row) => row.id])} as contract (user_id, id) using (user_id, id)))`

/**
 * Instruments in which a charge is due: a list books it with what else is due there. A dividend, a split or a removal is booked on all
 * rows of an instrument at once, because a split ends orders, and the loss of one position is paid by its opposite.
 */
const isDueIn = (userIds: readonly number[]) => sql`instrument in (
  select instrument from overnight_charge where user_id = any(${userIds}::bigint[]) and booked_at is null)`

/**
 * Live rows of these users in the touched instruments and in those with a charge that is due: working orders and open
 * positions; and all waiting margin additions. Without `touched` in every instrument.
 */
export async function loadLive(tx: Tx, userIds: readonly number[], touched?: Touched) {
  if (touchesNothing(touched)) return { orders: [], positions: [], additions: [] }
  const wanted = touched === undefined ? sql`true` : sql`(${isTouched(touched)} or ${isDueIn(userIds)})`
  const [orders, positions, additions] = await Promise.all([
    sql<Rows['trade_order']>`
      select * from trade_order where user_id = any(${userIds}::bigint[]) and status in ('accepted', 'partly_filled')
        and ${wanted} order by user_id, id`.execute(tx),
    sql<Rows['position']>`
      select * from position where user_id = any(${userIds}::bigint[]) and state <> 'CLOSED' and ${wanted}
      order by user_id, id`.execute(tx),
    sql<Rows['margin_addition']>`
      select * from margin_addition where user_id = any(${userIds}::bigint[]) and state = 'waiting' order by user_id, id`.execute(
      tx,
    ),
  ])
  return {
    orders: orders.rows.map(orderOf),
    positions: positions.rows.map(positionOf),
    additions: additions.rows.map(additionOf),
  }
}

type Counts = readonly (readonly [user: number, count: number])[]

/** The number of working orders and open positions of each user. */
export async function countLive(
  tx: Tx,
  userIds: readonly number[],
): Promise<{ readonly liveOrders: Counts; readonly openPositions: Counts }> {
  if (userIds.length === 0) return { liveOrders: [], openPositions: [] }
  const { rows } = await sql<{ user: number; orders: number; positions: number }>`
    select id as "user",
      (select count(*) from trade_order where user_id = given.id and status in ('accepted', 'partly_filled')) as orders,
      (select count(*) from position where user_id = given.id and state <> 'CLOSED') as positions
    from unnest(${userIds}::bigint[]) as given (id)`.execute(tx)
  return {
    liveOrders: rows.map(({ user, orders }) => [user, orders]),
    openPositions: rows.map(({ user, positions }) => [user, positions]),
  }
}

/** All live rows of all users, to rebuild the trigger index at the start. */
export async function loadAllLive(tx: Tx) {
  const users = await sql<{ user_id: number }>`
    select distinct user_id from trade_order where status in ('accepted', 'partly_filled')
    union select distinct user_id from position where state <> 'CLOSED'
    union select distinct user_id from margin_addition where state = 'waiting'`.execute(tx)
  return loadLive(
    tx,
    users.rows.map((row) => row.user_id),
  )
}

/** These orders and positions in any state, the waiting margin additions of these users, and those with these ids in any state. */
export async function loadChanged(
  tx: Tx,
  {
    orders: orderKeys,
    positions: positionKeys,
    users,
    additions: known,
  }: {
    readonly orders: readonly UserRowKey[]
    readonly positions: readonly UserRowKey[]
    readonly users: readonly number[]
    readonly additions: readonly number[]
  },
) {
  const [orders, positions, additions] = await Promise.all([
    sql<Rows['trade_order']>`
      select trade_order.* from trade_order join ${keyColumns(orderKeys)} as given (user_id, id) using (user_id, id)`.execute(
      tx,
    ),
    sql<Rows['position']>`
      select position.* from position join ${keyColumns(positionKeys)} as given (user_id, id) using (user_id, id)`.execute(
      tx,
    ),
    sql<Rows['margin_addition']>`
      select * from margin_addition
      where user_id = any(${users}::bigint[]) and (state = 'waiting' or id = any(${known}::bigint[]))`.execute(tx),
  ])
  return {
    orders: orders.rows.map(orderOf),
    positions: positions.rows.map(positionOf),
    additions: additions.rows.map(additionOf),
  }
}

/** One order of one user, in any state. */
/** Whether an order of one of the users was filled, or a position liquidated, at one of the quotes. */
export async function haveFilled(tx: Tx, userIds: readonly number[], quotes: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ readonly found: boolean }>`
    select exists (select from execution where quote_id = any(${quotes}) and user_id = any(${userIds}))
      or exists (
        select from closing where order_id is null and quote_id = any(${quotes}) and user_id = any(${userIds})
      ) as found`.execute(tx)
  return rows[0]?.found === true
}

export async function findOrder(tx: Tx, userId: number, id: number): Promise<Order | undefined> {
  const { rows } = await sql<
    Rows['trade_order']
  >`select * from trade_order where user_id = ${userId} and id = ${id}`.execute(tx)
  return rows[0] === undefined ? undefined : orderOf(rows[0])
}

/** Some orders of one user, in any state. */
export async function findOrders(tx: Tx, userId: number, ids: readonly number[]): Promise<Order[]> {
  const { rows } = await sql<Rows['trade_order']>`
    select * from trade_order where user_id = ${userId} and id = any(${ids}::bigint[]) order by id`.execute(tx)
  return rows.map(orderOf)
}

/** One position of one user, in any state. */
export async function findPosition(tx: Tx, userId: number, id: number): Promise<Position | undefined> {
  const { rows } = await sql<Rows['position']>`select * from position where user_id = ${userId} and id = ${id}`.execute(
    tx,
  )
  return rows[0] === undefined ? undefined : positionOf(rows[0])
}

/** Inserts new orders and updates known ones. */
export async function saveOrders(tx: Tx, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    insert into trade_order (user_id, id, instrument, source, purpose, side, type, limit_price, quantity, filled, leverage, wallet,
      currency, position_id, is_forced, extended_hours, status, reason, accepted_at, cancel_requested_at, expires_at, changed_at, exchange,
      fee_date, reserve, cost, notional, margin, fee, offer_id, commission_min, replaces,
      replaces_reserve)
    select * from ${columns(
      orders,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.id],
      ['text', (row) => row.instrument],
      ['smallint', (row) => row.source],
      ['text', (row) => row.purpose],
      ['text', (row) => row.side],
      ['text', (row) => row.type],
      ['numeric', (row) => row.limit ?? null],
      ['numeric', (row) => row.quantity],
      ['numeric', (row) => row.filled],
      ['smallint', (row) => row.leverage],
      ['smallint', (row) => walletNumbers[row.wallet]],
      ['text', (row) => row.currency],
      ['bigint', (row) => row.position ?? null],
      ['boolean', (row) => row.isForced],
      ['boolean', (row) => row.extendedHours],
      ['text', (row) => row.status],
      ['text', (row) => row.reason ?? null],
      ['timestamptz', (row) => isoInstant(row.acceptedAt)],
      ['timestamptz', (row) => isoInstantOrNull(row.cancelRequestedAt)],
      ['timestamptz', (row) => isoInstantOrNull(row.expiresAt)],
      ['timestamptz', (row) => isoInstant(row.changedAt)],
      ['numeric', (row) => row.conversionRate],
      ['date', (row) => row.feeDate],
      ['numeric', (row) => row.reserve],
      ['numeric', (row) => row.cost],
      ['numeric', (row) => row.notional],
      ['numeric', (row) => row.margin],
      ['numeric', (row) => row.fee],
      ['bigint', (row) => row.block?.offer ?? null],
      ['numeric', (row) => row.block?.commissionMin ?? null],
      ['bigint', (row) => row.replaces?.order ?? null],
      ['numeric', (row) => row.replaces?.reserve ?? null],
    )}
    on conflict (user_id, id) do update set filled = excluded.filled, position_id = excluded.position_id, status = excluded.status,
      reason = excluded.reason, cancel_requested_at = excluded.cancel_requested_at, changed_at = excluded.changed_at,
      reserve = excluded.reserve, cost = excluded.cost, notional = excluded.notional, margin = excluded.margin, fee = excluded.fee`.execute(
    tx,
  )
}

/** Inserts new positions and updates known ones. */
export async function savePositions(tx: Tx, positions: readonly Position[]): Promise<void> {
  if (positions.length === 0) return
  await sql`
    insert into position (user_id, id, instrument, source, direction, leverage, wallet, currency, state, quantity, locked, cost, margin,
      initial_margin, added_margin, owed_funding, owed_issuer, opening_fee, financing, halved, warned_at, opened_at,
      actions_until, changed_at, expires_at, closed_at, close_reason)
    select * from ${columns(
      positions,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.id],
      ['text', (row) => row.instrument],
      ['smallint', (row) => row.source],
      ['text', (row) => row.direction],
      ['smallint', (row) => row.leverage],
      ['smallint', (row) => walletNumbers[row.wallet]],
      ['text', (row) => row.currency],
      ['text', (row) => row.state],
      ['numeric', (row) => row.quantity],
      ['numeric', (row) => row.locked],
      ['numeric', (row) => row.cost],
      ['numeric', (row) => row.margin],
      ['numeric', (row) => row.initialMargin],
      ['numeric', (row) => row.addedMargin],
      ['numeric', (row) => row.owed.funding],
      ['numeric', (row) => row.owed.issuer],
      ['numeric', (row) => row.openingFee],
      ['numeric', (row) => row.financing],
      ['boolean', (row) => row.halved],
      ['timestamptz', (row) => isoInstantOrNull(row.warnedAt)],
      ['timestamptz', (row) => isoInstant(row.openedAt)],
      ['timestamptz', (row) => isoInstant(row.actionsUntil)],
      ['timestamptz', (row) => isoInstant(row.changedAt)],
      ['timestamptz', (row) => isoInstantOrNull(row.expiresAt)],
      ['timestamptz', (row) => isoInstantOrNull(row.closedAt)],
      ['text', (row) => row.closeReason ?? null],
    )}
    on conflict (user_id, id) do update set state = excluded.state, quantity = excluded.quantity, locked = excluded.locked,
      cost = excluded.cost, margin = excluded.margin, initial_margin = excluded.initial_margin, added_margin = excluded.added_margin,
      owed_funding = excluded.owed_funding, owed_issuer = excluded.owed_issuer, opening_fee = excluded.opening_fee,
      financing = excluded.financing, halved = excluded.halved, warned_at = excluded.warned_at, actions_until = excluded.actions_until,
      changed_at = excluded.changed_at, expires_at = excluded.expires_at, closed_at = excluded.closed_at, close_reason = excluded.close_reason`.execute(
    tx,
  )
}

export async function saveAdditions(tx: Tx, additions: readonly MarginAddition[]): Promise<void> {
  if (additions.length === 0) return
  await sql`
    insert into margin_addition (user_id, id, position_id, wallet, amount, accepted_at, state)
    select * from ${columns(
      additions,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.id],
      ['bigint', (row) => row.position],
      ['smallint', (row) => walletNumbers[row.wallet]],
      ['numeric', (row) => row.amount],
      ['timestamptz', (row) => isoInstant(row.acceptedAt)],
      ['text', (row) => row.state],
    )}
    on conflict (user_id, id) do update set state = excluded.state`.execute(tx)
}
