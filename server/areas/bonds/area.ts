import { calls } from '@mex/contract/areas.ts'
import type { Area } from '#area.ts'
import { evidence } from './evidence.ts'
import { holdingFrames } from './frames.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'bonds',
  orders: { bond: [calls.bonds.buy, calls.bonds.sell] },
  handlers: ({ bondTrades, traditional }) => ({ bonds: handlers({ trades: bondTrades, traditional }) }),
  jobs: ({ store, bondTrades, engine }) => jobs({ db: store.db, trades: bondTrades, wake: engine.dependencies.wake }),
  frames: ({ store, source, clock, traditional }) => ({
    bond: holdingFrames({ db: store.db, feed: source.feed, clock, traditional }),
  }),
  evidence,
  ownData,
} satisfies Area
