import type { Closing } from '@mex/core/trading/closing.ts'
import { money, price, quantity, value, type Money } from '@mex/core/money/money.ts'
import type { Order, OrderType } from '@mex/core/trading/orders.ts'
import type { CloseReason, Position } from '@mex/core/trading/positions.ts'
import { walletNumbers, type Wallet } from '@mex/core/wallet/wallets.ts'
import { isoInstant } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { sql, type Tx } from '#db/sql.ts'
import { orderOf, positionOf } from './stored-rows.ts'

/** The requested page of a list; `pageNumber` counts from 1. */
export type ListPage = { readonly pageNumber: number; readonly pageSize: number }
export type Listed<Row> = { readonly total: number; readonly rows: readonly Row[] }

const skipped = ({ pageNumber, pageSize }: ListPage): number => (pageNumber - 1) * pageSize

/** A choice of more instruments would be no help. */
const orderedMax = 500

export type OrderFilter = {
  readonly source: number | undefined
  readonly statuses: readonly string[]
  readonly id?: number | undefined
  /** What the orders opened, or closed a part of. */
  readonly position?: number | undefined
  readonly side?: Order['side'] | undefined
  readonly instrument?: string | undefined
  readonly isOldestFirst?: boolean
}

/** Instruments that a user has ever ordered. */
export async function orderedInstruments(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ instrument: string }>`
    select distinct instrument from trade_order where user_id = ${userId} limit ${orderedMax}`.execute(tx)
  return rows.map(({ instrument }) => instrument)
}

/** Orders of a user, newest first unless the oldest are asked for. */
export async function listOrders(tx: Tx, userId: number, filter: OrderFilter, page: ListPage): Promise<Listed<Order>> {
  const where = sql`user_id = ${userId} and status = any(${filter.statuses}::text[])
    and (${filter.id ?? null}::bigint is null or id = ${filter.id ?? null})
    and (${filter.position ?? null}::bigint is null or position_id = ${filter.position ?? null})
    and (${filter.source ?? null}::smallint is null or source = ${filter.source ?? null})
    and (${filter.side ?? null}::text is null or side = ${filter.side ?? null})
    and (${filter.instrument ?? null}::text is null or instrument = ${filter.instrument ?? null})`
  const direction = filter.isOldestFirst === true ? sql`asc` : sql`desc`
  const { rows } = await sql<Rows['trade_order'] & { total: number }>`
    select trade_order.*, count(*) over () as total from trade_order where ${where}
    order by id ${direction} limit ${page.pageSize} offset ${skipped(page)}`.execute(tx)
  if (rows[0] !== undefined || skipped(page) === 0) return { total: rows[0]?.total ?? 0, rows: rows.map(orderOf) }
  // After the last page no row has the total.
  const counted = await sql<{ total: number }>`select count(*) as total from trade_order where ${where}`.execute(tx)
  return { total: counted.rows[0]?.total ?? 0, rows: [] }
}

export type StoredPosition = {
  readonly position: Position
  readonly opening: { readonly type: OrderType; readonly limit: Order['limit'] }
  readonly pendingMargin: Money
  /** Net result of what was closed of it already. */
  readonly realised: Money
  /** Whether it is to be rolled into the next month when its contract settles. */
  readonly autoRoll: boolean
  /** The offer of a block. */
  readonly offer: number | undefined
}

type StoredPositionRow = Rows['position'] & {
  opening_type: Rows['trade_order']['type'] | null
  opening_limit: Rows['trade_order']['limit_price']
  opening_offer: Rows['trade_order']['offer_id']
  pending_margin: bigint
  realised: bigint
  auto_roll: boolean
}

const openingOf = (row: Pick<StoredPositionRow, 'opening_type' | 'opening_limit'>) => ({
  // No order opened what was allotted.
  type: (row.opening_type ?? 'market') as OrderType,
  limit: row.opening_limit === null ? undefined : price(row.opening_limit),
})

