import { randomUUID } from 'node:crypto'
import type { Answer, Call, Input } from '@mex/contract/call.ts'
import { addressCall, answerIn, readAnswer, writeCall, type WireCall } from '@mex/contract/client.ts'
import type { Language } from '@mex/contract/language.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import { openListener, type Listener } from './listener.ts'

export type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown }

/** What came back over HTTP, whole. */
export type Reply = {
  readonly status: number
  readonly headers: Headers
  readonly envelope: Envelope
}

export type SendOptions = {
  /** The idempotency key; one is drawn for calls that honour it, `undefined` sends none. */
  readonly key?: string | undefined
  readonly language?: Language
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer that is not a success: the code and message of its envelope. */
export class Unsuccessful extends Error {
  override readonly name = 'Unsuccessful'
  readonly code: number
  readonly data: unknown
  constructor(call: Pick<Call, 'path'>, { code, msg, data }: Envelope) {
    super(`${call.path} answered ${code}: ${msg}`)
    this.code = code
    this.data = data
  }
  /** The word behind the code; undefined when it is not about the business. */
  get refused(): RefusalWord | undefined {
    return refusalOfCode(this.code)
  }
}

/** Somebody in front of a server: everything goes over HTTP and the push socket, as it does from a browser. */
export type Person = {
  readonly url: string
  /** The token that is sent along; undefined before sign-in. */
  token: string | undefined
  language: Language
  /** Makes a call and gives its answer in the program's form; throws `Unsuccessful`. */
  call<C extends Call>(this: void, call: C, input: Input<C>, options?: SendOptions): Promise<Answer<C>>
  /** Makes a call and gives everything that came back. */
  ask<C extends Call>(this: void, call: C, input: Input<C>, options?: SendOptions): Promise<Reply>
  /** The same with fields in their wire form, right or wrong. */
  askWire(this: void, call: Call, fields: Readonly<Record<string, unknown>>, options?: SendOptions): Promise<Reply>
  /** Any request at all. */
  fetch(this: void, path: string, init?: RequestInit): Promise<Response>
  /** Opens the push socket, signs in where there is a token, and listens. */
  listen(this: void, ...channels: readonly string[]): Promise<Listener>
}

/** A key for one intent. */
export const newKey = (): string => randomUUID()

async function replyOf(response: Response): Promise<Reply> {
  const envelope = (await response.json()) as Envelope
  return { status: response.status, headers: response.headers, envelope }
}

/** Somebody without an account in front of the server at `url`. */
export function openPerson(url: string, language: Language = 'en'): Person {
  const fetchPath = (path: string, init: RequestInit = {}): Promise<Response> => fetch(new URL(path, url), init)

  function headersOf(call: Call, options: SendOptions): Record<string, string> {
    const key = 'key' in options ? options.key : newKey()
    return {
      'content-type': 'application/json',
      lang: options.language ?? person.language,
      ...(person.token === undefined ? {} : { authorization: person.token }),
      ...(call.idempotency === 'key' && key !== undefined ? { 'idempotency-key': key } : {}),
      ...options.headers,
    }
  }

  async function send(call: Call, { method, path, body }: WireCall, options: SendOptions): Promise<Reply> {
    const headers = headersOf(call, options)
    return replyOf(
      await fetchPath(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
    )
  }

  const ask = <C extends Call>(call: C, input: Input<C>, options: SendOptions = {}): Promise<Reply> =>
    send(call, writeCall(call, input), options)

  const person: Person = {
    url,
    token: undefined,
    language,
    ask,
    askWire: (call, fields, options = {}) => send(call, addressCall(call, fields), options),
    async call(call, input, options = {}) {
      const { envelope } = await ask(call, input, options)
      if (envelope.code !== 200) throw new Unsuccessful(call, envelope)
      return readAnswer(call, answerIn(call, envelope))
    },
    fetch: fetchPath,
    listen: (...channels) => openListener(url, person.token, channels),
  }
  return person
}
