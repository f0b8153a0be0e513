import { calls } from '@mex/contract/areas.ts'
import type { Area } from '#area.ts'
import { evidence } from './evidence.ts'
import { applicationFrames } from './frames.ts'
import { cancelHandler } from './cancel.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'
import { placingHandlers } from './placing-handlers.ts'

export const area = {
  name: 'offerings',
  orders: { new_issue: [calls.offerings.apply, calls.offerings.add], placing: [calls.placings.apply] },
  handlers: ({ offerings, engine }) => {
    const handling = { ...offerings, engine }
    return {
      offerings: handlers(handling),
      placings: placingHandlers(handling),
      trading: { cancelOrder: cancelHandler(handling) },
    }
  },
  jobs: ({ store, source, offerings, engine }) =>
    jobs({ db: store.db, feed: source.feed, ...offerings, wake: engine.dependencies.wake }),
  frames: ({ store, source, clock, traditional }) => ({
    application: applicationFrames({ db: store.db, feed: source.feed, clock, traditional }),
  }),
  evidence,
  ownData,
} satisfies Area
