import { writeFrameData, type FrameType } from '@mex/contract/frames.ts'
import type { Tx } from '#db/sql.ts'
import { countUnread } from './store-messages.ts'

/** The push frame of a user's messages: the unread count. */
export async function messageFrames(
  tx: Tx,
  userId: number,
): Promise<readonly { readonly type: FrameType; readonly data: string }[]> {
  const unread = await countUnread(tx, userId)
  return [{ type: 'message', data: JSON.stringify(writeFrameData('message', { unread })) }]
}
