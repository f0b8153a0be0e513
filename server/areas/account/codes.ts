import { createHmac, timingSafeEqual } from 'node:crypto'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Chance } from '#chance.ts'
import type { Tx } from '#db/sql.ts'
import {
  codesSince,
  countTry,
  insertCode,
  lockEmail,
  newestCode,
  newestCodeLocked,
  type CodePurpose,
  type CodeRow,
} from './store-codes.ts'

export { markUsed } from './store-codes.ts'
export type { CodePurpose } from './store-codes.ts'

const limits = settings.emailCode
const dayMilliseconds = 86_400_000

/** Whose code, and for what. */
export type CodeTarget = { readonly email: string; readonly purpose: CodePurpose }

/** A code as it is stored (rulebook §4.3): an HMAC under a key outside the database. */
function codeHash(secret: Buffer, { email, purpose }: CodeTarget, code: string): Buffer {
  return createHmac('sha256', secret).update(`email code\0${purpose}\0${email}\0${code}`).digest()
}

/**
 * Draws a code of six digits for an address and stores it (rulebook §4.3). Refuses: code_too_soon with the seconds
 * to wait, too_many_requests when the address or the network has used up its day.
 */
export async function issueCode(
  tx: Tx,
  target: CodeTarget,
  { network, now, secret, chance }: { network: string; now: number; secret: Buffer; chance: Chance },
): Promise<{ readonly code: string } | Refusal> {
  await lockEmail(tx, target.email)
  const before = await newestCode(tx, target.email, target.purpose)
  // A clock that is set back finds codes of its future: they make nobody wait.
  const waited = before === undefined || before.createdAt > now ? Infinity : now - before.createdAt
  if (waited < limits.resendSeconds * 1000) {
    const seconds = Math.ceil(limits.resendSeconds - waited / 1000)
    return refusal('code_too_soon', { values: { s: String(seconds) } })
  }
  const sent = await codesSince(tx, { email: target.email, network, since: now - dayMilliseconds })
  if (sent.email >= limits.perEmailAndDayMax || sent.network >= limits.perNetworkAndDayMax)
    return refusal('too_many_requests')
  const code = String(chance.below(1_000_000)).padStart(6, '0')
  const expiresAt = now + limits.lifeMinutes * 60_000
  await insertCode(tx, { ...target, code: codeHash(secret, target, code), network, now, expiresAt })
  return { code }
}

export type CodeAttempt = CodeTarget & { readonly code: string; readonly now: number; readonly secret: Buffer }

function problemOf(found: CodeRow | undefined, attempt: CodeAttempt): Refusal | undefined {
  const incorrect = refusal('code_incorrect', { field: 'emailCode' })
  if (found === undefined) return incorrect
  if (found.usedAt !== null || found.tries >= limits.triesMax || attempt.now >= found.expiresAt)
    return refusal('code_expired', { field: 'emailCode' })
  return timingSafeEqual(found.code, codeHash(attempt.secret, attempt, attempt.code)) ? undefined : incorrect
}

/** Whether a code would be accepted now; counts nothing. */
export async function wouldPass(tx: Tx, attempt: CodeAttempt): Promise<boolean> {
  return problemOf(await newestCode(tx, attempt.email, attempt.purpose), attempt) === undefined
}

/**
 * Checks a code and holds it, so that it serves one transaction alone; who acts on it then calls `markUsed`. Refuses:
 * code_incorrect, which counts as a try, and code_expired (too old, used, or tried too often).
 */
export async function checkCode(tx: Tx, attempt: CodeAttempt): Promise<{ readonly id: number } | Refusal> {
  const found = await newestCodeLocked(tx, attempt.email, attempt.purpose)
  const problem = problemOf(found, attempt)
  if (found !== undefined && problem === undefined) return { id: found.id }
  if (found !== undefined && problem?.refused === 'code_incorrect') await countTry(tx, found.id)
  return problem ?? refusal('code_incorrect', { field: 'emailCode' })
}
