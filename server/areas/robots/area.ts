import { calls } from '@mex/contract/areas.ts'
import type { Area } from '#area.ts'
import { evidence } from './evidence.ts'
import { rentalFrames } from './frames.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'robots',
  orders: { robot: [calls.robots.rent, calls.robots.redeem] },
  handlers: ({ robotRentals, traditional }) => ({ robots: handlers({ rentals: robotRentals, traditional }) }),
  jobs: ({ store, robotRentals, engine }) =>
    jobs({ db: store.db, rentals: robotRentals, wake: engine.dependencies.wake }),
  frames: ({ store, source, clock, traditional }) => ({
    robot: rentalFrames({ db: store.db, feed: source.feed, clock, traditional }),
  }),
  evidence,
  ownData,
} satisfies Area
