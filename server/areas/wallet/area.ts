import type { Area } from '#area.ts'
import { resultsOf } from '#areas/trading/results/today.ts'
import { evidence } from './evidence.ts'
import { walletFrames } from './frames.ts'
import { handlers, historyHandlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'wallet',
  handlers: ({ engine, transfers, traditional }) => ({
    wallet: handlers({ ...engine.dependencies, ...resultsOf(engine), transfers, traditional }),
    trading: historyHandlers({ ...engine.dependencies, traditional }),
  }),
  jobs,
  frames({ store, source, clock, engine }) {
    const about = () => ({ db: store.db, feed: source.feed, now: clock.now(), wallNow: clock.wall() })
    const frames = walletFrames(about, resultsOf(engine))
    return { wallet: frames.wallets, transfer: frames.transfers }
  },
  evidence,
  ownData,
} satisfies Area
