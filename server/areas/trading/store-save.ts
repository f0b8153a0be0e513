import type { Closing } from '@mex/core/trading/closing.ts'
import type { Execution } from '@mex/core/trading/execution.ts'
import { addMoney, addQuantity, value } from '@mex/core/money/money.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import type { TradingChanges } from '@mex/core/trading/trading.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'
import { saveBookedActions } from '#areas/trading/corporate-actions/store-corporate-actions.ts'
import { saveAdditions, saveOrders, savePositions } from './store.ts'

export type SaveFacts = {
  /** An id from the shared sequence, for a closing that nobody ordered. */
  readonly takeId: () => Promise<number>
  /** The order of an execution, which says whose it is. */
  readonly orderOf: (id: number) => Order
}

/** Saves the changes of a list except its journals: every row once, with its final values. */
export async function saveChanges(
  tx: Tx,
  changes: Omit<TradingChanges, 'journals' | 'balances' | 'unsettled' | 'notices'>,
  facts: SaveFacts,
): Promise<void> {
  await Promise.all([
    saveOrders(tx, changes.orders),
    savePositions(tx, changes.positions),
    saveAdditions(tx, changes.additions),
    insertExecutions(tx, changes.executions, facts),
    saveClosings(tx, changes.closings, facts),
    saveBookedActions(tx, changes.actions),
  ])
}

async function saveClosings(tx: Tx, changed: readonly Closing[], { takeId }: SaveFacts): Promise<void> {
  const closings = new Map<number, NumberedClosing>()
  for (const closing of changed) {
    const id = closing.order ?? (await takeId())
    const before = closings.get(id)
    closings.set(id, before === undefined ? { ...closing, id } : together(before, closing))
  }
  await addClosings(tx, [...closings.values()])
}

async function insertExecutions(tx: Tx, executions: readonly Execution[], { orderOf }: SaveFacts): Promise<void> {
  if (executions.length === 0) return
  const rows = executions.map((execution) => ({ ...execution, owner: orderOf(execution.order) }))
  await sql`
    insert into execution (user_id, order_id, position_id, instrument, quote_id, side, rule, level, price, quantity, earlier,
      available, at)
    select * from ${columns(
      rows,
      ['bigint', (row) => row.owner.user],
      ['bigint', (row) => row.order],
      ['bigint', (row) => row.owner.position ?? row.order],
      ['text', (row) => row.owner.instrument],
      ['text', (row) => row.quote],
      ['text', (row) => row.owner.side],
      ['text', (row) => row.rule],
      ['smallint', (row) => row.level],
      ['numeric', (row) => row.price],
      ['numeric', (row) => row.quantity],
      ['numeric', (row) => row.earlier],
      ['numeric', (row) => row.available ?? null],
      ['timestamptz', (row) => isoInstant(row.at)],
    )}`.execute(tx)
}

type NumberedClosing = Closing & { readonly id: number }

/** Adds up two portions that one closing order closed. */
function together(first: NumberedClosing, second: Closing): NumberedClosing {
  return {
    ...first,
    quote: second.quote,
    at: second.at,
    quantity: addQuantity(first.quantity, second.quantity),
    exit: value(first.exit + second.exit),
    cost: value(first.cost + second.cost),
    margin: addMoney(first.margin, second.margin),
    profit: addMoney(first.profit, second.profit),
    openingFee: addMoney(first.openingFee, second.openingFee),
    fee: addMoney(first.fee, second.fee),
    financing: addMoney(first.financing, second.financing),
    netProfit: addMoney(first.netProfit, second.netProfit),
  }
}

/** Adds closings to the rows of the closed list. One closing order may be filled over many ticks. */
async function addClosings(tx: Tx, closings: readonly NumberedClosing[]): Promise<void> {
  if (closings.length === 0) return
  await sql`
    insert into closing (user_id, id, order_id, position_id, quantity, exit_value, cost, margin, profit, opening_fee, closing_fee,
      financing, net_profit, reason, quote_id, closed_at)
    select * from ${columns(
      closings,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.id],
      ['bigint', (row) => row.order ?? null],
      ['bigint', (row) => row.position],
      ['numeric', (row) => row.quantity],
      ['numeric', (row) => row.exit],
      ['numeric', (row) => row.cost],
      ['numeric', (row) => row.margin],
      ['numeric', (row) => row.profit],
      ['numeric', (row) => row.openingFee],
      ['numeric', (row) => row.fee],
      ['numeric', (row) => row.financing],
      ['numeric', (row) => row.netProfit],
      ['text', (row) => row.reason],
      ['text', (row) => row.quote],
      ['timestamptz', (row) => isoInstant(row.at)],
    )}
    on conflict (user_id, id) do update set quantity = closing.quantity + excluded.quantity,
      exit_value = closing.exit_value + excluded.exit_value, cost = closing.cost + excluded.cost,
      margin = closing.margin + excluded.margin, profit = closing.profit + excluded.profit,
      opening_fee = closing.opening_fee + excluded.opening_fee, closing_fee = closing.closing_fee + excluded.closing_fee,
      financing = closing.financing + excluded.financing, net_profit = closing.net_profit + excluded.net_profit,
      quote_id = excluded.quote_id, closed_at = excluded.closed_at`.execute(tx)
}
