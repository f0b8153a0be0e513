import type { Instrument } from '@mex/core/market/instrument.ts'
import { nothing, type Money } from '@mex/core/money/money.ts'
import { worksIn } from '@mex/core/trading/execution.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import { reserveOf, reservePrice } from '@mex/core/trading/reserve.ts'
import { reserveOfBlock } from './blocks.ts'
import type { ReplayMarket } from './market.ts'

/** What an order has to reserve in all by the quote of its acceptance (rulebook §14.2); undefined without a quote. */
export function expectedReserve({ feed }: ReplayMarket, order: Order, instrument: Instrument): Money | undefined {
  if (order.purpose === 'close') return nothing
  if (order.block !== undefined) return reserveOfBlock(order, feed, instrument)
  const quote = feed.quote(order.instrument, order.acceptedAt)
  if (quote === undefined) return undefined
  const { side, type, limit } = order
  const at = reservePrice({ side, type, limit, quote, queued: !worksIn(order, quote.phase) })
  return reserveOf(instrument, order, order.quantity, at).total
}
