import { createHash } from 'node:crypto'
import type { Language } from '@mex/contract/language.ts'
import { writeFrameData, type FrameType } from '@mex/contract/frames.ts'
import type { Traditional } from '@mex/contract/text.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { attachImages } from '#areas/files/actions.ts'
import { isoInstant } from '#clock.ts'
import { lockUsers } from '#db/lane.ts'
import { tell } from '#db/outbox.ts'
import {
  claimIdempotencyKeys,
  recordAnswers,
  idempotencyKeyHash,
  type IdempotentRequest,
} from '#db/idempotency-keys.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import { openAssistant } from './assistant.ts'
import { assistantAnswer } from './assistant-words.ts'
import type { HelpTopic } from './help.ts'
import { sendMessages } from './messages.ts'
import {
  chatByIds,
  deleteMute,
  insertChat,
  newestChat,
  storedMute,
  hasOperatorReplied,
  messageTimesSince,
  saveMute,
  threadsOf,
  type ChatRow,
  type ChatThread,
} from './store-chat.ts'

export type { ChatRow, ChatThread } from './store-chat.ts'

const { chat: limits } = settings
const minute = 60_000
const threadsMax = 200

export type ChatPerson = { readonly userId: number; readonly language: Language }
export type NewChatMessage = {
  readonly text: string | undefined
  readonly image: string | undefined
  /** Whoever did not hear the answer says the same again under the same key: it is taken once. */
  readonly key?: string | undefined
}

/** When something is said: by the market clock, which stamps it, and by the wall clock, which people live by. */
export type ChatInstants = { readonly now: number; readonly wallNow: number }

/** The thread that each person has with the assistant and the operators (rulebook §29); it can never move money. */
export type Chat = {
  /**
   * Takes what a person says; the assistant answers in the same commit, unless an operator is in the conversation.
   * Refuses: missing_field, text_too_long, chat_muted (also for too many in a minute), request_key_reused.
   */
  send(person: ChatPerson, said: NewChatMessage, at: ChatInstants): Promise<Refusal | undefined>
  /** What was said last, as the first frame of the channel. */
  history(userId: number): Promise<string>
}

export type ChatDependencies = {
  readonly db: Database
  readonly topics: readonly HelpTopic[]
  /** Ids of their articles by slug, once they are published. */
  readonly articleIds: () => ReadonlyMap<string, number>
  readonly traditional: Traditional
  /** How many times faster than the wall clock the market clock runs. */
  readonly speed: number
  /** A commit has told something to push. */
  readonly wake: () => void
}

export function openChat({ db, topics, articleIds, traditional, speed, wake }: ChatDependencies): Chat {
  const assistant = openAssistant(topics, traditional)

  async function answer(tx: Tx, { userId, language }: ChatPerson, text: string, now: number): Promise<number[]> {
    if (await hasOperatorReplied(tx, userId, now - limits.operatorQuietMinutes * minute * speed)) return []
    const spoken = languageOf(text, language)
    const said = assistantAnswer(assistant.understand(text), articleIds(), spoken, traditional)
    return [await insertChat(tx, userId, { ...said, from: 'bot', image: undefined, createdAt: now })]
  }

  async function take(tx: Tx, person: ChatPerson, { text, image }: NewChatMessage, now: number): Promise<undefined> {
    const { userId } = person
    const id = await insertChat(tx, userId, { from: 'user', text, image, articles: [], createdAt: now })
    const record = { type: 'chat', id }
    const keepUntil = now + limits.keepDays * 1440 * minute
    const left = await attachImages(tx, userId, [{ field: 'image', path: image }], { record, now, keepUntil })
    if (left !== undefined) throw new AttachmentRefused(left)
    const answers = text === undefined ? [] : await answer(tx, person, text, now)
    await tellChat(tx, userId, [id, ...answers])
  }

  return {
    async send(person, { text: given, image, key }, { now, wallNow }) {
      const { userId } = person
      const text = given?.trim() === '' ? undefined : given?.trim()
      if (text === undefined && image === undefined) return missingText
      if (text !== undefined && isTooLong(text)) return tooLong
      const refused = await inTransaction(db, async (tx) => {
        await lockUsers(tx, [userId])
        const request = key === undefined ? undefined : requestOf(userId, key, [text, image])
        const [claim] = await claimIdempotencyKeys(tx, [request])
        if (claim?.kind === 'reused') return refusal('request_key_reused')
        if (claim?.kind === 'stored') return claim.answer as Refusal | undefined
        const why =
          (await sendRefusal(tx, userId, { now, wallNow, speed })) ?? (await take(tx, person, { text, image }, now))
        await recordAnswers(tx, [{ request, answer: why }])
        return why
      }).catch((error: unknown) => {
        if (error instanceof AttachmentRefused) return error.why
        throw error
      })
      if (refused === undefined) wake()
      return refused
    },
    async history(userId) {
      const rows = await newestChat(db, userId, limits.shown)
      return JSON.stringify(writeFrameData('chatHistory', rows))
    },
  }
}

