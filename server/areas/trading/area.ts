import { calls } from '@mex/contract/areas.ts'
import type { Area } from '#area.ts'
import { evidence } from './evidence.ts'
import { tradingFrames } from './frames.ts'
import { fundHandlers } from './fund.ts'
import { tradingHandlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { openMatcher } from '#areas/trading/matching/matcher.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'trading',
  orders: {
    stock: [calls.trading.createStock],
    hong_kong_stock: [calls.trading.createHongKongStock],
    auction: [calls.trading.createAuction],
    future: [calls.trading.createFuture],
    forex: [calls.trading.createForex],
    closing: [calls.trading.close, calls.trading.closeSeveral],
  },
  handlers: ({ engine }) => ({ trading: tradingHandlers(engine), market: fundHandlers(engine) }),
  jobs,
  listeners: ({ engine }) => [openMatcher(engine)],
  frames({ engine }) {
    const frames = tradingFrames(engine)
    return { order: frames.orders, position: frames.positions }
  },
  evidence,
  ownData,
} satisfies Area
