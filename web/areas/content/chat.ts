import { chatChannel, chatMessage, type ChatMessage } from '@mex/contract/push.ts'
import { listOf } from '@mex/contract/wire.ts'
import { useEffect } from 'react'
import * as z from 'zod/mini'

import { CallFailure, isFinal } from '#data/failure.ts'
import { withLocalTimes } from '#data/local-times.ts'
import { livePush } from '#data/live.ts'
import type { PushFrame } from '#data/push.ts'
import { currentToken, onSession } from '#data/session.ts'
import { createStore, useStore } from '#data/store.ts'

/** What was said, oldest first; undefined until the first frame has come. Kept while the page lives. */
const messages = createStore<readonly ChatMessage[] | undefined>(undefined)

const history = listOf(chatMessage)

let token = currentToken()
onSession(() => {
  if (currentToken() === token) return
  token = currentToken()
  messages.set(undefined)
})

/** The same message may come twice: with the history and by itself. */
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

/** The conversation with the assistant and the operators, while somebody looks at it. */
export function useChat(): readonly ChatMessage[] | undefined {
  useEffect(() => livePush().follow(chatChannel, { onFrame: take }), [])
  return useStore(messages)
}

export type SendResult =
  | { readonly isSent: true }
  | {
      readonly isSent: false
      readonly reason: string | undefined
      /** The server will not change its mind about this key. */
      readonly isFinal: boolean
    }

/**
 * Says something; a reason is what the server has against it, undefined when nobody answered. Under the same key it is
 * said once, however often it is sent.
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
