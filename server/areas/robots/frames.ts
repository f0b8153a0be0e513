import { frame, frameNaming, keysOf, type FrameFacts } from '#push/frame.ts'
import type { FrameLoader } from '#push/outbox.ts'
import { rentalsOf } from './store.ts'
import { rentalView } from './views.ts'

/** Push frames of changed rentals, with their current values. */
export const rentalFrames =
  ({ db, feed, clock, traditional }: FrameFacts): FrameLoader =>
  async (userId, ids) => {
    const facts = { feed, now: clock.now(), naming: frameNaming(traditional) }
    const found = await rentalsOf(db, keysOf(userId, ids))
    return found.map((rental) => frame('robot', rentalView(facts, rental)))
  }
