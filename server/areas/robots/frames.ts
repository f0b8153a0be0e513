import { writeFrameData } from '@mex/contract/frames.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { PersonalFrame } from '#push/bus.ts'
import { rentalsOf } from './store.ts'
import { rentalView } from './views.ts'

export type FrameFacts = {
  readonly db: Database
  readonly feed: Feed
  readonly now: number
  readonly traditional: Traditional
}

/** Push frames of changed rentals, with their current values; names are in English, as in all frames. */
export async function rentalFrames(
  { db, feed, now, traditional }: FrameFacts,
  userId: number,
  ids: readonly number[],
): Promise<readonly PersonalFrame[]> {
  const found = await rentalsOf(
    db,
    ids.map((id) => ({ userId, id })),
  )
  const facts = { feed, now, naming: { language: 'en', traditional } } as const
  return found.map((rental) => ({
    type: 'robot',
    data: JSON.stringify(writeFrameData('robot', rentalView(facts, rental))),
  }))
}
