import { createHmac } from 'node:crypto'
import type { Call } from '@mex/contract/call.ts'
import { wireObjectOf } from '@mex/contract/wire.ts'
import { writerOf } from '@mex/contract/write.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { isRequestKey, requestKeyHash, type KeyedRequest } from '#db/requests.ts'
import type { Seals } from '#seals.ts'
import * as z from 'zod/mini'

/**
 * The words of a wire body in an order that does not depend on how it was written. Only for what has been admitted and has
 * the shape of its call: it goes down level by level.
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`
}

/** What a call was asked, as a hash. Fields that it does not know count no more than they do in the call itself. */
export function bodyHash(secret: Buffer, call: Call, wire: Readonly<Record<string, unknown>>): Buffer {
  const names = Object.keys(wireObjectOf(call.input)?.shape ?? wire)
  const known = Object.fromEntries(names.map((name) => [name, Object.hasOwn(wire, name) ? wire[name] : undefined]))
  return createHmac('sha256', secret).update(call.path).update('\0').update(canonical(known)).digest()
}

/** How answers are kept that tell what is sealed where it lives. */
export type AnswerSeals = Pick<Seals, 'seal' | 'open'>

/** The header's name: as a field of a request, what a refusal says is wrong. */
const headerName = 'idempotency-key'

/**
 * The key under which a call's answer is kept; undefined when the client sent none. One that is no UUID is refused, for
 * its sender relies on it.
 */
export function keyedRequest(
  call: Call,
  scope: number,
  header: string | undefined,
  { body, seals }: { readonly body: Buffer; readonly seals: AnswerSeals },
): KeyedRequest | Refusal | undefined {
  if (call.idempotency !== 'key' || header === undefined || header === '') return undefined
  if (!isRequestKey(header)) return refusal('invalid_parameter', { field: headerName })
  const keyHash = requestKeyHash(header)
  const label = `${scope} ${call.path} ${keyHash.toString('hex')}`
  const sealed = (text: string): string => seals.seal(Buffer.from(text), label).toString('base64')
  const opened = (kept: string): string => seals.open(Buffer.from(kept, 'base64'), label).toString()
  return {
    scope,
    call: call.path,
    keyHash,
    body,
    encode(answer) {
      const text = JSON.stringify(writerOf(call.output)(answer as never) ?? null)
      return call.keepsSealed ? sealed(text) : text
    },
    decode: (kept) => z.decode(call.output, JSON.parse(call.keepsSealed ? opened(kept) : kept) as never),
  }
}

const windowMilliseconds = 3000
const rememberedMax = 100_000

/**
 * Without a key, the same content from the same person within 3 seconds is taken for a double tap (specification, calls A).
 * Wall-clock time: it is about fingers, not about the market.
 */
export function openDoubleTaps(wallNow: () => number) {
  const seen = new Map<string, number>()
  return (scope: number, body: Buffer): boolean => {
    const now = wallNow()
    const id = `${scope} ${body.toString('base64')}`
    const before = seen.get(id)
    if (before !== undefined && now - before < windowMilliseconds) return true
    seen.delete(id)
    seen.set(id, now)
    for (const [old, at] of seen) {
      if (now - at < windowMilliseconds && seen.size <= rememberedMax) break
      seen.delete(old)
    }
    return false
  }
}
