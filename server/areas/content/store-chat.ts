import { present } from '@mex/core/assert.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

export type ChatSender = 'user' | 'bot' | 'operator'
export type ChatRow = {
  readonly id: number
  readonly from: ChatSender
  readonly text: string | undefined
  readonly image: string | undefined
  readonly articles: readonly { readonly id: number; readonly title: string }[]
  readonly links: readonly { readonly title: string; readonly page: string }[]
  readonly choices: readonly string[]
  readonly createdAt: number
}
/** A message that the assistant has not answered with links or choices. */
export const unlinked = { articles: [], links: [], choices: [] } as const

type StoredChat = Omit<ChatRow, 'text' | 'image'> & { readonly text: string | null; readonly image: string | null }

const chatColumns = sql`id, sender as "from", text, image, articles, links, choices, created_at as "createdAt"`

const chatOf = ({ text, image, ...row }: StoredChat): ChatRow => ({
  ...row,
  text: text ?? undefined,
  image: image ?? undefined,
})

export async function insertChat(
  tx: Tx,
  userId: number,
  { from, text, image, articles, links, choices, createdAt }: Omit<ChatRow, 'id'>,
  asksPerson = false,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into chat_message (user_id, sender, text, image, articles, links, choices, asks_person, created_at)
    values (${userId}, ${from}, ${text}, ${image}, ${JSON.stringify(articles)}::jsonb, ${JSON.stringify(links)}::jsonb,
      ${JSON.stringify(choices)}::jsonb, ${asksPerson}, ${isoInstant(createdAt)})
    returning id`.execute(tx)
  return present(rows[0], 'a new row').id
}

/** The newest messages, oldest first. */
export async function newestChat(tx: Tx, userId: number, limit: number): Promise<ChatRow[]> {
  const { rows } = await sql<StoredChat>`
    select ${chatColumns} from chat_message where user_id = ${userId} order by id desc limit ${limit}`.execute(tx)
  return rows.map(chatOf).toReversed()
}

export async function chatByIds(tx: Tx, userId: number, ids: readonly number[]): Promise<ChatRow[]> {
  const { rows } = await sql<StoredChat>`
    select ${chatColumns} from chat_message where user_id = ${userId} and id = any(${ids}::bigint[]) order by id`.execute(
    tx,
  )
  return rows.map(chatOf)
}

/** The times of a user's messages since an instant, oldest first. */
export async function messageTimesSince(tx: Tx, userId: number, since: number): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    select created_at as at from chat_message
    where user_id = ${userId} and sender = 'user' and created_at > ${isoInstant(since)} order by id`.execute(tx)
  return rows.map((row) => row.at)
}

/** Whether an operator has replied to a user since an instant. */
export async function hasOperatorReplied(tx: Tx, userId: number, since: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from chat_message
    where user_id = ${userId} and sender = 'operator' and created_at > ${isoInstant(since)} limit 1`.execute(tx)
  return rows.length > 0
}

export async function storedMute(tx: Tx, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ until: number }>`
    select muted_until as until from chat_mute where user_id = ${userId}`.execute(tx)
  return rows[0]?.until
}

export async function saveMute(tx: Tx, userId: number, until: number): Promise<void> {
  await sql`
    insert into chat_mute (user_id, muted_until) values (${userId}, ${isoInstant(until)})
    on conflict (user_id) do update set muted_until = excluded.muted_until`.execute(tx)
}

export async function deleteMute(tx: Tx, userId: number): Promise<void> {
  await sql`delete from chat_mute where user_id = ${userId}`.execute(tx)
}

export type ChatThread = {
  readonly userId: number
  readonly username: string
  /** The newest message that is not from the assistant, and its time. */
  readonly text: string | undefined
  readonly at: number
  /** The newest message is from the user: no operator has replied. */
  readonly isWaiting: boolean
  /** The user has asked for a person since the last reply of an operator. */
  readonly asksPerson: boolean
}

/** The threads with their newest message: those that ask for a person first, then unanswered ones, then the newest. */
export async function threadsOf(tx: Tx, limit: number): Promise<ChatThread[]> {
  const { rows } = await sql<Omit<ChatThread, 'text'> & { readonly text: string | null }>`
    with latest as (
      select distinct on (user_id) user_id, sender, text, created_at from chat_message
      where sender <> 'bot' order by user_id, id desc
    ), thread as (
      select user_id, text, created_at, sender = 'user' as waits,
        sender = 'user' and exists (
          select from chat_message as asked where asked.user_id = latest.user_id and asked.asks_person
            and asked.id > coalesce((select max(id) from chat_message as reply
              where reply.user_id = latest.user_id and reply.sender = 'operator'), 0)
        ) as asks
      from latest
    )
    select user_id as "userId", username, text, thread.created_at as at, waits as "isWaiting", asks as "asksPerson"
    from thread join app_user on app_user.id = user_id
    order by asks desc, waits desc, thread.created_at desc limit ${limit}`.execute(tx)
  return rows.map(({ text, ...row }) => ({ ...row, text: text ?? undefined }))
}

/** Deletes messages from before an instant (epoch ms); answers how many. */
export async function deleteChatBefore(tx: Tx, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from chat_message where created_at < ${isoInstant(before)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
