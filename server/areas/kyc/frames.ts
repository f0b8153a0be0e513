import { writeFrameData, type FrameType } from '@mex/contract/frames.ts'
import type { Tx } from '#db/sql.ts'
import { verificationStateOf } from './store.ts'
import { verificationStateView } from './views.ts'

/** The push frame after a change of the verification or permission: the current status of both. */
export async function verificationStateFrames(
  tx: Tx,
  userId: number,
): Promise<readonly { readonly type: FrameType; readonly data: string }[]> {
  const state = verificationStateView(await verificationStateOf(tx, userId))
  return [{ type: 'standing', data: JSON.stringify(writeFrameData('standing', state)) }]
}
