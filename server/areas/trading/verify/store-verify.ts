import type { Closing } from '@mex/core/trading/closing.ts'
import type { Execution } from '@mex/core/trading/execution.ts'
import { money, price, quantity, value } from '@mex/core/money/money.ts'
import type { Order, Side } from '@mex/core/trading/orders.ts'
import type { CloseReason } from '@mex/core/trading/positions.ts'
import type { Rows } from '#db/schema.ts'
import { sql, type Tx } from '#db/sql.ts'
import { additionOf, orderOf, positionOf } from '#areas/trading/stored-rows.ts'
import { bookedActionsOf } from '#areas/trading/corporate-actions/store-corporate-actions.ts'
import { chargesOf } from '#areas/trading/overnight/store-overnight.ts'
import { rollsOf } from '#areas/trading/expiry/store-rolls.ts'
import { readable, type FillFinding } from './findings.ts'

/** Margin of open positions. Their index serves it: most positions are closed, and hold nothing by a constraint of the table. */
export const heldByPositions = sql`
  select user_id, wallet, sum(margin) as amount from position where state <> 'CLOSED' group by user_id, wallet`
/** The remaining reserve of working orders. Others reserve nothing, as above. */
export const heldByOrders = sql`
  select user_id, wallet, sum(reserve) as amount from trade_order where status in ('accepted', 'partly_filled')
  group by user_id, wallet`
/** Margin that waits for the feed. */
export const heldByAdditions = sql`
  select user_id, wallet, sum(amount) as amount from margin_addition where state = 'waiting' group by user_id, wallet`
/** Results of all closings, before fees. */
export const realisedByClosings = sql`
  select closing.user_id, position.currency, closing.profit as amount
  from closing join position on position.user_id = closing.user_id and position.id = closing.position_id`
/** Fees of the fills of orders, and of liquidations, which have no order. */
export const chargedByOrders = sql`select user_id, currency, fee as amount from trade_order where fee <> 0`
export const chargedByLiquidations = sql`
  select closing.user_id, position.currency, closing.closing_fee as amount
  from closing join position on position.user_id = closing.user_id and position.id = closing.position_id
  where closing.order_id is null`

export type StoredExecution = Omit<Execution, 'order'> & {
  readonly id: number
  readonly order: Order
  /** What the row itself says of its order, which the order says too. */
  readonly copy: { readonly instrument: string; readonly side: Side; readonly position: number }
}

type ExecutionRow = Rows['trade_order'] &
  Pick<Rows['execution'], 'level' | 'price' | 'earlier' | 'quote_id' | 'available' | 'at'> & {
    execution_id: number
    copied_instrument: string
    copied_side: Side
    copied_position: number
    rule: Execution['rule']
    taken: bigint
  }

const executionFields = sql`trade_order.*, execution.id as execution_id, execution.instrument as copied_instrument,
  execution.side as copied_side, execution.position_id as copied_position, rule, level, price, execution.quantity as taken,
  earlier, quote_id, available, execution.at`

const aboutExecution = (row: Pick<ExecutionRow, 'id' | 'execution_id'>): string =>
  `execution ${row.execution_id} of order ${row.id}`

function executionOf(row: ExecutionRow): StoredExecution {
  return {
    id: row.execution_id,
    order: orderOf(row),
    copy: { instrument: row.copied_instrument, side: row.copied_side, position: row.copied_position },
    rule: row.rule,
    level: row.level,
    price: price(row.price),
    quantity: quantity(row.taken),
    earlier: quantity(row.earlier),
    quote: row.quote_id,
    available: row.available === null ? undefined : money(row.available),
    at: row.at,
  }
}

type ClosingRow = Rows['closing'] & { readonly reason: CloseReason }

/** A row of the closed list: the closings of one order so far, or a liquidation. */
export type StoredClosing = Omit<Closing, 'price'> & { readonly id: number }

const closingOf = (row: ClosingRow): StoredClosing => ({
  id: row.id,
  position: row.position_id,
  user: row.user_id,
  order: row.order_id ?? undefined,
  quote: row.quote_id,
  reason: row.reason,
  at: row.closed_at,
  quantity: quantity(row.quantity),
  exit: value(row.exit_value),
  cost: value(row.cost),
  margin: money(row.margin),
  profit: money(row.profit),
  openingFee: money(row.opening_fee),
  fee: money(row.closing_fee),
  financing: money(row.financing),
  netProfit: money(row.net_profit),
})

/** The references of trading journals. */
export const tradedThings = ['order', 'position', 'margin_addition'] as const

/** A user with any trading row or journal, and how many orders that user has. */
export type Trader = { readonly id: number; readonly orders: number }

/** By id. */
export async function tradersOf(tx: Tx): Promise<readonly Trader[]> {
  const { rows } = await sql<Trader>`
    select id, (select count(*) from trade_order where user_id = app_user.id) as orders
    from app_user where (
      exists (select from trade_order where user_id = app_user.id)
      or exists (select from position where user_id = app_user.id)
      or exists (select from unsettled where user_id = app_user.id)
      or id in (select user_id from journal where ref_type = any(${tradedThings}))
    ) order by id`.execute(tx)
  return rows
}

/** All trading rows of a user, and which of them cannot be read. */
export async function loadTraded(tx: Tx, user: number) {
  const [orders, positions, additions, executions, closings, charges, actions, rolls] = await Promise.all([
    sql<Rows['trade_order']>`select * from trade_order where user_id = ${user} order by id`.execute(tx),
    sql<Rows['position']>`select * from position where user_id = ${user} order by id`.execute(tx),
    sql<Rows['margin_addition']>`select * from margin_addition where user_id = ${user} order by id`.execute(tx),
    sql<ExecutionRow>`
      select ${executionFields}
      from execution join trade_order on trade_order.user_id = execution.user_id and trade_order.id = execution.order_id
      where execution.user_id = ${user} order by execution.id`.execute(tx),
    sql<ClosingRow>`select * from closing where user_id = ${user} order by id`.execute(tx),
    chargesOf(tx, user),
    bookedActionsOf(tx, user),
    rollsOf(tx, user),
  ])
  const unreadable: FillFinding[] = []
  const named = (name: string) => ({ findings: unreadable, about: ({ id }: { id: number }) => `${name} ${id}` })
  return {
    user,
    orders: readable(orders.rows, orderOf, named('order')),
    positions: readable(positions.rows, positionOf, named('position')),
    additions: readable(additions.rows, additionOf, named('margin addition')),
    executions: readable(executions.rows, executionOf, { findings: unreadable, about: aboutExecution }),
    closings: readable(closings.rows, closingOf, named('closing')),
    charges,
    actions,
    rolls,
    unreadable,
  }
}
export type Traded = Awaited<ReturnType<typeof loadTraded>>

/** Ids of all quotes with fills. */
export async function executedQuotes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct quote_id as id from execution order by quote_id`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}
