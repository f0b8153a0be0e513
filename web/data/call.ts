import type { Answer, Call, Input } from '@mex/contract/call.ts'
import { hashKey, keepPreviousData, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import * as z from 'zod/mini'

import { announce } from './announce.ts'
import { CallFailure, endsIdempotencyKey } from './failure.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { queryClient } from './query.ts'
import { send } from './send.ts'
import { useQuery } from './use-query.ts'

/**
 * The cache key: the path first, so that all answers of a call can be invalidated. An input that the call refuses, of a link
 * that somebody wrote or of pasted text, has a key too: the request then fails, and its screen says so.
 */
export function keyOf<C extends Call>(call: C, input: Input<C>): readonly [path: string, input: unknown] {
  try {
    return [call.path, z.encode(call.input, input)]
  } catch {
    return [call.path, 'refused']
  }
}

export type UseCallOptions<C extends Call> = {
  /** False makes no request; `data` stays undefined. */
  readonly when?: boolean
  readonly freshSeconds?: number
  /** Refetches at this interval while the page is in view. */
  readonly everySeconds?: number
  /** Shows the answer to the previous input until the new one arrives: paging, typing. */
  readonly keepEarlier?: boolean
  readonly abortKey?: string
  /** The token of an onboarding, instead of the session's. It is never stored and not part of the cache key. */
  readonly token?: string | undefined
  /**
   * The default of the spec when this call fails (soft failures). Then `data` is the last answer or this value, and
   * `isStale` is true: a screen shows it marked stale or as '—', never as money.
   */
  readonly neutral?: Answer<C>
}

export type CallState<Data> = {
  readonly data: Data | undefined
  /** There is no data yet, and a request is pending. */
  readonly isWaiting: boolean
  /** A later request for newer data failed. */
  readonly isStale: boolean
  /** When the data was received; epoch milliseconds. */
  readonly receivedAt: number | undefined
  /** The failure of the last request. */
  readonly failure: CallFailure | undefined
  readonly retry: () => Promise<unknown>
}

export const asFailure = (error: unknown): CallFailure =>
  error instanceof CallFailure ? error : new CallFailure('network', '')

type Asked = Pick<UseQueryResult, 'error' | 'isPending' | 'isFetching' | 'refetch'>

/**
 * The failure of a query. Without data the library forgets it whenever it asks again by itself; a screen keeps showing it until
 * an answer comes or a person retries, and does not go back to its skeleton.
 */
export function useFailure(query: Asked, queryKey: QueryKey) {
  const key = hashKey(queryKey)
  const [kept, keep] = useState<{ readonly key: string; readonly error: unknown }>()
  if (query.error !== null && query.error !== kept?.error) keep({ key, error: query.error })
  const error = query.error ?? (query.isPending && kept?.key === key ? kept.error : undefined)
  const failure = error === undefined ? undefined : asFailure(error)
  const { refetch } = query
  const retry = useCallback((): Promise<unknown> => {
    keep(undefined)
    return refetch()
  }, [refetch])
  return {
    isWaiting: query.isPending && query.isFetching && failure === undefined,
    isStale: failure !== undefined,
    failure: failure?.code === 'abort' ? undefined : failure,
    retry,
  }
}

/** When the data of a query came; epoch milliseconds. */
export const receivedAt = ({ dataUpdatedAt: at }: Pick<UseQueryResult, 'dataUpdatedAt'>): number | undefined =>
  at === 0 ? undefined : at

/** The answer of a read call, cached and refetched when stale. */
export function useCall<C extends Call>(
  call: C,
  input: Input<C>,
  options: UseCallOptions<C> = {},
): CallState<Answer<C>> {
  const { when = true, freshSeconds, everySeconds, keepEarlier = false, abortKey, token, neutral } = options
  // An onboarding token may see other data than the session.
  const queryKey = token === undefined ? keyOf(call, input) : [...keyOf(call, input), 'onboarding']
  const query = useQuery({
    queryKey,
    // The cache cannot hold undefined: an empty answer is stored as null.
    queryFn: async ({ signal }) =>
      (await send(call, input, { signal, quiet: true, token, ...(abortKey === undefined ? {} : { abortKey }) })) ??
      null,
    enabled: when,
    meta: { who: call.who },
    ...(freshSeconds === undefined ? {} : { staleTime: freshSeconds * 1000 }),
    ...(everySeconds === undefined ? {} : { refetchInterval: everySeconds * 1000 }),
    ...(keepEarlier ? { placeholderData: keepPreviousData } : {}),
  })
  const state = useFailure(query, queryKey)
  return {
    ...state,
    // The cache stores an empty answer as null.
    data: query.data ?? (state.isStale ? neutral : undefined),
    receivedAt: receivedAt(query),
  }
}

/** The cache query of a call. The cache cannot hold undefined: an empty answer is stored as null. */
export const queryOf = <C extends Call>(call: C, input: Input<C>) => ({
  queryKey: keyOf(call, input),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answer<C> | null> =>
    (await send(call, input, { signal, quiet: true })) ?? null,
  meta: { who: call.who },
})

/** Prefetches an answer before its screen opens, for example on the first touch of its link. */
export function preloadCall<C extends Call>(call: C, input: Input<C>): void {
  void queryClient.prefetchQuery(queryOf(call, input))
}

/** Invalidates the answers of these calls; refetches those in view at once. */
export async function refresh(...calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call.path] })))
}

