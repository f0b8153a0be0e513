import { writeFrameData, type FrameType } from '@mex/contract/frames.ts'
import type { Tx } from '#db/sql.ts'
import { standingOf } from './store.ts'
import { standingView } from './views.ts'

/** What push says when a verification or a permission has come somewhere: where both stand now. */
export async function standingFrames(
  tx: Tx,
  userId: number,
): Promise<readonly { readonly type: FrameType; readonly data: string }[]> {
  const standing = standingView(await standingOf(tx, userId))
  return [{ type: 'standing', data: JSON.stringify(writeFrameData('standing', standing)) }]
}
