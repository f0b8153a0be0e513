import * as z from 'zod/mini'

import type { Answer, Call, Input } from './call.ts'

/** A call in its wire form: path parameters and, for GET, the query are filled from its input. */
export type WireCall = {
  readonly method: Call['method']
  readonly path: string
  /** Undefined for GET. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Encodes the request of a call. */
export const writeCall = <C extends Call>(call: C, input: Input<C>): WireCall =>
  addressCall(call, z.encode(call.input, input) as Record<string, unknown>)

/** The same from fields that have their wire form already, right or wrong. */
export function addressCall(call: Pick<Call, 'method' | 'path'>, fields: Readonly<Record<string, unknown>>): WireCall {
  const rest = { ...fields }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (call.method !== 'GET') return { method: call.method, path, body: rest }
  const query = Object.entries(rest)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
    .join('&')
  return { method: call.method, path: query === '' ? path : `${path}?${query}`, body: undefined }
}

/** The answer of a successful envelope, in its wire form. */
export const answerIn = (
  { answersIn }: Pick<Call, 'answersIn'>,
  envelope: { msg?: unknown; data?: unknown },
): unknown => envelope[answersIn]

/** Decodes the answer of a call; throws when the answer breaks the contract. */
export const readAnswer = <C extends Call>(call: C, data: unknown): Answer<C> =>
  z.decode(call.output, data as z.input<C['output']>) as Answer<C>
