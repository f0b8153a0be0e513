import { createHmac, timingSafeEqual } from 'node:crypto'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Randomness } from '#randomness.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import {
  codesSince,
  countFailedAttempt,
  insertCode,
  lockEmail,
  markUsed,
  newestCodes,
  newestCodesLocked,
  type CodePurpose,
  type CodeRow,
} from './store-codes.ts'

export type { CodePurpose } from './store-codes.ts'

const limits = settings.emailCode
const dayMilliseconds = 86_400_000

/** The e-mail address and the purpose of a code. */
export type CodeTarget = { readonly email: string; readonly purpose: CodePurpose }

/** A code as it is stored (rulebook §4.3): an HMAC under a key outside the database. */
function codeHash(secret: Buffer, { email, purpose }: CodeTarget, code: string): Buffer {
  return createHmac('sha256', secret).update(`email code\0${purpose}\0${email}\0${code}`).digest()
}

/**
 * Generates a code of six digits for an address and stores it (rulebook §4.3). Refuses: code_too_soon with the seconds
 * to wait, too_many_requests when the address or the network has reached its daily limit.
 */
export async function issueCode(
  tx: Tx,
  target: CodeTarget,
  { network, now, secret, randomness }: { network: string; now: number; secret: Buffer; randomness: Randomness },
): Promise<{ readonly code: string } | Refusal> {
  await lockEmail(tx, target.email)
  const [before] = await newestCodes(tx, target.email, target.purpose, 1)
  // After the clock is set back, a code may have been created in the future: it causes no delay.
  const waited = before === undefined || before.createdAt > now ? Infinity : now - before.createdAt
  if (waited < limits.resendSeconds * 1000) {
    const seconds = Math.ceil(limits.resendSeconds - waited / 1000)
    return refusal('code_too_soon', { values: { s: String(seconds) } })
  }
  const sent = await codesSince(tx, { email: target.email, network, since: now - dayMilliseconds })
  if (sent.email >= limits.perEmailAndDayMax || sent.network >= limits.perNetworkAndDayMax)
    return refusal('too_many_requests')
  const code = String(randomness.below(1_000_000)).padStart(6, '0')
  const expiresAt = now + limits.lifeMinutes * 60_000
  await insertCode(tx, { ...target, code: codeHash(secret, target, code), network, now, expiresAt })
  return { code }
}

export type CodeAttempt = CodeTarget & {
  readonly code: string
  /** The network of the attempt. */
  readonly network: string
  readonly now: number
  readonly secret: Buffer
}

/** The number of codes that an address can receive within the lifetime of one code. */
const openMax = (): number => limits.perEmailAndDayMax

/**
 * Whether a network may still try a code. Failed attempts from the network that requested the code are counted
 * separately from all others, so that a stranger cannot invalidate the code of its owner.
 */
function isOpen(row: CodeRow, { network, now }: CodeAttempt): boolean {
  const tries = row.network === network ? row.tries : row.foreignTries
  return row.usedAt === null && now < row.expiresAt && tries < limits.triesMax
}

/** Every open code is valid: a code that a stranger requests does not replace the previous one. */
function problemOf(found: readonly CodeRow[], attempt: CodeAttempt): Refusal | undefined {
  const incorrect = refusal('code_incorrect', { field: 'emailCode' })
  if (found.length === 0) return incorrect
  const open = found.filter((row) => isOpen(row, attempt))
  if (open.length === 0) return refusal('code_expired', { field: 'emailCode' })
  const hash = codeHash(attempt.secret, attempt, attempt.code)
  return open.some(({ code }) => timingSafeEqual(code, hash)) ? undefined : incorrect
}

/**
 * Why a code is not accepted; undefined when it is. Locks the codes of the address, so that only one transaction can
 * use a code; the caller then calls `consumeCode`. Refuses: code_incorrect, which counts as a failed attempt, and
 * code_expired (too old, used, or too many failed attempts).
 */
export async function checkCode(tx: Tx, attempt: CodeAttempt): Promise<Refusal | undefined> {
  const { email, purpose, network } = attempt
  const found = await newestCodesLocked(tx, email, purpose, openMax())
  const problem = problemOf(found, attempt)
  if (problem?.refused !== 'code_incorrect') return problem
  const open = found.filter((row) => isOpen(row, attempt))
  if (open.length > 0)
    await countFailedAttempt(
      tx,
      open.map(({ id }) => id),
      network,
    )
  return problem
}

/**
 * Checks a code in a transaction of its own, before slow work that only a right one is worth: a wrong one is counted whatever becomes of the
 * request. Otherwise its answer or its time would tell, uncounted, which code is right. Refuses what `checkCode` refuses.
 */
export const tryCode = (db: Database, attempt: CodeAttempt): Promise<Refusal | undefined> =>
  inTransaction(db, (tx) => checkCode(tx, attempt))

/** Marks every open code of the address and purpose as used after one was accepted. */
export const consumeCode = (tx: Tx, { email, purpose }: CodeTarget, now: number): Promise<void> =>
  markUsed(tx, email, purpose, now)
