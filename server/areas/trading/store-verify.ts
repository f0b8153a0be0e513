import type { Execution } from '@mex/core/execution.ts'
import { price, quantity, value, type Quantity, type Value } from '@mex/core/money.ts'
import type { Direction, Order } from '@mex/core/orders.ts'
import { sql, type Tx } from '#db/sql.ts'
import { orderOf } from './store.ts'

/** Margin of open positions. */
export const heldByPositions = sql`select user_id, wallet, sum(margin) as amount from position group by user_id, wallet`
/** What working orders have left of their reserve. */
export const heldByOrders = sql`select user_id, wallet, sum(reserve) as amount from trade_order group by user_id, wallet`
/** Margin that waits for the feed. */
export const heldByAdditions = sql`
  select user_id, wallet, sum(amount) as amount from margin_addition where state = 'waiting' group by user_id, wallet`
/** Results of everything that was closed, before fees. */
export const realisedByClosings = sql`
  select position.currency, sum(closing.profit) as amount
  from closing join position on position.user_id = closing.user_id and position.id = closing.position_id group by position.currency`

export type StoredExecution = Pick<Execution, 'rule' | 'level' | 'price' | 'quantity' | 'earlier' | 'quote'> & {
  readonly id: number
  readonly order: Order
}

type ExecutionRow = Parameters<typeof orderOf>[0] & {
  execution_id: number
  rule: Execution['rule']
  level: number
  price: bigint
  taken: bigint
  earlier: bigint
  quote_id: string
}

/** A page of all executions by id, each with its order. */
export async function executionsAfter(tx: Tx, after: number, limit: number): Promise<StoredExecution[]> {
  const { rows } = await sql<ExecutionRow>`
    select trade_order.*, execution.id as execution_id, rule, level, price, execution.quantity as taken, earlier, quote_id
    from execution join trade_order on trade_order.user_id = execution.user_id and trade_order.id = execution.order_id
    where execution.id > ${after} order by execution.id limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    id: row.execution_id,
    order: orderOf(row),
    rule: row.rule,
    level: row.level,
    price: price(row.price),
    quantity: quantity(row.taken),
    earlier: quantity(row.earlier),
    quote: row.quote_id,
  }))
}

export type StoredLiquidation = {
  readonly position: number
  readonly direction: Direction
  readonly quantity: Quantity
  readonly exit: Value
  readonly quote: string
}

/** Everything that the market closed by itself. */
export async function liquidationsAfter(tx: Tx): Promise<StoredLiquidation[]> {
  const { rows } = await sql<{ position: number; direction: Direction; quantity: bigint; exit: bigint; quote: string }>`
    select closing.position_id as position, position.direction, closing.quantity, closing.exit_value as exit, closing.quote_id as quote
    from closing join position on position.user_id = closing.user_id and position.id = closing.position_id
    where closing.reason = 'liquidation' and closing.order_id is null`.execute(tx)
  return rows.map((row) => ({ ...row, quantity: quantity(row.quantity), exit: value(row.exit) }))
}

/** Ids of the quotes that anything was filled at. */
export async function executedQuotes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct quote_id as id from execution order by quote_id`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}
