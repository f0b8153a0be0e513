import { writeFrameData } from '@mex/contract/frames.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { PersonalFrame } from '#push/bus.ts'
import { offerNameOf, offerOf } from './offers.ts'
import { applicationsOf } from './store.ts'
import { applicationView } from './views.ts'

export type FrameFacts = {
  readonly db: Database
  readonly feed: Feed
  readonly now: number
  readonly traditional: Traditional
}

/** Push frames of changed applications, with their current values; names are in English, as in all frames. */
export async function applicationFrames(
  { db, feed, now, traditional }: FrameFacts,
  userId: number,
  ids: readonly number[],
): Promise<readonly PersonalFrame[]> {
  const found = await applicationsOf(
    db,
    ids.map((id) => ({ userId, id })),
  )
  return found.flatMap((application) => {
    const offer = offerOf(feed, offerNameOf(application), now)
    if (offer === undefined) return []
    const view = applicationView(offer, application, { now, naming: { language: 'en', traditional } })
    return [{ type: 'sub', data: JSON.stringify(writeFrameData('sub', view)) }]
  })
}
