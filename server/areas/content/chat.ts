import { createHash } from 'node:crypto'
import { imagePath } from '@mex/contract/files/fields.ts'
import type { Language } from '@mex/contract/language.ts'
import { writeFrameData, type FrameType } from '@mex/contract/frames.ts'
import type { Traditional } from '@mex/contract/text.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import * as z from 'zod/mini'
import { attachImages } from '#areas/files/actions.ts'
import { isoInstant } from '#clock.ts'
import { lockUsers } from '#db/lane.ts'
import { enqueueNotices } from '#db/outbox.ts'
import {
  claimIdempotencyKeys,
  recordAnswers,
  idempotencyKeyHash,
  type IdempotentRequest,
} from '#db/idempotency-keys.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import type { MarketData } from '#areas/market/market-data.ts'
import type { Assistant, Interpretation } from './assistant.ts'
import { assistantAnswer } from './assistant-words.ts'
import type { HelpEntry } from './help-entries.ts'
import { sendMessages } from './messages.ts'
import {
  chatByIds,
  deleteMute,
  insertChat,
  unlinked,
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
  /** The idempotency key: a retry with the same key is accepted once. */
  readonly key?: string | undefined
}

/** The time of a message: market time for its timestamp, wall time for limits. */
export type ChatInstants = { readonly now: number; readonly wallNow: number }

/** The chat of each user with the assistant and the operators (rulebook §29); it cannot move money. */
export type Chat = {
  /**
   * Stores a message of a user; the assistant answers in the same commit, unless an operator has recently replied.
   * Refuses: missing_field, text_too_long, chat_muted (also above the limit per minute), request_key_reused.
   */
  send(person: ChatPerson, message: NewChatMessage, at: ChatInstants): Promise<Refusal | undefined>
  /** The newest messages, as the first frame of the channel. */
  history(userId: number): Promise<string>
}

/** The public prices that the assistant answers with. */
export type ChatMarket = Pick<MarketData, 'listings' | 'board' | 'feed' | 'isHalted'>

export type ChatDependencies = {
  readonly db: Database
  readonly assistant: Pick<Assistant, 'understand'>
  /** The articles that answers lead to, by slug. */
  readonly topics: ReadonlyMap<string, HelpEntry>
  readonly market: ChatMarket
  /** Ids of the published articles by slug. */
  readonly articleIds: () => ReadonlyMap<string, number>
  readonly traditional: Traditional
  /** How many times faster than the wall clock the market clock runs. */
  readonly speed: number
  /** Called after a commit that wrote to the outbox. */
  readonly wake: () => void
}

