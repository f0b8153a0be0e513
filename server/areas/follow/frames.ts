import type { MarketSource } from '#market-source.ts'
import { frame, frameNaming, keysOf, type FrameFacts } from '#push/frame.ts'
import type { FrameLoader } from '#push/outbox.ts'
import { agenciesReady } from './catch-up.ts'
import { ordersOf } from './store.ts'
import { followView } from './views.ts'

/** Push frames of changed orders, with their current values. */
export const followFrames =
  ({ db, feed, clock, traditional, describe }: FrameFacts & Pick<MarketSource, 'describe'>): FrameLoader =>
  async (userId, ids) => {
    const now = clock.now()
    await agenciesReady(feed, now)
    const facts = { feed, describe, now, naming: frameNaming(traditional) }
    const found = await ordersOf(db, keysOf(userId, ids))
    return found.map((order) => frame('follow', followView(order, facts)))
  }
