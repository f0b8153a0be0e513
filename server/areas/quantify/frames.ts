import { writeFrameData } from '@mex/contract/frames.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { PersonalFrame } from '#push/bus.ts'
import { recordsOf } from './records.ts'
import { ordersOf } from './store.ts'
import { orderView } from './views.ts'

export type FrameFacts = {
  readonly db: Database
  readonly feed: Feed
  readonly now: number
  readonly traditional: Traditional
}

/** Push frames of changed orders, with their current values; names are in English, as in all frames. */
export async function orderFrames(
  { db, feed, now, traditional }: FrameFacts,
  userId: number,
  ids: readonly number[],
): Promise<readonly PersonalFrame[]> {
  const keys = ids.map((id) => ({ userId, id }))
  const [records, found] = [await recordsOf(feed, now), await ordersOf(db, keys)]
  return found.map((order) => {
    const view = orderView(records, order, { now, naming: { language: 'en', traditional } })
    return { type: 'quant', data: JSON.stringify(writeFrameData('quant', view)) }
  })
}