export type PositionFilter = {
  readonly source: number | undefined
  readonly instrument: string | undefined
  /** Of these, closed ones too. */
  readonly ids?: readonly number[]
  /** The one of this id, while it is open. */
  readonly open?: number | undefined
}

/** More than a user can open (`contractsMaximum`), with room for allotments of offers. */
const positionsMax = 2000

/** Open positions of a user with their dependent rows, newest first. */
export async function listPositions(tx: Tx, userId: number, filter: PositionFilter): Promise<StoredPosition[]> {
  const { rows } = await sql<StoredPositionRow>`
    select position.*, opening.type as opening_type, opening.limit_price as opening_limit, opening.offer_id as opening_offer,
      coalesce((select sum(amount) from margin_addition where user_id = position.user_id and position_id = position.id and state = 'waiting'), 0) as pending_margin,
      coalesce((select sum(net_profit) from closing where user_id = position.user_id and position_id = position.id), 0) as realised,
      coalesce((select is_wanted from contract_roll where user_id = position.user_id and position_id = position.id), false) as auto_roll
    from position left join trade_order opening on opening.user_id = position.user_id and opening.id = position.id
    where position.user_id = ${userId} and (state <> 'CLOSED' or ${filter.ids !== undefined})
      and (${filter.source ?? null}::smallint is null or position.source = ${filter.source ?? null})
      and (${filter.instrument ?? null}::text is null or position.instrument = ${filter.instrument ?? null})
      and (${filter.ids ?? null}::bigint[] is null or position.id = any(${filter.ids ?? null}))
      and (${filter.open ?? null}::bigint is null or position.id = ${filter.open ?? null})
    order by position.id desc limit ${positionsMax}`.execute(tx)
  return rows.map((row) => ({
    position: positionOf(row),
    opening: openingOf(row),
    pendingMargin: money(row.pending_margin),
    realised: money(row.realised),
    autoRoll: row.auto_roll,
    offer: row.opening_offer ?? undefined,
  }))
}

export type StoredClosing = {
  /** Of the closing order; one of its own when nobody ordered. */
  readonly id: number
  readonly closing: Omit<Closing, 'price'>
  readonly position: Position
  readonly opening: StoredPosition['opening']
  readonly closeType: OrderType | undefined
  readonly offer: number | undefined
}

type ClosingListRow = StoredPositionRow &
  Pick<Rows['closing'], 'exit_value' | 'profit' | 'closing_fee' | 'net_profit' | 'quote_id'> & {
    closing_id: Rows['closing']['id']
    closing_order_id: Rows['closing']['order_id']
    closing_quantity: Rows['closing']['quantity']
    closing_cost: Rows['closing']['cost']
    closing_margin: Rows['closing']['margin']
    closing_opening_fee: Rows['closing']['opening_fee']
    closing_financing: Rows['closing']['financing']
    closing_reason: Rows['closing']['reason']
    closing_at: Rows['closing']['closed_at']
    close_type: Rows['trade_order']['type'] | null
  }

