import { money, price, quantity, rate, value } from '@mex/core/money/money.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { walletCurrency, walletOfNumber } from '@mex/core/wallet/wallets.ts'
import { sql, type Tx } from '#db/sql.ts'

type Row = {
  journal: number
  at: number
  period: string
  order_id: number | null
  order_rate: bigint | null
  position_id: number
  instrument: string
  direction: Position['direction']
  leverage: number
  wallet: number
  nights: number | null
  cut_off: number | null
  charged: bigint | null
  charged_cost: bigint | null
  charged_margin: bigint | null
  charge_price: bigint | null
  charge_rate: bigint | null
  ex_at: number | null
  shares: bigint | null
  amount: bigint | null
  tax: bigint | null
  ratio_to: number | null
  ratio_from: number | null
  filled: bigint | null
  filled_value: bigint | null
  closed: bigint | null
  closed_value: bigint | null
}

/** Journals of trades, nights and corporate actions with everything that is stored about them, in one query. */
export async function tradedFacts(tx: Tx, userId: number, journals: readonly number[]) {
  const { rows } = await sql<Row>`
    select entry.id as journal, entry.at, entry.period, trade_order.id as order_id, trade_order.exchange as order_rate,
      position.id as position_id, position.instrument, position.direction, position.leverage, position.wallet,
      charge.nights, charge.cut_off, charge.quantity as charged, charge.cost as charged_cost, charge.added_margin as charged_margin,
      charge.price as charge_price, charge.exchange as charge_rate,
      action.ex_at, action.quantity as shares, action.amount, action.tax, action.ratio_to, action.ratio_from,
      fill.units as filled, fill.value as filled_value, closing.quantity as closed, closing.exit_value as closed_value
    from (
      select id, at, event, ref_type, ref_id, substr(event_key, length(event || ref_id) + 3) as period
      from journal where user_id = ${userId} and id = any(${journals}::bigint[])
        and ref_type in ('order', 'position', 'margin_addition')
    ) entry
    left join trade_order on entry.ref_type = 'order' and trade_order.user_id = ${userId} and trade_order.id = entry.ref_id
    left join margin_addition on entry.ref_type = 'margin_addition'
      and margin_addition.user_id = ${userId} and margin_addition.id = entry.ref_id
    join position on position.user_id = ${userId}
      and position.id = coalesce(trade_order.position_id, margin_addition.position_id, entry.ref_id)
    left join overnight_charge charge on entry.event in ('E36', 'E37')
      and charge.user_id = ${userId} and charge.position_id = position.id and charge.period = entry.period
    left join booked_action action on entry.event in ('E38', 'E39', 'E40', 'E41')
      and action.user_id = ${userId} and action.position_id = position.id and action.booked_at = entry.at
      and (entry.event = 'E40') = (action.ratio_to is not null)
      and (entry.event = 'E41') = (action.final_price is not null)
      and (entry.event in ('E40', 'E41') or entry.period = 'dividend ' || action.ex_date)
    left join lateral (
      select sum(quantity) as units, sum(price * quantity) as value from execution
      where user_id = ${userId} and order_id = trade_order.id and quote_id = entry.period
    ) fill on trade_order.id is not null
    left join closing on entry.ref_type = 'position' and closing.user_id = ${userId} and closing.position_id = position.id
      and closing.order_id is null and closing.quote_id = entry.period and closing.closed_at = entry.at`.execute(tx)
  return rows.map(factsOf)
}
export type TradedFacts = ReturnType<typeof factsOf>

const known = <From, To>(found: From | null, read: (from: From) => To): To | undefined =>
  found === null ? undefined : read(found)

const factsOf = (row: Row) => ({
  journal: row.journal,
  at: row.at,
  period: row.period,
  order: row.order_id ?? undefined,
  orderRate: known(row.order_rate, rate),
  position: row.position_id,
  instrument: row.instrument,
  direction: row.direction,
  leverage: row.leverage,
  currency: walletCurrency[walletOfNumber(row.wallet)],
  /** What was booked for a night; undefined for anything else. */
  charge:
    row.nights === null || row.cut_off === null || row.charge_price === null || row.charge_rate === null
      ? undefined
      : {
          nights: row.nights,
          cutOff: row.cut_off,
          quantity: quantity(row.charged ?? 0n),
          cost: value(row.charged_cost ?? 0n),
          addedMargin: money(row.charged_margin ?? 0n),
          price: price(row.charge_price),
          conversionRate: rate(row.charge_rate),
        },
  action:
    row.ex_at === null || row.shares === null
      ? undefined
      : {
          exAt: row.ex_at,
          shares: quantity(row.shares),
          amount: known(row.amount, price),
          tax: known(row.tax, money),
          ratio: row.ratio_to === null ? undefined : `${row.ratio_to}:${row.ratio_from ?? 1}`,
        },
  /** Σ quantity, and Σ price × quantity in units of 16 decimals, of what this quote filled of the order. */
  fill: row.filled === null ? undefined : { quantity: quantity(row.filled), value: row.filled_value ?? 0n },
  /** What was closed without an order, and its exit value. */
  closing: row.closed === null ? undefined : { quantity: quantity(row.closed), exit: value(row.closed_value ?? 0n) },
})

/** The orders and margin additions of a position, whose journals belong to it too. */
export async function idsOfPosition(tx: Tx, userId: number, position: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from trade_order where user_id = ${userId} and position_id = ${position}
    union select id from margin_addition where user_id = ${userId} and position_id = ${position}`.execute(tx)
  return rows.map(({ id }) => id)
}