/** A message as a request that may come again; that it was taken is all there is to answer. */
const requestOf = (userId: number, key: string, content: readonly (string | undefined)[]): IdempotentRequest => ({
  scope: userId,
  call: '/push chat',
  keyHash: idempotencyKeyHash(key),
  body: createHash('sha256').update(JSON.stringify(content)).digest(),
  encode: () => 'null',
  decode: () => undefined,
})

const missingText = refusal('missing_field', { field: 'text' })
const tooLong = refusal('text_too_long', { field: 'text', values: { n: String(limits.textMax) } })
const isTooLong = (text: string): boolean => Array.from(text).length > limits.textMax

/** A picture that is not the person's takes back what was said with it. */
class AttachmentRefused extends Error {
  override readonly name = 'AttachmentRefused'
  readonly why: Refusal
  constructor(why: Refusal) {
    super(why.refused)
    this.why = why
  }
}

/** Whoever writes Chinese is answered so, whatever language the page has. */
const languageOf = (text: string, language: Language): Language =>
  language === 'en' && /\p{Script=Han}/u.test(text) ? 'zh-CN' : language

/** '2026-11-20 16:05 UTC'. */
const untilText = (instant: number): string => `${isoInstant(instant).slice(0, 16).replace('T', ' ')} UTC`

/** People type by the wall clock: a minute of theirs is `speed` minutes of the market, by which messages are stamped. */
async function sendRefusal(
  tx: Tx,
  userId: number,
  { now, wallNow, speed }: ChatInstants & { readonly speed: number },
): Promise<Refusal | undefined> {
  const muted = await mutedUntil(tx, userId, wallNow)
  if (muted !== undefined) return refusal('chat_muted', { values: { t: untilText(muted) } })
  const said = await messageTimesSince(tx, userId, now - minute * speed)
  const [first] = said
  if (first === undefined || said.length < limits.perMinuteMax) return undefined
  // The text has no seconds: a minute more, and it never says too little.
  return refusal('chat_muted', { values: { t: untilText(wallNow - (now - first) / speed + 2 * minute) } })
}

const tellChat = (tx: Tx, userId: number, ids: readonly number[]): Promise<void> =>
  tell(
    tx,
    ids.map((refId) => ({ userId, topic: 'chat', refId })),
  )

/** What push says of new messages of the chat. */
export async function chatFrames(
  tx: Tx,
  userId: number,
  ids: readonly number[],
): Promise<readonly { readonly channel: 'chat'; readonly type: FrameType; readonly data: string }[]> {
  const rows = await chatByIds(tx, userId, ids)
  return rows.map((row) => ({ channel: 'chat', type: 'chat', data: JSON.stringify(writeFrameData('chat', row)) }))
}

/**
 * An operator answers a person (rulebook §2.1): in the thread, and as a message, since the person may have left. It is
 * for explanations; advice on what to trade is not given here. Refuses: missing_field, text_too_long.
 */
export async function operatorReply(tx: Tx, user: number, given: string, at: number): Promise<Refusal | undefined> {
  const text = given.trim()
  if (text === '') return missingText
  if (isTooLong(text)) return tooLong
  // What the person says meanwhile stands before it or after it, and so does the assistant's answer.
  await lockUsers(tx, [user])
  const id = await insertChat(tx, user, { from: 'operator', text, image: undefined, articles: [], createdAt: at })
  await tellChat(tx, user, [id])
  await sendMessages(tx, [
    { user, type: 'SERVICE', about: { kind: 'operator_replied' }, at, reference: { type: 'chat', id } },
  ])
  return undefined
}

/** Threads for the operators: those that wait for an answer first. */
export const chatThreads = (tx: Tx): Promise<ChatThread[]> => threadsOf(tx, threadsMax)

/** Everything that is kept of a thread, oldest first: for an operator, and for its export. */
export const chatThread = (tx: Tx, user: number): Promise<ChatRow[]> => newestChat(tx, user, 10_000)

/** Takes no message and no picture from a person until an instant of the wall clock (rulebook §2.1). */
export const mutePerson = (tx: Tx, user: number, until: number): Promise<void> => saveMute(tx, user, until)

/** Takes from a person again, at once: by nobody's clock. */
export const unmutePerson = (tx: Tx, user: number): Promise<void> => deleteMute(tx, user)

/** Until when nothing is taken from a person; undefined when nobody has muted the person, or it has passed. */
export async function mutedUntil(tx: Tx, user: number, wallNow: number): Promise<number | undefined> {
  const until = await storedMute(tx, user)
  return until !== undefined && until > wallNow ? until : undefined
}
