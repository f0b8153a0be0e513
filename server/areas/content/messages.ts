import type { Answer, Input } from '@mex/contract/call.ts'
import type { content } from '@mex/contract/content/calls.ts'
import type { MessageType } from '@mex/contract/content/fields.ts'
import type { MessageSubject } from '@mex/contract/messages.ts'
import type { PersonContext } from '#context.ts'
import { inTransaction, type Tx } from '#db/sql.ts'
import { enqueueNotices } from '#db/outbox.ts'
import { countUnread, insertMessages, markRead } from './store-messages.ts'

/** A message to one user. Stored as a kind with values and rendered in the reader's language. */
type Message = {
  readonly user: number
  readonly type: MessageType
  readonly about: MessageSubject
  /** Epoch milliseconds. */
  readonly at: number
  /** The referenced row, so that a page can link to it. */
  readonly reference?: { readonly type: string; readonly id: number } | undefined
  /** A message that the user gets once: a second one with this key is dropped. */
  readonly onceKey?: string
}

/** Writes messages in the commit of their cause (rulebook §29); push then sends the unread count. */
export async function sendMessages(tx: Tx, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  await Promise.all([
    insertMessages(
      tx,
      messages.map(({ user, type, about, at, reference, onceKey }) => ({
        userId: user,
        type,
        kind: about.kind,
        values: about.values ?? {},
        referenceType: reference?.type,
        referenceId: reference?.id,
        createdAt: at,
        onceKey,
      })),
    ),
    tellUnread(
      tx,
      messages.map(({ user }) => user),
    ),
  ])
}

/** One push per user, however many messages changed the count. */
const tellUnread = (tx: Tx, users: readonly number[]): Promise<void> =>
  enqueueNotices(
    tx,
    [...new Set(users)].map((userId) => ({ userId, topic: 'message', refId: 0 })),
  )

/** Marks one, some or all messages as read and pushes the count to the user's other pages. */
export function readMessages(
  { id, ids = [], all }: Input<typeof content.readMessages>,
  { db, person: { userId } }: PersonContext,
): Promise<Answer<typeof content.readMessages>> {
  const chosen = all === true ? 'all' : id === undefined ? ids : [...ids, id]
  return inTransaction(db, async (tx) => {
    if ((await markRead(tx, userId, chosen)) > 0) await tellUnread(tx, [userId])
    return { unread: await countUnread(tx, userId) }
  })
}
