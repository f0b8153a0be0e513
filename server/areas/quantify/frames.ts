import { frame, frameNaming, keysOf, type FrameFacts } from '#push/frame.ts'
import type { FrameLoader } from '#push/outbox.ts'
import { recordsOf } from './records.ts'
import { ordersOf } from './store.ts'
import { orderView } from './views.ts'

/** Push frames of changed orders, with their current values. */
export const orderFrames =
  ({ db, feed, clock, traditional }: FrameFacts): FrameLoader =>
  async (userId, ids) => {
    const now = clock.now()
    const records = await recordsOf(feed, now)
    const found = await ordersOf(db, keysOf(userId, ids))
    return found.map((order) => frame('quant', orderView(records, order, { now, naming: frameNaming(traditional) })))
  }
