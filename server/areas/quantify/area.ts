import { calls } from '@mex/contract/areas.ts'
import type { Area } from '#area.ts'
import { evidence } from './evidence.ts'
import { orderFrames } from './frames.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'quantify',
  orders: { quantify: [calls.quantify.save] },
  handlers: ({ subscriptions, traditional }) => ({ quantify: handlers({ subscriptions, traditional }) }),
  jobs: ({ store, subscriptions, engine }) => jobs({ db: store.db, subscriptions, wake: engine.dependencies.wake }),
  frames: ({ store, source, clock, traditional }) => ({
    quant: orderFrames({ db: store.db, feed: source.feed, clock, traditional }),
  }),
  evidence,
  ownData,
} satisfies Area
