import { writeFrameData, type FrameType } from '@mex/contract/frames.ts'
import type { Language } from '@mex/contract/language.ts'
import type { TradingEngine } from './engine.ts'
import { pricesAt } from './prices.ts'
import { findOrders } from './store.ts'
import { quotesOfBlocks } from './store-blocks.ts'
import { listPositions } from './store-lists.ts'
import { orderView, storedPositionView, type Naming } from './views.ts'

/** Push frames of changed orders and positions, with their current values. */
export type TradingFrames = {
  orders(userId: number, ids: readonly number[]): Promise<readonly { type: FrameType; data: string }[]>
  positions(userId: number, ids: readonly number[]): Promise<readonly { type: FrameType; data: string }[]>
}

/** Push frames have no language: names in them are English, and the page shows the names that it already has. */
const language: Language = 'en'

export function tradingFrames(engine: TradingEngine): TradingFrames {
  const { db, feed, clock, describe } = engine.dependencies
  const naming: Naming = { language, traditional: engine.dependencies.traditional }
  const frame = <Type extends FrameType>(type: Type, data: Parameters<typeof writeFrameData<Type>>[1]) => ({
    type,
    data: JSON.stringify(writeFrameData(type, data)),
  })
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
      return found.map((row) => frame('position', storedPositionView(row, engine.dependencies, prices, naming)))
    },
  }
}
