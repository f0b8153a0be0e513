import type { Answer, Call, Input } from '@mex/contract/call.ts'
import { answerIn } from '@mex/contract/client.ts'
import * as z from 'zod/mini'

import { announce } from './announce.ts'
import { CallFailure } from './failure.ts'
import { takeFirstAnswer } from './first-answers.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { language } from './preferences.ts'
import { withLocalTimes } from './local-times.ts'
import { currentToken, expireSession } from './session.ts'

/** The timeout of every call, uploads included (spec §9). */
export const timeoutMilliseconds = 120_000

export type SendOptions = {
  /** A new request with the same abort key aborts the earlier one ('search', 'candles'). Never for calls that move money. */
  readonly abortKey?: string
  /** Aborts the request, as the query cache does when no component needs the answer. */
  readonly signal?: AbortSignal
  /** Generated here when the call needs one and the caller has none. */
  readonly idempotencyKey?: string
  /** The token of an onboarding, instead of the session's; it is never stored. */
  readonly token?: string | undefined
  /** Announces no network failure; the caller shows it. */
  readonly quiet?: boolean
}

const running = new Map<string, AbortController>()

/** The request's controller, aborted by a newer request with the same key and by the caller's signal. */
function controllerFor({ abortKey, signal }: SendOptions): AbortController {
  const controller = new AbortController()
  if (abortKey !== undefined) {
    running.get(abortKey)?.abort()
    running.set(abortKey, controller)
  }
  if (signal?.aborted === true) controller.abort()
  else signal?.addEventListener('abort', () => controller.abort(), { once: true })
  return controller
}

type Wire = Record<string, unknown>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The URL of a call: path parameters and, for GET, the query come from the wire form of its input; `rest` is the body. */
export function urlOfCall(call: Pick<Call, 'method' | 'path'>, wire: Wire): { path: string; rest: Wire } {
  const rest = { ...wire }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (call.method !== 'GET') return { path, rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, textOf(value))
  }
  const text = query.toString()
  return { path: text === '' ? path : `${path}?${text}`, rest: {} }
}

/** Pictures are forms too, but go as JSON: a URL-encoded form may only be short. */
const isForm = ({ body, bodyBytes }: Call): boolean => body === 'form' && bodyBytes === undefined

const formOf = (body: Wire): URLSearchParams =>
  new URLSearchParams(Object.entries(body).map(([name, value]) => [name, textOf(value)]))

/** The body of a request as it travels, and its content type. */
export const bodyOf = (call: Call, body: Wire): { readonly type: string; readonly text: string | undefined } => ({
  type: isForm(call) ? 'application/x-www-form-urlencoded' : 'application/json',
  text: call.method === 'GET' ? undefined : isForm(call) ? formOf(body).toString() : JSON.stringify(body),
})

function headersOf(
  call: Call,
  type: string,
  { token, idempotencyKey }: Pick<Transport, 'token' | 'idempotencyKey'>,
): Record<string, string> {
  return {
    'content-type': type,
    lang: language.get(),
    ...(token === undefined ? {} : { authorization: token }),
    ...(call.idempotency === 'key' ? { 'idempotency-key': idempotencyKey ?? newIdempotencyKey() } : {}),
  }
}

const envelopeShape = z.object({ code: z.number(), msg: z.nullish(z.string()), data: z.unknown() })

/**
 * Decodes the body of an answer; throws a refusal as a `CallFailure`. `sessionToken` is the session's token if the call
 * carried it: 401 and 403 end that session.
 */
export function readAnswer<C extends Call>(call: C, body: unknown, sessionToken: string | undefined): Answer<C> {
  const read = z.safeParse(envelopeShape, body)
  if (!read.success) throw new CallFailure('network', 'The answer is not an envelope')
  const { code, msg, data } = read.data
  if (code === 200) return decode(call, answerIn(call, read.data))
  if (code === 401 || code === 403) expireSession(sessionToken)
  const details = (data ?? {}) as Wire
  throw new CallFailure(code, withLocalTimes(msg ?? ''), details)
}

/**
 * Makes one call and decodes its answer. Rejects with a `CallFailure`: the server's code and message, 'network' without
 * a valid answer, 'abort' after an abort. 401 and 403 end the session.
 */
export async function send<C extends Call>(call: C, input: Input<C>, options: SendOptions = {}): Promise<Answer<C>> {
  const controller = controllerFor(options)
  const token = options.token ?? currentToken()
  const { path, rest } = urlOfCall(call, z.encode(call.input, input) as Wire)
  try {
    const body = await request(call, path, rest, { controller, token, idempotencyKey: options.idempotencyKey })
    return readAnswer(call, body, options.token === undefined ? token : undefined)
  } catch (error) {
    const failure = asFailure(error, controller)
    if (failure.code === 'network' && options.quiet !== true) announce({ kind: 'network' })
    throw failure
  } finally {
    if (options.abortKey !== undefined && running.get(options.abortKey) === controller) running.delete(options.abortKey)
  }
}

type Transport = {
  controller: AbortController
  token: string | undefined
  idempotencyKey: string | undefined
}

async function request(call: Call, path: string, body: Wire, transport: Transport): Promise<unknown> {
  const { controller, token } = transport
  const { type, text } = bodyOf(call, body)
  const timer = setTimeout(() => controller.abort(new DOMException('Timeout', 'TimeoutError')), timeoutMilliseconds)
  try {
    const first = takeFirstAnswer(path, text, token, language.get())
    const aborted = new Promise<never>((_, reject) => controller.signal.addEventListener('abort', reject))
    const taken = await Promise.race([first, aborted])
    controller.signal.throwIfAborted()
    if (taken !== undefined) return taken
    const response = await fetch(new URL(path, location.origin), {
      method: call.method,
      headers: headersOf(call, type, transport),
      ...(text === undefined ? {} : { body: text }),
      signal: controller.signal,
    })
    return (await response.json().catch(() => undefined)) as unknown
  } finally {
    clearTimeout(timer)
  }
}

/** An answer that breaks the contract is a network failure: the page shows no half-decoded money. */
function decode<C extends Call>(call: C, data: unknown): Answer<C> {
  const read = z.safeDecode(call.output, data as z.input<C['output']>)
  if (read.success) return read.data as Answer<C>
  console.error(`${call.path} answered outside the contract`, read.error.issues)
  throw new CallFailure('network', 'The answer breaks the contract')
}

function asFailure(error: unknown, { signal }: AbortController): CallFailure {
  if (error instanceof CallFailure) return error
  const reason: unknown = signal.reason
  const timedOut = reason instanceof DOMException && reason.name === 'TimeoutError'
  return signal.aborted && !timedOut ? new CallFailure('abort', '') : new CallFailure('network', '')
}
