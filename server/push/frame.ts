import { writeFrameData, type FrameType } from '@mex/contract/frames.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { Clock } from '#clock.ts'
import type { Database, UserRowKey } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { PersonalFrame } from './bus.ts'

/** What the frames of changed rows are made of. */
export type FrameFacts = {
  readonly db: Database
  readonly feed: Feed
  readonly clock: Clock
  readonly traditional: Traditional
}

/** Push frames have no language: names in them are English, and the page shows the names that it already has. */
export const frameNaming = (traditional: Traditional) => ({ language: 'en', traditional }) as const

/** A frame with the current values of what has changed. */
export const frame = <Type extends FrameType>(
  type: Type,
  data: Parameters<typeof writeFrameData<Type>>[1],
): PersonalFrame => ({ type, data: JSON.stringify(writeFrameData(type, data)) })

/** The rows of a user that a frame is about. */
export const keysOf = (userId: number, ids: readonly number[]): readonly UserRowKey[] =>
  ids.map((id) => ({ userId, id }))
