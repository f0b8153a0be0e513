import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import type { Intent } from './intent.ts'
import { isLost } from './interleaving.ts'

/** The outcome of a command: an id or a hash, a refusal, a program error, or unknown because its connection broke. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly id: number | string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'unknown' }

export async function outcomeOf(sent: Promise<unknown>): Promise<Outcome> {
  try {
    const answer = await sent
    if (isRefusal(answer)) return { kind: 'refused', refusal: answer }
    return { kind: 'accepted', id: (answer as { readonly id: number | string }).id }
  } catch (error) {
    return isLost(error) ? { kind: 'unknown' } : { kind: 'failed', error }
  }
}

export function textOf(outcome: Outcome): string {
  if (outcome.kind === 'accepted') return `accepted ${outcome.id}`
  if (outcome.kind === 'unknown') return 'unknown'
  return outcome.kind === 'refused' ? outcome.refusal.refused : `FAILED ${String(outcome.error)}`
}

/** Temporary answers: a retry under the same key is decided again. */
const passing = new Set(['try_again', 'too_many_requests', 'duplicate_request', 'unavailable'])

export type Sent = { readonly intent: Intent; readonly key: string; first: Outcome | undefined }

/**
 * Checks the guarantees of idempotency keys: one key has one effect and one final answer, and other content is refused.
 * Returns the violations.
 */
export function brokenPromise(sent: Sent, outcome: Outcome, isOther: boolean): string | undefined {
  const { first, key, intent } = sent
  const final = first?.kind === 'accepted' || (first?.kind === 'refused' && !passing.has(first.refusal.refused))
  if (outcome.kind === 'unknown') return undefined
  if (outcome.kind === 'refused' && passing.has(outcome.refusal.refused)) return undefined
  if (isOther) {
    const isRefused = outcome.kind === 'refused' && outcome.refusal.refused === 'request_key_reused'
    return !final || isRefused ? undefined : `key ${key} was taken for other content: ${textOf(outcome)}`
  }
  if (!final || textOf(first) === textOf(outcome)) return undefined
  return `key ${key} of user ${intent.user} (${intent.text}) answered ${textOf(first)}, then ${textOf(outcome)}`
}

export const isFinal = (outcome: Outcome): boolean =>
  outcome.kind === 'accepted' || (outcome.kind === 'refused' && !passing.has(outcome.refusal.refused))
