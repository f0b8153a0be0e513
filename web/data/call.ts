import type { Answer, Call, Input } from '@mex/contract/call.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'

import { announce } from './announce.ts'
import { CallFailure, endsIdempotencyKey } from './failure.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { queryClient } from './query.ts'
import { send } from './send.ts'

/** The cache's name of an answer: the path first, so that a call can be made stale whatever it was asked. */
export const keyOf = <C extends Call>(call: C, input: Input<C>) => [call.path, z.encode(call.input, input)] as const

export type UseCallOptions<C extends Call> = {
  /** False waits: no request is made, `data` stays undefined. */
  readonly when?: boolean
  readonly freshSeconds?: number
  /** Asks again while the page is in view. */
  readonly everySeconds?: number
  /** Shows the answer to the earlier input until the new one is there: paging, typing. */
  readonly keepEarlier?: boolean
  readonly abortKey?: string
  /** Of a registration under way, instead of the session's. It is in no cache and nothing else that is kept. */
  readonly token?: string | undefined
  /**
   * What the spec shows when this call fails (soft failures). Then `data` is the last answer or this, and `isStale` is
   * true: a screen shows it marked stale or as '—', never as money.
   */
  readonly neutral?: Answer<C>
}

export type CallState<Data> = {
  readonly data: Data | undefined
  /** Nothing to show yet, and a request is under way. */
  readonly isWaiting: boolean
  /** The data shown is older than a failed request for newer. */
  readonly isStale: boolean
  /** When the data shown was received; epoch milliseconds. */
  readonly receivedAt: number | undefined
  /** Why there is no data, or none newer. */
  readonly failure: CallFailure | undefined
  readonly retry: () => Promise<unknown>
}

export const asFailure = (error: unknown): CallFailure =>
  error instanceof CallFailure ? error : new CallFailure('network', '')

/** The answer of a call that reads, kept in the cache and asked again when it is stale. */
export function useCall<C extends Call>(
  call: C,
  input: Input<C>,
  options: UseCallOptions<C> = {},
): CallState<Answer<C>> {
  const { when = true, freshSeconds, everySeconds, keepEarlier = false, abortKey, token, neutral } = options
  const query = useQuery({
    // What a registration may see is not what the session sees.
    queryKey: token === undefined ? keyOf(call, input) : [...keyOf(call, input), 'onboarding'],
    // The cache takes no undefined: an answer that says that there is nothing is kept as null.
    queryFn: async ({ signal }) =>
      (await send(call, input, { signal, quiet: true, token, ...(abortKey === undefined ? {} : { abortKey }) })) ??
      null,
    enabled: when,
    meta: { who: call.who },
    ...(freshSeconds === undefined ? {} : { staleTime: freshSeconds * 1000 }),
    ...(everySeconds === undefined ? {} : { refetchInterval: everySeconds * 1000 }),
    ...(keepEarlier ? { placeholderData: keepPreviousData } : {}),
  })
  const failure = query.error === null ? undefined : asFailure(query.error)
  return {
    data: query.data ?? (failure !== undefined ? neutral : undefined),
    isWaiting: query.isPending && query.isFetching,
    isStale: failure !== undefined,
    receivedAt: query.dataUpdatedAt === 0 ? undefined : query.dataUpdatedAt,
    failure: failure?.code === 'abort' ? undefined : failure,
    retry: query.refetch,
  }
}

/** A call and its input as the cache asks them. It takes no undefined: an answer that says nothing is kept as null. */
export const queryOf = <C extends Call>(call: C, input: Input<C>) => ({
  queryKey: keyOf(call, input),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answer<C> | null> =>
    (await send(call, input, { signal, quiet: true })) ?? null,
  meta: { who: call.who },
})

/** Fetches an answer ahead of its screen, on the first touch of what opens it for example. */
export function preloadCall<C extends Call>(call: C, input: Input<C>): void {
  void queryClient.prefetchQuery(queryOf(call, input))
}

/** Makes the answers of these calls be asked again, now where they are in view. */
export async function refresh(...calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call.path] })))
}

export type UseSendOptions<C extends Call> = {
  /** Calls whose answers this one changes. */
  readonly stale?: readonly Call[]
  /** True says 'Success', a text says that; nothing is said otherwise. */
  readonly done?: boolean | string
  /** The form shows refusals itself, at `failure.field`; otherwise they appear as a toast. */
  readonly showsRefusals?: boolean
  readonly onAnswer?: (answer: Answer<C>) => void
  /** Of a registration under way, instead of the session's; it is never stored. */
  readonly token?: string | undefined
}

export type Send<C extends Call> = {
  /**
   * Resolves with the answer, or with undefined after a failure that has been shown. While an intent is under way,
   * sending it again does nothing and resolves with undefined.
   */
  readonly send: (input: Input<C>) => Promise<Answer<C> | undefined>
  readonly isBusy: boolean
  readonly failure: CallFailure | undefined
  readonly answer: Answer<C> | undefined
  /** Forgets answer and failure: the form starts anew, as another intent. */
  readonly reset: () => void
}

/**
 * Sends a change. The idempotency key stays the same while the form is open and until the server has given a final
 * answer, so that a retry after an unknown outcome cannot act twice (specification, calls P).
 */
export function useSend<C extends Call>(call: C, options: UseSendOptions<C> = {}): Send<C> {
  const key = useRef<string>(undefined)
  const isSending = useRef(false)
  const [failure, setFailure] = useState<CallFailure>()
  const mutation = useMutation({
    mutationFn: (input: Input<C>) => {
      key.current ??= newIdempotencyKey()
      return send(call, input, { idempotencyKey: key.current, token: options.token })
    },
  })
  const sendInput = async (input: Input<C>): Promise<Answer<C> | undefined> => {
    // A finger is faster than the drawing of a button that is busy.
    if (isSending.current && call.idempotency === 'key') return undefined
    isSending.current = true
    setFailure(undefined)
    try {
      const answer = await mutation.mutateAsync(input)
      key.current = undefined
      void refresh(...(options.stale ?? []))
      if (options.done !== undefined && options.done !== false) {
        announce({ kind: 'done', text: options.done === true ? undefined : options.done })
      }
      options.onAnswer?.(answer)
      return answer
    } catch (error) {
      const failed = asFailure(error)
      if (endsIdempotencyKey(call, failed)) key.current = undefined
      if (failed.code !== 'abort') setFailure(failed)
      if (!options.showsRefusals && isRefusal(failed)) announce({ kind: 'refused', text: failed.message })
      return undefined
    } finally {
      isSending.current = false
    }
  }
  return {
    send: sendInput,
    isBusy: mutation.isPending,
    failure,
    answer: mutation.data,
    reset: () => {
      key.current = undefined
      setFailure(undefined)
      mutation.reset()
    },
  }
}

/** The server said no to this request: not a lost session and not a lost connection, which are shown elsewhere. */
const isRefusal = ({ code }: CallFailure): boolean => typeof code === 'number' && code !== 401 && code !== 403
