import { frame, frameNaming, keysOf, type FrameFacts } from '#push/frame.ts'
import type { FrameLoader } from '#push/outbox.ts'
import { offerNameOf, offerOf } from './offers.ts'
import { applicationsOf } from './store.ts'
import { applicationView } from './views.ts'

/** Push frames of changed applications, with their current values. */
export const applicationFrames =
  ({ db, feed, clock, traditional }: FrameFacts): FrameLoader =>
  async (userId, ids) => {
    const now = clock.now()
    const found = await applicationsOf(db, keysOf(userId, ids))
    return found.flatMap((application) => {
      const offer = offerOf(feed, offerNameOf(application), now)
      if (offer === undefined) return []
      return [frame('sub', applicationView(offer, application, { now, naming: frameNaming(traditional) }))]
    })
  }
