import { writeFrameData } from '@mex/contract/frames.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { Database } from '#db/sql.ts'
import type { MarketSource } from '#market-source.ts'
import type { PersonalFrame } from '#push/bus.ts'
import { agenciesReady } from './catch-up.ts'
import { ordersOf } from './store.ts'
import { followView } from './views.ts'

export type FrameFacts = {
  readonly db: Database
  readonly source: Pick<MarketSource, 'feed' | 'describe'>
  readonly now: number
  readonly traditional: Traditional
}

/** Push frames of changed orders, with their current values; names are in English, as in all frames. */
export async function followFrames(
  { db, source, now, traditional }: FrameFacts,
  userId: number,
  ids: readonly number[],
): Promise<readonly PersonalFrame[]> {
  await agenciesReady(source.feed, now)
  const found = await ordersOf(
    db,
    ids.map((id) => ({ userId, id })),
  )
  return found.map((order) => {
    const view = followView(order, { ...source, now, naming: { language: 'en', traditional } })
    return { type: 'follow', data: JSON.stringify(writeFrameData('follow', view)) }
  })
}
