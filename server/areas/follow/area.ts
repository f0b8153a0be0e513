import { calls } from '@mex/contract/areas.ts'
import type { Area } from '#area.ts'
import { evidence } from './evidence.ts'
import { followFrames } from './frames.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'follow',
  orders: { follow: [calls.follows.add] },
  handlers: ({ follows, engine, traditional }) => ({
    follows: handlers({ follows, describe: engine.dependencies.describe, traditional }),
  }),
  jobs: ({ store, source, follows, engine, clock, looksAhead }) =>
    jobs({
      db: store.db,
      feed: source.feed,
      follows,
      computesAhead: looksAhead && clock.speed === 1,
      wake: engine.dependencies.wake,
    }),
  frames: ({ store, source, clock, traditional }) => ({
    follow: followFrames({ db: store.db, feed: source.feed, clock, traditional, describe: source.describe }),
  }),
  evidence,
  ownData,
} satisfies Area
