import { writeFrameData } from '@mex/contract/frames.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { PersonalFrame } from '#push/bus.ts'
import { holdingsOf } from './store.ts'
import { holdingView } from './views.ts'

export type FrameFacts = {
  readonly db: Database
  readonly feed: Feed
  readonly now: number
  readonly traditional: Traditional
}

/** Push frames of changed holdings, with their current values; names are in English, as in all frames. */
export async function holdingFrames(
  { db, feed, now, traditional }: FrameFacts,
  userId: number,
  ids: readonly number[],
): Promise<readonly PersonalFrame[]> {
  const found = await holdingsOf(
    db,
    ids.map((id) => ({ userId, id })),
  )
  return found.flatMap((holding) => {
    const bond = feed.bonds.find(holding.bond, now)
    if (bond === undefined) return []
    const view = holdingView(feed, bond, holding, { now, naming: { language: 'en', traditional } })
    return [{ type: 'bond', data: JSON.stringify(writeFrameData('bond', view)) }]
  })
}
