import { frame, frameNaming } from '#push/frame.ts'
import type { FrameLoader } from '#push/outbox.ts'
import type { TradingEngine } from './engine.ts'
import { pricesAt } from './prices.ts'
import { findOrders } from './store.ts'
import { quotesOfBlocks } from './store-blocks.ts'
import { listPositions } from './store-lists.ts'
import { orderView, storedPositionView, viewFacts } from './views.ts'

/** Push frames of changed orders and positions, with their current values. */
export type TradingFrames = {
  readonly orders: FrameLoader
  readonly positions: FrameLoader
}

export function tradingFrames(engine: TradingEngine): TradingFrames {
  const { db, feed, clock, describe } = engine.dependencies
  const naming = frameNaming(engine.dependencies.traditional)
  return {
    async orders(userId, ids) {
      const now = clock.now()
      const found = await findOrders(db, userId, ids)
      const quotes = await quotesOfBlocks(db, userId, found)
      return found.map((order) => {
        const facts = { feed, timetable: engine.timetable, blockQuote: quotes.get(order.id) }
        return frame('order', orderView(order, describe(order.instrument, now), naming, facts))
      })
    },
    async positions(userId, ids) {
      const now = clock.now()
      const prices = pricesAt(feed, now)
      const found = await listPositions(db, userId, { source: undefined, instrument: undefined, ids })
      return found.map((row) => frame('position', storedPositionView(row, viewFacts(engine), prices, naming)))
    },
  }
}
