import type { MessageType } from '@mex/contract/content/fields.ts'
import type { MessageValue } from '@mex/contract/messages.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

export type MessageRow = {
  readonly id: number
  readonly type: MessageType
  readonly kind: string
  readonly values: Readonly<Record<string, MessageValue>>
  readonly referenceType: string | undefined
  readonly referenceId: number | undefined
  readonly isRead: boolean
  readonly createdAt: number
}

export type NewMessage = Omit<MessageRow, 'id' | 'isRead'> & {
  readonly userId: number
  readonly onceKey: string | undefined
}

export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  const given = columns(
    messages,
    ['bigint', (row) => row.userId],
    ['text', (row) => row.type],
    ['text', (row) => row.kind],
    ['jsonb', (row) => JSON.stringify(row.values)],
    ['text', (row) => row.referenceType],
    ['bigint', (row) => row.referenceId],
    ['timestamptz', (row) => isoInstant(row.createdAt)],
    ['text', (row) => row.onceKey],
  )
  await sql`
    insert into message (user_id, type, kind, text_values, reference_type, reference_id, created_at, once_key)
    select * from ${given} on conflict (user_id, once_key) where once_key is not null do nothing`.execute(tx)
}

type StoredMessage = Omit<MessageRow, 'referenceType' | 'referenceId'> & {
  readonly referenceType: string | null
  readonly referenceId: number | null
}

const messageColumns = sql`id, type, kind, text_values as "values", reference_type as "referenceType",
  reference_id as "referenceId", is_read as "isRead", created_at as "createdAt"`

const messageOf = (row: StoredMessage): MessageRow => ({
  ...row,
  referenceType: row.referenceType ?? undefined,
  referenceId: row.referenceId ?? undefined,
})

export type MessageFilter = { readonly type: MessageType | undefined; readonly isRead: boolean | undefined }
const passes = ({ type, isRead }: MessageFilter) => sql`
  (${type ?? null}::text is null or type = ${type ?? null}) and (${isRead ?? null}::boolean is null or is_read = ${isRead ?? null})`

/** The messages of a user, newest first. */
export async function messagesOf(
  tx: Tx,
  userId: number,
  filter: MessageFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from message where user_id = ${userId} and ${passes(filter)}
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(messageOf)
}

/** The number of messages of a user that match the filter, and the unread count of all. */
export async function countMessages(
  tx: Tx,
  userId: number,
  filter: MessageFilter,
): Promise<{ readonly total: number; readonly unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*) filter (where ${passes(filter)}) as total, count(*) filter (where not is_read) as unread
    from message where user_id = ${userId}`.execute(tx)
  return rows[0] ?? { total: 0, unread: 0 }
}

export async function countUnread(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from message where user_id = ${userId} and not is_read`.execute(tx)
  return rows[0]?.unread ?? 0
}

export async function messageOfPerson(tx: Tx, userId: number, id: number): Promise<MessageRow | undefined> {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from message where user_id = ${userId} and id = ${id}`.execute(tx)
  return rows[0] === undefined ? undefined : messageOf(rows[0])
}

/** Marks some or all messages of a user as read; answers how many were unread. */
export async function markRead(tx: Tx, userId: number, ids: readonly number[] | 'all'): Promise<number> {
  const chosen = ids === 'all' ? sql`true` : sql`id = any(${ids}::bigint[])`
  const { numAffectedRows } = await sql`
    update message set is_read = true where user_id = ${userId} and not is_read and ${chosen}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes messages from before an instant (epoch ms); answers how many. */
export async function deleteMessagesBefore(tx: Tx, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from message where created_at < ${isoInstant(before)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
