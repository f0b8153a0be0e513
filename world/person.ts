import { randomUUID } from 'node:crypto'
import type { Answer, Call, Input } from '@mex/contract/call.ts'
import { addressCall, answerIn, readAnswer, writeCall, type WireCall } from '@mex/contract/client.ts'
import type { Language } from '@mex/contract/language.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import { openListener, type Listener } from './listener.ts'

export type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown }

/** An HTTP response with its envelope. */
export type Reply = {
  readonly status: number
  readonly headers: Headers
  readonly envelope: Envelope
}

export type SendOptions = {
  /** The idempotency key. Default: a new one for calls that take a key; `undefined` sends none. */
  readonly key?: string | undefined
  readonly language?: Language
  readonly headers?: Readonly<Record<string, string>>
}

/** An error answer, with the code and message of its envelope. */
export class Unsuccessful extends Error {
  override readonly name = 'Unsuccessful'
  readonly code: number
  readonly data: unknown
  constructor(call: Pick<Call, 'path'>, { code, msg, data }: Envelope) {
    super(`${call.path} answered ${code}: ${msg}`)
    this.code = code
    this.data = data
  }
  /** The refusal of the code; undefined when the code is not a refusal. */
  get refused(): RefusalWord | undefined {
    return refusalOfCode(this.code)
  }
}

/** A client of a server, with or without a session, over HTTP and the push socket like a browser. */
export type Person = {
  readonly url: string
  /** The session token; undefined before sign-in. */
  token: string | undefined
  language: Language
  /** Makes a call and returns its parsed answer; throws `Unsuccessful`. */
  call<C extends Call>(this: void, call: C, input: Input<C>, options?: SendOptions): Promise<Answer<C>>
  /** Makes a call and returns the whole reply. */
  ask<C extends Call>(this: void, call: C, input: Input<C>, options?: SendOptions): Promise<Reply>
  /** Makes a call with fields in their wire form, valid or not, and returns the whole reply. */
  askWire(this: void, call: Call, fields: Readonly<Record<string, unknown>>, options?: SendOptions): Promise<Reply>
  /** Sends any request. */
  fetch(this: void, path: string, init?: RequestInit): Promise<Response>
  /** Opens the push socket, signs in if there is a token, and subscribes. */
  listen(this: void, ...channels: readonly string[]): Promise<Listener>
}

/** A new idempotency key. */
export const newKey = (): string => randomUUID()

async function replyOf(response: Response): Promise<Reply> {
  const envelope = (await response.json()) as Envelope
  return { status: response.status, headers: response.headers, envelope }
}

/** A client without a session of the server at `url`. */
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
