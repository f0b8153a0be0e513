import { divide } from '@mex/core/money/decimal.ts'
import { price, quantity, value, valueOf, type Rate } from '@mex/core/money/money.ts'
import type { HeldChange } from '@mex/core/portfolio/held-before.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { isoInstant } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { sql, type Tx } from '#db/sql.ts'
import { positionOf } from '#areas/trading/stored-rows.ts'

/** More than a user can hold at a time (`contractsMaximum`); of more, the newest are valued. */
const positionsMax = 2000

/** A position that was open at an instant or after it, and everything that has changed its quantity since then. */
export type PastPosition = { readonly position: Position; readonly changes: readonly HeldChange[] }

type FillRow = { position_id: number; is_opening: boolean; price: bigint; quantity: bigint; at: number }
type FillPart = FillRow & { closed: bigint | null; closed_cost: bigint | null }
type ForcedRow = { position_id: number; quantity: bigint; cost: bigint; at: number }
type SplitRow = { position_id: number; quantity: bigint; at: number }

/** The fills of opening and closing orders. Of a closing it is stored what all its fills closed together. */
const fillsSince = async (tx: Tx, userId: number, since: number) =>
  (
    await sql<FillPart>`
      select execution.position_id, execution.order_id = execution.position_id as is_opening, execution.price,
        execution.quantity, execution.at, closing.quantity as closed, closing.cost as closed_cost
      from execution
      left join closing on closing.user_id = execution.user_id and closing.id = execution.order_id
        and closing.order_id = execution.order_id
      where execution.user_id = ${userId} and execution.at >= ${isoInstant(since)}`.execute(tx)
  ).rows

/** What was closed without an order: liquidations, settlements, removals, fractions. */
const forcedSince = async (tx: Tx, userId: number, since: number) =>
  (
    await sql<ForcedRow>`
      select position_id, quantity, cost, closed_at as at from closing
      where user_id = ${userId} and closed_at >= ${isoInstant(since)} and order_id is null`.execute(tx)
  ).rows

/** Quotes are in new shares from the ex instant on, whenever the split was booked. */
const splitsSince = async (tx: Tx, userId: number, since: number) =>
  (
    await sql<SplitRow>`
      select position_id, quantity, ex_at as at from booked_action
      where user_id = ${userId} and ex_at >= ${isoInstant(since)} and ratio_to is not null`.execute(tx)
  ).rows

/** The positions of a user that were open at an instant or later, with all changes since then. */
export async function positionsSince(
  tx: Tx,
  userId: number,
  since: number,
  multiplierOf: (instrument: string) => Rate,
): Promise<readonly PastPosition[]> {
  const [{ rows }, fills, forced, splits] = await Promise.all([
    sql<Rows['position']>`
      select * from position where user_id = ${userId} and (state <> 'CLOSED' or closed_at >= ${isoInstant(since)})
      order by id desc limit ${positionsMax}`.execute(tx),
    fillsSince(tx, userId, since),
    forcedSince(tx, userId, since),
    splitsSince(tx, userId, since),
  ])
  const filled = Map.groupBy(fills, (row) => row.position_id)
  const closed = Map.groupBy(forced, (row) => row.position_id)
  const split = Map.groupBy(splits, (row) => row.position_id)
  return rows.map((row) => {
    const multiplier = multiplierOf(row.instrument)
    // A fraction is closed with its split, in new shares: the split comes first.
    const changes: readonly HeldChange[] = [
      ...(split.get(row.id) ?? []).map(({ at, quantity: units }) => {
        return { at, kind: 'split', quantity: quantity(units) } as const
      }),
      ...(filled.get(row.id) ?? []).map((fill) => changeOf(fill, multiplier)),
      ...(closed.get(row.id) ?? []).map(({ at, quantity: units, cost }) => {
        return { at, kind: 'closed', quantity: quantity(units), cost: value(cost) } as const
      }),
    ]
    return { position: positionOf(row), changes }
  })
}

/** A fill that closed has the share of the cost that its part of the closing has. */
function changeOf({ is_opening, at, closed, closed_cost, ...fill }: FillPart, multiplier: Rate): HeldChange {
  const units = quantity(fill.quantity)
  if (is_opening) return { at, kind: 'opened', quantity: units, cost: valueOf(price(fill.price), units, multiplier) }
  const cost = closed === null || closed === 0n ? 0n : divide((closed_cost ?? 0n) * units, closed, 'near')
  return { at, kind: 'closed', quantity: units, cost: value(cost) }
}