export type ClosingFilter = {
  readonly source?: number | undefined
  readonly wallet?: Wallet | undefined
  readonly instrument?: string | undefined
  readonly position?: number | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Closings, newest first: one row per closing order or liquidation. */
export async function listClosings(
  tx: Tx,
  userId: number,
  filter: ClosingFilter,
  page: ListPage,
): Promise<Listed<StoredClosing>> {
  const from = filter.from === undefined ? null : isoInstant(filter.from)
  const to = filter.to === undefined ? null : isoInstant(filter.to)
  const wallet = filter.wallet === undefined ? null : walletNumbers[filter.wallet]
  const joined = sql`closing join position on position.user_id = closing.user_id and position.id = closing.position_id
    where closing.user_id = ${userId}
      and (${filter.source ?? null}::smallint is null or position.source = ${filter.source ?? null})
      and (${wallet}::smallint is null or position.wallet = ${wallet})
      and (${filter.instrument ?? null}::text is null or position.instrument = ${filter.instrument ?? null})
      and (${filter.position ?? null}::bigint is null or closing.position_id = ${filter.position ?? null})
      and (${from}::timestamptz is null or closing.closed_at >= ${from}) and (${to}::timestamptz is null or closing.closed_at < ${to})`
  const total = await sql<{ total: number }>`select count(*) as total from ${joined}`.execute(tx)
  const { rows } = await sql<ClosingListRow>`
    select found.*, opening.type as opening_type, opening.limit_price as opening_limit, opening.offer_id as opening_offer, 0::numeric as pending_margin, 0::numeric as realised,
      closer.type as close_type
    from (select position.*, closing.id as closing_id, closing.order_id as closing_order_id, closing.quantity as closing_quantity, closing.exit_value,
        closing.cost as closing_cost, closing.margin as closing_margin, closing.profit, closing.opening_fee as closing_opening_fee, closing.closing_fee,
        closing.financing as closing_financing, closing.net_profit, closing.reason as closing_reason, closing.quote_id, closing.closed_at as closing_at
      from ${joined} order by closing.closed_at desc, closing.id desc limit ${page.pageSize} offset ${skipped(page)}) found
    left join trade_order opening on opening.user_id = found.user_id and opening.id = found.id
    left join trade_order closer on closer.user_id = found.user_id and closer.id = found.closing_order_id
    order by found.closing_at desc, found.closing_id desc`.execute(tx)
  return { total: total.rows[0]?.total ?? 0, rows: rows.map(closingRow) }
}

function closingRow(row: ClosingListRow): StoredClosing {
  return {
    id: row.closing_id,
    position: positionOf(row),
    opening: openingOf(row),
    offer: row.opening_offer ?? undefined,
    closeType: (row.close_type ?? undefined) as OrderType | undefined,
    closing: {
      position: row.id,
      user: row.user_id,
      order: row.closing_order_id ?? undefined,
      quote: row.quote_id,
      reason: row.closing_reason as CloseReason,
      at: row.closing_at,
      quantity: quantity(row.closing_quantity),
      exit: value(row.exit_value),
      cost: value(row.closing_cost),
      margin: money(row.closing_margin),
      profit: money(row.profit),
      openingFee: money(row.closing_opening_fee),
      fee: money(row.closing_fee),
      financing: money(row.closing_financing),
      netProfit: money(row.net_profit),
    },
  }
}

export type PublicFill = {
  readonly price: bigint
  readonly side: string
  readonly rule: string
  readonly level: number
  readonly quantity: bigint
  readonly count: number
}

/** Fills at a quote, without their users: the proof of one price for all (rulebook P2). */
export async function fillsAtQuote(tx: Tx, quoteId: string): Promise<PublicFill[]> {
  const { rows } = await sql<PublicFill>`
    select price, side, rule, level, sum(quantity) as quantity, count(*) as count from execution where quote_id = ${quoteId}
    group by price, side, rule, level order by side, level, price limit 200`.execute(tx)
  return rows
}

/** Values bought and sold by a user in a wallet, of one instrument or of all, in raw units of value. */
export async function turnover(
  tx: Tx,
  userId: number,
  wallet: Wallet,
  instrument: string | undefined,
): Promise<{ readonly bought: bigint; readonly sold: bigint }> {
  const { rows } = await sql<{ bought: bigint; sold: bigint }>`
    select coalesce(sum(notional) filter (where side = 'buy'), 0) as bought, coalesce(sum(notional) filter (where side = 'sell'), 0) as sold
    from trade_order where user_id = ${userId} and wallet = ${walletNumbers[wallet]}
      and (${instrument ?? null}::text is null or instrument = ${instrument ?? null})`.execute(tx)
  return rows[0] ?? { bought: 0n, sold: 0n }
}

/** Keys of the instruments of a user's open positions. */
export async function heldKeys(tx: Tx, userId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ instrument: string }>`
    select distinct instrument from position where user_id = ${userId} and state <> 'CLOSED'`.execute(tx)
  return new Set(rows.map(({ instrument }) => instrument))
}
