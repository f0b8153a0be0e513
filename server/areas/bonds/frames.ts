import { frame, frameNaming, keysOf, type FrameFacts } from '#push/frame.ts'
import type { FrameLoader } from '#push/outbox.ts'
import { holdingsOf } from './store.ts'
import { holdingView } from './views.ts'

/** Push frames of changed holdings, with their current values. */
export const holdingFrames =
  ({ db, feed, clock, traditional }: FrameFacts): FrameLoader =>
  async (userId, ids) => {
    const now = clock.now()
    const found = await holdingsOf(db, keysOf(userId, ids))
    return found.flatMap((holding) => {
      const bond = feed.bonds.find(holding.bond, now)
      if (bond === undefined) return []
      return [frame('bond', holdingView(feed, bond, holding, { now, naming: frameNaming(traditional) }))]
    })
  }