export function openChat(dependencies: ChatDependencies): Chat {
  const { db, assistant, market, speed, wake } = dependencies

  async function answer(tx: Tx, { userId, language }: ChatPerson, asked: Asked, now: number): Promise<number[]> {
    if (await hasOperatorReplied(tx, userId, now - limits.operatorQuietMinutes * minute * speed)) return []
    const { topics, traditional, articleIds } = dependencies
    const message = assistantAnswer(asked.understood, {
      language: languageOf(asked.text, language),
      traditional,
      topics,
      articleIds: articleIds(),
      prices: { ...market, now },
    })
    return [await insertChat(tx, userId, { ...message, from: 'bot', image: undefined, createdAt: now })]
  }

  async function take(tx: Tx, person: ChatPerson, { text, image }: NewChatMessage, now: number): Promise<undefined> {
    const { userId } = person
    const asked =
      text === undefined ? undefined : { text, understood: assistant.understand(text, market.listings(now)) }
    const said = { ...unlinked, from: 'user', text, image, createdAt: now } as const
    const id = await insertChat(tx, userId, said, asked?.understood.kind === 'person')
    const record = { type: 'chat', id }
    const keepUntil = now + limits.keepDays * 1440 * minute
    const left = await attachImages(tx, userId, [{ field: 'image', path: image }], { record, now, keepUntil })
    if (left !== undefined) throw new AttachmentRefused(left)
    const answers = asked === undefined ? [] : await answer(tx, person, asked, now)
    await tellChat(tx, userId, [id, ...answers])
  }

  return {
    async send(person, { text: given, image, key }, { now, wallNow }) {
      const { userId } = person
      const text = given?.trim() === '' ? undefined : given?.trim()
      if (text === undefined && image === undefined) return missingText
      if (text !== undefined && isTooLong(text)) return tooLong
      if (image !== undefined && !isPicture(image)) return noPicture
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

/** A written question and its interpretation. */
type Asked = { readonly text: string; readonly understood: Interpretation }

/** The idempotency key of a message; the stored answer only says that the message was accepted. */
const requestOf = (userId: number, key: string, content: readonly (string | undefined)[]): IdempotentRequest => ({
  scope: userId,
  call: '/push chat',
  keyHash: idempotencyKeyHash(key),
  body: createHash('sha256').update(JSON.stringify(content)).digest(),
  encode: () => 'null',
  decode: () => undefined,
})

const isPicture = (path: string): boolean => z.safeParse(imagePath, path).success
const noPicture = refusal('missing_field', { field: 'image' })
const missingText = refusal('missing_field', { field: 'text' })
const tooLong = refusal('text_too_long', { field: 'text', values: { n: String(limits.textMax) } })
const isTooLong = (text: string): boolean => Array.from(text).length > limits.textMax

/** Rolls back a message whose picture does not belong to the user. */
class AttachmentRefused extends Error {
  override readonly name = 'AttachmentRefused'
  readonly why: Refusal
  constructor(why: Refusal) {
    super(why.refused)
    this.why = why
  }
}

/** A question in Chinese is answered in Chinese, whatever the language of the page. */
const languageOf = (text: string, language: Language): Language =>
  language === 'en' && /\p{Script=Han}/u.test(text) ? 'zh-CN' : language

/** '2026-11-20 16:05 UTC'. */
const untilText = (instant: number): string => `${isoInstant(instant).slice(0, 16).replace('T', ' ')} UTC`

/** The rate limit uses wall time: a minute is `speed` minutes of market time, the unit of the timestamps. */
async function sendRefusal(
  tx: Tx,
  userId: number,
  { now, wallNow, speed }: ChatInstants & { readonly speed: number },
): Promise<Refusal | undefined> {
  const muted = await mutedUntil(tx, userId, wallNow)
  if (muted !== undefined) return refusal('chat_muted', { values: { t: untilText(muted) } })
  const times = await messageTimesSince(tx, userId, now - minute * speed)
  const [first] = times
  if (first === undefined || times.length < limits.perMinuteMax) return undefined
  // The text has no seconds, so a minute is added to never report a time that is too early.
  return refusal('chat_muted', { values: { t: untilText(wallNow - (now - first) / speed + 2 * minute) } })
}

const tellChat = (tx: Tx, userId: number, ids: readonly number[]): Promise<void> =>
  enqueueNotices(
    tx,
    ids.map((refId) => ({ userId, topic: 'chat', refId })),
  )

/** The push frames of new chat messages. */
export async function chatFrames(
  tx: Tx,
  userId: number,
  ids: readonly number[],
): Promise<readonly { readonly channel: 'chat'; readonly type: FrameType; readonly data: string }[]> {
  const rows = await chatByIds(tx, userId, ids)
  return rows.map((row) => ({ channel: 'chat', type: 'chat', data: JSON.stringify(writeFrameData('chat', row)) }))
}

/**
 * Stores an operator's reply to a user (rulebook §2.1) in the chat and sends a message, because the user may be
 * offline. Operators explain; they give no trading advice. Refuses: missing_field, text_too_long.
 */
export async function operatorReply(tx: Tx, user: number, given: string, at: number): Promise<Refusal | undefined> {
  const text = given.trim()
  if (text === '') return missingText
  if (isTooLong(text)) return tooLong
  // The lock orders the reply before or after a concurrent message and its automatic answer.
  await lockUsers(tx, [user])
  const id = await insertChat(tx, user, { ...unlinked, from: 'operator', text, image: undefined, createdAt: at })
  await tellChat(tx, user, [id])
  await sendMessages(tx, [
    { user, type: 'SERVICE', about: { kind: 'operator_replied' }, at, reference: { type: 'chat', id } },
  ])
  return undefined
}

/** Chat threads for operators, unanswered ones first. */
export const chatThreads = (tx: Tx): Promise<ChatThread[]> => threadsOf(tx, threadsMax)

/** All stored messages of a thread, oldest first: for an operator and for the export. */
export const chatThread = (tx: Tx, user: number): Promise<ChatRow[]> => newestChat(tx, user, 10_000)

/** Mutes a user until an instant of the wall clock: messages and pictures are refused (rulebook §2.1). */
export const mutePerson = (tx: Tx, user: number, until: number): Promise<void> => saveMute(tx, user, until)

/** Ends the mute of a user at once. */
export const unmutePerson = (tx: Tx, user: number): Promise<void> => deleteMute(tx, user)

/** The end of the mute of a user; undefined when the user is not muted. */
export async function mutedUntil(tx: Tx, user: number, wallNow: number): Promise<number | undefined> {
  const until = await storedMute(tx, user)
  return until !== undefined && until > wallNow ? until : undefined
}
