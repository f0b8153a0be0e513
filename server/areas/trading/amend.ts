import type { Order as OrderView } from '@mex/contract/trading/shapes.ts'
import { isAuctionOnly } from '@mex/core/market/products.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { placeAmendment } from '@mex/core/trading/amending.ts'
import { directionOf } from '@mex/core/trading/orders.ts'
import { openingFacts, type Deciding, type Kind } from './deciding.ts'
import { findOrder } from './store.ts'
import { carryRollWish } from '#areas/trading/expiry/store-rolls.ts'
import { orderView } from './views.ts'

/** Replaces an order by one with another limit or quantity, by the prices and facts of now (docs/decisions/053). */
export async function amend(
  deciding: Deciding,
  { userId: user, orderId, filled, quantity, limit, language }: Kind<'amend'>,
): Promise<OrderView | Refusal> {
  const { engine, tx, trading, prices, nextId } = deciding
  const id = nextId()
  const { now } = prices
  if (!engine.accepting()) return refusal('unavailable')
  // An order that has ended is not among the live ones, but its change is answered too.
  const old = trading.orders.get(orderId) ?? (await findOrder(tx, user, orderId))
  if (old?.user !== user) return refusal('not_found')
  trading.orders.set(old.id, old)
  const instrument = engine.describe(old.instrument, now)
  const expiresAt = engine.timetable.expiry(instrument, now, old)
  const permission = isAuctionOnly(old) ? await engine.resetRefusal(tx, user) : undefined
  const order = placeAmendment(
    trading,
    { id, user, at: now, expiresAt, order: orderId, filled, quantity, limit },
    {
      ...openingFacts(deciding, { ...old, direction: directionOf(old.side) }),
      permission,
      noCancelPhase: engine.timetable.isNoCancel(instrument, now, old),
    },
  )
  if (isRefusal(order)) return order
  await carryRollWish(tx, { user, from: orderId, to: order.id })
  return orderView(order, instrument, { language, traditional: engine.traditional }, engine)
}
