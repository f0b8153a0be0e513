import type { Source } from '@mex/core/market/instrument.ts'
import { divide } from '@mex/core/money/decimal.ts'
import {
  money,
  price,
  quantity,
  value,
  type Money,
  type Price,
  type Quantity,
  type Rate,
} from '@mex/core/money/money.ts'
import type { Purpose, Side } from '@mex/core/trading/orders.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { walletOfNumber, type Wallet } from '@mex/core/wallet/wallets.ts'
import { isoInstant, isoInstantOrNull } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { sql, type Tx } from '#db/sql.ts'
import { positionOf } from '#areas/trading/stored-rows.ts'
import type { Listed, ListPage } from '#areas/trading/store-lists.ts'

/** A half-open interval in epoch milliseconds; a missing end is open. */
export type Stretch = { readonly from?: number | undefined; readonly until?: number | undefined }

export type ExecutionEntry = {
  readonly id: number
  readonly orderId: number
  readonly positionId: number
  readonly instrument: string
  readonly source: Source
  readonly side: Side
  readonly purpose: Purpose
  readonly price: Price
  readonly quantity: Quantity
  readonly wallet: Wallet
  readonly quoteId: string
  readonly at: number
}

type ExecutionRow = Omit<ExecutionEntry, 'price' | 'quantity' | 'wallet'> & {
  price: bigint
  quantity: bigint
  wallet: number
}

/** Executions of a user, newest first. */
export async function listExecutions(
  tx: Tx,
  userId: number,
  { from, until }: Stretch,
  { pageNumber, pageSize }: ListPage,
): Promise<Listed<ExecutionEntry>> {
  const where = sql`execution.user_id = ${userId}
    and (${isoInstantOrNull(from)}::timestamptz is null or at >= ${isoInstantOrNull(from)})
    and (${isoInstantOrNull(until)}::timestamptz is null or at < ${isoInstantOrNull(until)})`
  const counted = await sql<{ total: number }>`select count(*) as total from execution where ${where}`.execute(tx)
  const { rows } = await sql<ExecutionRow>`
    select execution.id, order_id as "orderId", execution.position_id as "positionId", execution.instrument, source,
      execution.side, purpose, price, execution.quantity, wallet, quote_id as "quoteId", at
    from execution join trade_order on trade_order.user_id = execution.user_id and trade_order.id = order_id
    where ${where} order by execution.id desc limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`.execute(tx)
  return {
    total: counted.rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      ...row,
      price: price(row.price),
      quantity: quantity(row.quantity),
      wallet: walletOfNumber(row.wallet),
    })),
  }
}

type PastRow = Rows['position'] & { opened: bigint; gross: bigint; closed: bigint; closed_cost: bigint }

/** Positions of a user at a past instant: fills until then, less closings until then. */
export async function positionsAt(
  tx: Tx,
  userId: number,
  at: number,
  multiplierOf: (instrument: string) => Rate,
): Promise<Position[]> {
  const instant = isoInstant(at)
  const { rows } = await sql<PastRow>`
    select position.*, fills.opened, fills.gross, parts.closed, parts.closed_cost
    from position
    cross join lateral (
      select coalesce(sum(quantity), 0) as opened, coalesce(sum(price * quantity), 0) as gross from execution
      where user_id = position.user_id and order_id = position.id and execution.at < ${instant}
    ) fills
    cross join lateral (
      select coalesce(sum(quantity), 0) as closed, coalesce(sum(cost), 0) as closed_cost from closing
      where user_id = position.user_id and position_id = position.id and closing.closed_at < ${instant}
    ) parts
    where position.user_id = ${userId} and opened_at < ${instant} and (closed_at is null or closed_at >= ${instant})
    order by position.id desc limit 2000`.execute(tx)
  return rows
    .filter(({ opened, closed }) => opened > closed)
    .map((row) => {
      // Price and quantity have 8 decimals each, the multiplier 12; a value has 8.
      const cost = divide(row.gross * multiplierOf(row.instrument), 10n ** 20n, 'near')
      return {
        ...positionOf(row),
        state: 'OPEN',
        quantity: quantity(row.opened - row.closed),
        cost: value(cost - row.closed_cost),
      }
    })
}

/** Net results of the closings in an interval, by wallet. */
export async function realisedBetween(
  tx: Tx,
  userId: number,
  from: number,
  until: number,
): Promise<ReadonlyMap<Wallet, Money>> {
  const { rows } = await sql<{ wallet: number; amount: bigint }>`
    select wallet, sum(net_profit) as amount
    from closing join position on position.user_id = closing.user_id and position.id = closing.position_id
    where closing.user_id = ${userId} and closing.closed_at >= ${isoInstant(from)} and closing.closed_at < ${isoInstant(until)}
    group by wallet`.execute(tx)
  return new Map(rows.map((row) => [walletOfNumber(row.wallet), money(row.amount)]))
}