export type UseSendOptions<C extends Call> = {
  /** Calls whose cached answers this call invalidates. */
  readonly stale?: readonly Call[]
  /** The toast after success: true shows 'Success', a text shows that text. */
  readonly done?: boolean | string
  /** The form shows refusals itself, at `failure.field`; otherwise a toast shows them. */
  readonly showsRefusals?: boolean
  readonly onAnswer?: (answer: Answer<C>) => void
  /** The token of an onboarding, instead of the session's; it is never stored. */
  readonly token?: string | undefined
}

export type Send<C extends Call> = {
  /**
   * Resolves with the answer, or with undefined after a failure, which is then shown. While a request is pending,
   * sending again does nothing and resolves with undefined.
   */
  readonly send: (input: Input<C>) => Promise<Answer<C> | undefined>
  readonly isBusy: boolean
  readonly failure: CallFailure | undefined
  readonly answer: Answer<C> | undefined
  /** Clears answer and failure. The next request has a new idempotency key, unless the outcome of the last one is unknown and recent. */
  readonly reset: () => void
}

type Shown<C extends Call> = { readonly isBusy: boolean; readonly answer?: Answer<C> }
const idle = { isBusy: false }

/** How long a request of unknown outcome and its repetition count as one, in ms. */
const unknownMilliseconds = 180_000

/**
 * Sends a mutation. The idempotency key stays the same while the form is open and until the server has given a final
 * answer, so that a retry after an unknown outcome cannot act twice, also of an input that was changed meanwhile (specification,
 * calls P).
 */
export function useSend<C extends Call>(call: C, options: UseSendOptions<C> = {}): Send<C> {
  /** Of the request that is under way, or whose outcome is unknown. */
  const key = useRef<string>(undefined)
  const isSending = useRef(false)
  const [failure, setFailure] = useState<CallFailure>()
  const [{ isBusy, answer }, setShown] = useState<Shown<C>>(idle)
  /** The request whose state is shown: the last one, none after a reset. */
  const last = useRef(0)
  const sendInput = async (input: Input<C>): Promise<Answer<C> | undefined> => {
    // A second tap can come before the busy button is rendered.
    if (isSending.current && call.idempotency === 'key') return undefined
    isSending.current = true
    last.current += 1
    const current = last.current
    const show = (next: Shown<C>) => {
      if (last.current === current) setShown(next)
    }
    setFailure(undefined)
    show({ isBusy: true })
    try {
      key.current ??= newIdempotencyKey()
      const answered = await send(call, input, { idempotencyKey: key.current, token: options.token })
      show({ isBusy: false, answer: answered })
      key.current = undefined
      void refresh(...(options.stale ?? []))
      if (options.done !== undefined && options.done !== false) {
        announce({ kind: 'done', text: options.done === true ? undefined : options.done })
      }
      options.onAnswer?.(answered)
      return answered
    } catch (error) {
      show(idle)
      const failed = asFailure(error)
      if (endsIdempotencyKey(call, failed)) key.current = undefined
      if (failed.code !== 'abort' && last.current === current) setFailure(failed)
      if (!options.showsRefusals && isRefusal(failed)) announce({ kind: 'refused', text: failed.message })
      return undefined
    } finally {
      isSending.current = false
    }
  }
  return {
    send: sendInput,
    isBusy,
    failure,
    answer,
    reset: () => {
      setFailure(undefined)
      // By then the lists have told what came of it: what is sent now is meant anew.
      if (failure !== undefined && Date.now() - failure.at > unknownMilliseconds) key.current = undefined
      // One that is under way is still told of.
      if (isSending.current) return
      last.current += 1
      setShown(idle)
    },
  }
}

/** A refusal of this request; expired sessions and lost connections are shown elsewhere. */
const isRefusal = ({ code }: CallFailure): boolean => typeof code === 'number' && code !== 401 && code !== 403
