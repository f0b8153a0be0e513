import type { Order as OrderView } from '@mex/contract/trading/shapes.ts'
import { boughtOf, placeBlock } from '@mex/core/blocks/block-order.ts'
import { remainingAt } from '@mex/core/blocks/block-offer.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { walletFor } from '@mex/core/market/products.ts'
import { one, type Quantity, type Rate } from '@mex/core/money/money.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import type { Feed } from '#feeds/feed.ts'
import type { Deciding, Kind } from './deciding.ts'
import { ratesOf } from './prices.ts'
import { orderView } from './views.ts'

/** Places the order of a block by the prices and facts of now (rulebook §22). */
export async function block(
  deciding: Deciding,
  { userId: user, offer, quantity, language }: Kind<'block'>,
): Promise<OrderView | Refusal> {
  const { engine, tx, trading, prices, halted, nextId } = deciding
  const { feed, describe, traditional } = engine
  const { now } = prices
  const { instrument: key } = offer
  const id = nextId()
  if (!engine.accepting()) return refusal('unavailable')
  const instrument = prices.instrument(key)
  const wallet = walletFor({ source: sources.blockTrade, market: offer.market })
  const order = placeBlock(
    trading,
    { id, user, at: now, offer, quantity },
    {
      instrument,
      quote: prices.quote(key),
      halted: halted(key),
      conversionRate: ratesOf(instrument, prices, wallet).conversionRate,
      dollarRate: instrument === undefined ? undefined : dollarRateIn(feed, instrument.currency, now),
      permission: await engine.blockRefusal(tx, user),
      remaining: remainingAt(offer, feed.blockSales(offer, now), now),
      bought: boughtSoFar(deciding, user, offer.id),
      feeDate: instrument === undefined ? '' : engine.timetable.feeDate(instrument, now),
    },
  )
  if (isRefusal(order)) return order
  return orderView(order, describe(key, now), { language, traditional }, engine)
}

/** The mid of 1 USD in a currency, for the least commission; undefined when no rate is known. */
export const dollarRateIn = (feed: Feed, currency: string, now: number): Rate | undefined =>
  currency === 'USD' ? one : feed.conversionRate('USD', currency, now)?.rate

/** What a user has bought of an offer, with what this list has decided so far. */
function boughtSoFar({ blockOrders, trading: { orders } }: Deciding, user: number, offer: number): Quantity {
  const newest = new Map<number, Order>(blockOrders.map((order) => [order.id, order]))
  for (const order of orders.values()) newest.set(order.id, order)
  return boughtOf(newest.values(), user, offer)
}
