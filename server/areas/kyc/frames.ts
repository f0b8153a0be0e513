import { writeFrameData, type FrameType } from '@mex/contract/frames.ts'
import type { Tx } from '#db/sql.ts'
import { verificationStateOf } from './store.ts'
import { verificationStateView } from './views.ts'

/** What push says when a verification or a permission has come somewhere: where both stand now. */
export async function verificationStateFrames(
  tx: Tx,
  userId: number,
): Promise<readonly { readonly type: FrameType; readonly data: string }[]> {
  const state = verificationStateView(await verificationStateOf(tx, userId))
  return [{ type: 'standing', data: JSON.stringify(writeFrameData('standing', state)) }]
}
