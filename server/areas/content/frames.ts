import type { Tx } from '#db/sql.ts'
import type { PersonalFrame } from '#push/bus.ts'
import { frame } from '#push/frame.ts'
import { countUnread } from './store-messages.ts'

/** The push frame of a user's messages: the unread count. */
export async function messageFrames(tx: Tx, userId: number): Promise<readonly PersonalFrame[]> {
  return [frame('message', { unread: await countUnread(tx, userId) })]
}
