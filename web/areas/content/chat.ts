import { chatChannel, chatMessage, type ChatMessage } from '@mex/contract/push.ts'
import { listOf } from '@mex/contract/wire.ts'
import { useEffect } from 'react'
import * as z from 'zod/mini'

import { CallFailure, isFinal } from '#data/failure.ts'
import { hrefOfPath } from './page-link.ts'
import { hrefOf } from '#data/links.ts'
import { withLocalTimes } from '#data/local-times.ts'
import { livePush } from '#data/live.ts'
import type { PushFrame } from '#data/push.ts'
import { currentToken, onSession } from '#data/session.ts'
import { createStore, useStore } from '#data/store.ts'

/** The chat messages, oldest first; undefined until the first frame arrives. Kept until a reload. */
const messages = createStore<readonly ChatMessage[] | undefined>(undefined)

const history = listOf(chatMessage)

let token = currentToken()
onSession(() => {
  if (currentToken() === token) return
  token = currentToken()
  messages.set(undefined)
})

/** Merges by id, because a message can arrive with the history and on its own. */
function merge(more: readonly ChatMessage[]): void {
  const known = new Map((messages.get() ?? []).map((message) => [message.id, message]))
  for (const message of more) known.set(message.id, message)
  messages.set([...known.values()].toSorted((one, other) => one.id - other.id))
}

function take({ type, data }: PushFrame): void {
  if (type === 'chatHistory') {
    const read = z.safeDecode(history, data as never)
    if (read.success) merge(read.data)
  }
  if (type === 'chat') {
    const read = z.safeDecode(chatMessage, data as never)
    if (read.success) merge([read.data])
  }
}

/** The chat with the assistant and the operators; follows the channel while the component is mounted. */
export function useChat(): readonly ChatMessage[] | undefined {
  useEffect(() => livePush().follow(chatChannel, { onFrame: take }), [])
  return useStore(messages)
}

type AnswerLink = { readonly href: string; readonly title: string }

/** The links of a message: pages first, then articles. A page that this version does not have is left out. */
export function answerLinks({ links, articles }: Pick<ChatMessage, 'links' | 'articles'>): readonly AnswerLink[] {
  return [
    ...links.flatMap(({ title, page }) => {
      const href = hrefOfPath(page)
      return href === undefined ? [] : { href, title }
    }),
    ...articles.map(({ id, title }) => ({ href: hrefOf('newsDetail', { id }), title })),
  ]
}

export type SendResult =
  | { readonly isSent: true }
  | {
      readonly isSent: false
      readonly reason: string | undefined
      /** The server gives the same answer for this key again. */
      readonly isFinal: boolean
    }

/**
 * Sends a chat message. `reason` is the message of a refusal; undefined after a timeout. `key` is the idempotency key:
 * a retry with the same key does not send the message twice.
 */
export async function sendMessage(
  said: { readonly text?: string; readonly image?: string },
  key: string,
): Promise<SendResult> {
  const reply = await livePush().ask({ op: 'chat', ...said }, key)
  if (reply?.ok === true) return { isSent: true }
  return {
    isSent: false,
    reason: reply?.msg === undefined ? undefined : withLocalTimes(reply.msg),
    isFinal: isFinal(new CallFailure(reply?.code ?? 'network', '')),
  }
}
