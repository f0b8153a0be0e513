import { createHmac } from 'node:crypto'
import type { Call } from '@mex/contract/call.ts'
import { wireObjectOf } from '@mex/contract/wire.ts'
import { writerOf } from '@mex/contract/write.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { isIdempotencyKey, idempotencyKeyHash, type IdempotentRequest } from '#db/idempotency-keys.ts'
import type { Encryption } from '#encryption.ts'
import * as z from 'zod/mini'

/** Canonical JSON: object keys are sorted. Recursive, so only for a body that was validated, whose depth is bounded. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`
}

/** Keyed hash of a call's path and body. Unknown fields are left out, as the call ignores them too. */
export function bodyHash(secret: Buffer, call: Call, wire: Readonly<Record<string, unknown>>): Buffer {
  const names = Object.keys(wireObjectOf(call.input)?.shape ?? wire)
  const known = Object.fromEntries(names.map((name) => [name, Object.hasOwn(wire, name) ? wire[name] : undefined]))
  return createHmac('sha256', secret).update(call.path).update('\0').update(canonical(known)).digest()
}

/** Encrypts stored answers that contain data which is encrypted in its own table. */
export type AnswerEncryption = Pick<Encryption, 'encrypt' | 'decrypt'>

/** The header's name, also the field that a refusal names. */
const headerName = 'idempotency-key'

/**
 * The idempotency key under which a call's answer is stored; undefined if the client sent none. Refuses a key that is not a
 * UUID, because its client relies on it: invalid_parameter.
 */
export function idempotentRequest(
  call: Call,
  scope: number,
  header: string | undefined,
  { body, encryption }: { readonly body: Buffer; readonly encryption: AnswerEncryption },
): IdempotentRequest | Refusal | undefined {
  if (call.idempotency !== 'key' || header === undefined || header === '') return undefined
  if (!isIdempotencyKey(header)) return refusal('invalid_parameter', { field: headerName })
  const keyHash = idempotencyKeyHash(header)
  const label = `${scope} ${call.path} ${keyHash.toString('hex')}`
  const sealed = (text: string): string => encryption.encrypt(Buffer.from(text), label).toString('base64')
  const opened = (kept: string): string => encryption.decrypt(Buffer.from(kept, 'base64'), label).toString()
  return {
    scope,
    call: call.path,
    keyHash,
    body,
    encode(answer) {
      const text = JSON.stringify(writerOf(call.output)(answer as never) ?? null)
      return call.storesAnswerEncrypted ? sealed(text) : text
    },
    decode: (kept) => z.decode(call.output, JSON.parse(call.storesAnswerEncrypted ? opened(kept) : kept) as never),
  }
}

const windowMilliseconds = 3000
const rememberedMax = 100_000

/**
 * Without a key, the same body from the same user within 3 seconds is a double tap (specification, calls A). `wallNow` is
 * wall-clock time in milliseconds, because a simulated market may run faster.
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
