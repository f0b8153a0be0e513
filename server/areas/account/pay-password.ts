import type { Input } from '@mex/contract/call.ts'
import type { security } from '@mex/contract/account/security.ts'
import { present } from '@mex/core/assert.ts'
import { afterPayTry, payLockOf } from '@mex/core/account/passwords.ts'
import { accepted, refusal, refuse, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { isoInstant } from '#clock.ts'
import type { PersonContext } from '#context.ts'
import { runOne } from '#db/lane.ts'
import { storedAnswer } from '#db/idempotency-keys.ts'
import { inTransaction, type Tx } from '#db/sql.ts'
import type { AccountDependencies } from './dependencies.ts'
import { checkCode, consumeCode, tryCode } from './codes.ts'
import { tellSecurity } from './notices.ts'
import type { Passwords } from './passwords.ts'
import {
  recordPasswordReset,
  payPasswordLocked,
  payPasswordOf,
  savePayPassword,
  savePayTries,
} from './store-security.ts'
import { checkPassword } from './sign-in.ts'
import { lockoutName } from './sign-in-lockout.ts'
import { userById, type UserRow } from './store.ts'

function lockedUntil(until: number, now: number, field: string): Refusal {
  const t = `${isoInstant(until).slice(0, 16).replace('T', ' ')} UTC`
  return refusal('pay_password_locked', { field, values: { t, s: String(Math.ceil((until - now) / 1000)) } })
}

/** An attempt with a transaction password that was compared before any row was locked. */
export type PayPasswordAttempt = {
  /** The hash that the password was compared with. */
  readonly hash: string | undefined
  /** Undefined when it was not compared: no password was set, or it was locked. */
  readonly isRight: boolean | undefined
}

/**
 * Compares a transaction password; `now` is wall time. Hashing is slow, so the caller compares before it opens the
 * transaction, in which it calls `countPayPasswordAttempt`. Refuses: unavailable.
 */
export async function comparePayPassword(
  tx: Tx,
  userId: number,
  payPassword: string,
  now: number,
  passwords: Pick<Passwords, 'matches'>,
): Promise<PayPasswordAttempt> {
  const { hash, ...tries } = await payPasswordOf(tx, userId)
  const isCompared = hash !== undefined && payLockOf(tries, now) === undefined
  return { hash, isRight: isCompared ? await passwords.matches(`person ${userId}`, payPassword, hash) : undefined }
}

/**
 * Counts an attempt and refuses a failed one. The caller returns the refusal instead of throwing it, so that the count
 * is committed. Refuses: pay_password_missing when none is set; pay_password_wrong with the remaining attempts;
 * pay_password_locked with the time; try_again when the password was changed or unlocked since it was compared.
 */
export async function countPayPasswordAttempt(
  tx: Tx,
  userId: number,
  { hash: compared, isRight }: PayPasswordAttempt,
  now: number,
  field = 'payPassword',
): Promise<Refusal | undefined> {
  const { hash, ...tries } = await payPasswordLocked(tx, userId)
  if (hash === undefined) return refusal('pay_password_missing')
  const locked = payLockOf(tries, now)
  if (locked !== undefined) return lockedUntil(locked, now, field)
  if (compared !== hash || isRight === undefined) return refusal('try_again')
  const outcome = afterPayTry(tries, isRight, now)
  await savePayTries(tx, userId, outcome.tries)
  const { lockedUntil: until } = outcome.tries
  if (until !== undefined) return lockedUntil(until, now, field)
  if (outcome.refused === undefined) return undefined
  return refusal(outcome.refused, { field, values: { n: String(outcome.left) } })
}

/**
 * Hashes a new transaction password; it must differ from the login password (rulebook §4.5). Its chooser learns whether it does, so a choice
 * counts as a try of the login password. Refuses: password_format, too_many_attempts, unavailable.
 */
async function hashOf(
  payPassword: string,
  user: UserRow,
  context: PersonContext,
  dependencies: AccountDependencies,
): Promise<string> {
  const name = lockoutName.choosing(user.id)
  if (await checkPassword({ name, password: payPassword, user }, context, dependencies))
    refuse('password_format', { field: 'payPassword', values: { rule: 'same_as_login' } })
  return dependencies.passwords.hash(`person ${user.id}`, payPassword)
}

/**
 * Sets the first transaction password, or resets it with a code from the e-mail, which pauses withdrawals (rulebook
 * §5). Refuses: wrong_state for a guest; pay_password_exists when one is set and no code is given; code_incorrect,
 * code_expired, password_format, too_many_attempts, try_again, unavailable.
 */
export async function setPayPassword(
  { payPassword, emailCode }: Input<typeof security.setPayPassword>,
  context: PersonContext,
  dependencies: AccountDependencies,
): Promise<null> {
  const { db, now, wallNow, person, network, request } = context
  const before = await storedAnswer(db, request)
  if (before !== undefined) return accepted(before.answer as null | Refusal)
  const user = present(await userById(db, person.userId), 'the signed-in person')
  const { email } = user
  if (email === undefined) return refuse('wrong_state')
  const attempt = { email, purpose: 'payPassword', network, now: wallNow, secret: dependencies.codeSecret } as const
  if (user.payPasswordHash !== undefined && emailCode === undefined) refuse('pay_password_exists')
  const wrong =
    user.payPasswordHash === undefined ? undefined : await tryCode(db, { ...attempt, code: emailCode ?? '' })
  const hash = wrong === undefined ? await hashOf(payPassword, user, context, dependencies) : undefined
  const outcome = await runOne(db, { userId: user.id, request }, async (tx) => {
    if (wrong !== undefined || hash === undefined) return [wrong ?? refusal('try_again')]
    const { hash: existing } = await payPasswordLocked(tx, user.id)
    if (existing === undefined) {
      await savePayPassword(tx, user.id, hash)
      await tellSecurity(tx, user.id, { kind: 'pay_password_set' }, now)
      return [null]
    }
    if (emailCode === undefined) return [refusal('pay_password_exists')]
    const refused = await checkCode(tx, { ...attempt, code: emailCode })
    if (refused !== undefined) return [refused]
    await consumeCode(tx, attempt, wallNow)
    await savePayPassword(tx, user.id, hash)
    await recordPasswordReset(tx, user.id, now)
    const hours = String(settings.withdrawalCoolOffHours)
    await tellSecurity(tx, user.id, { kind: 'pay_password_reset', values: { hours } }, now)
    return [null]
  })
  return accepted(outcome)
}

/**
 * Changes the transaction password; requires the current one. Refuses: pay_password_missing, pay_password_wrong,
 * pay_password_locked, password_format, too_many_attempts, try_again, unavailable.
 */
export async function changePayPassword(
  { oldPayPassword, payPassword }: Input<typeof security.changePayPassword>,
  context: PersonContext,
  dependencies: AccountDependencies,
): Promise<null> {
  const { db, now, wallNow, person, request } = context
  const before = await storedAnswer(db, request)
  if (before !== undefined) return accepted(before.answer as null | Refusal)
  const user = present(await userById(db, person.userId), 'the signed-in person')
  if (user.payPasswordHash === undefined) refuse('pay_password_missing')
  if (payPassword === oldPayPassword)
    refuse('password_format', { field: 'payPassword', values: { rule: 'same_as_old' } })
  const attempt = await comparePayPassword(db, user.id, oldPayPassword, wallNow, dependencies.passwords)
  // Counted before anything depends on it: the answer or its time would tell, uncounted, whether it is right.
  const wrong = await inTransaction(db, (tx) =>
    countPayPasswordAttempt(tx, user.id, attempt, wallNow, 'oldPayPassword'),
  )
  const hash = wrong === undefined ? await hashOf(payPassword, user, context, dependencies) : undefined
  const outcome = await runOne(db, { userId: user.id, request }, async (tx) => {
    if (wrong !== undefined || hash === undefined) return [wrong ?? refusal('try_again')]
    if ((await payPasswordLocked(tx, user.id)).hash !== attempt.hash) return [refusal('try_again')]
    await savePayPassword(tx, user.id, hash)
    await tellSecurity(tx, user.id, { kind: 'pay_password_changed' }, now)
    return [null]
  })
  return accepted(outcome)
}
