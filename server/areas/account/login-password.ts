import type { Input } from '@mex/contract/call.ts'
import type { security } from '@mex/contract/account/security.ts'
import { present } from '@mex/core/assert.ts'
import { brokenRule, type PasswordUse } from '@mex/core/account/passwords.ts'
import { accepted, refusal, refuse, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Context, PersonContext } from '#context.ts'
import { runOne } from '#db/lane.ts'
import { storedAnswer } from '#db/idempotency-keys.ts'
import type { AccountDependencies } from './dependencies.ts'
import { expectPassword } from './confirm.ts'
import { checkCode, consumeCode, tryCode, type CodeAttempt } from './codes.ts'
import { commonPasswords } from './common-passwords.ts'
import { lockoutNamesOf } from './sign-in-lockout.ts'
import { tellSecurity } from './notices.ts'
import { deleteFailures, recordPasswordReset, savePassword } from './store-security.ts'
import { revokeOthers } from './store-sessions.ts'
import { userByEmail, userById, type UserRow } from './store.ts'

/** The rule that a new password breaks; undefined when it breaks none. */
async function faultOf(password: string, user: UserRow | undefined, { passwordPolicy: policy }: AccountDependencies) {
  const use: PasswordUse = user?.userType === 4 ? 'company' : 'change'
  const { username = '', email = '' } = user ?? {}
  const names = [username, email, email.slice(0, email.indexOf('@'))]
  const rule = brokenRule({ password, use, policy, names, common: await commonPasswords() })
  return rule === undefined ? undefined : refusal('password_format', { field: 'newPassword', values: { rule } })
}

const isOpen = ({ state }: UserRow): boolean => state === 'ACTIVE' || state === 'LOCKED_LOGIN'

/**
 * Sets a new login password with a code from the e-mail (rulebook §5): ends every other session, deletes the lockouts
 * and pauses withdrawals. An unknown address is answered like an incorrect code. Refuses: code_incorrect, code_expired,
 * password_format, unavailable.
 */
export async function resetPassword(
  input: Input<typeof security.resetPassword>,
  context: Context,
  dependencies: AccountDependencies,
): Promise<null> {
  const { email, newPassword } = input
  const { db, now, wallNow, person, network, request } = context
  const { codeSecret: secret, passwords, sessions } = dependencies
  const attempt: CodeAttempt = {
    email,
    purpose: 'resetPassword',
    code: input.emailCode,
    network,
    now: wallNow,
    secret,
  }
  const user = await userByEmail(db, email)
  if (user !== undefined) context.concerns(user.id)
  const before = await storedAnswer(db, request)
  if (before !== undefined) return accepted(before.answer as null | Refusal)
  const wrong = await tryCode(db, attempt)
  const isRight = wrong === undefined && user !== undefined && isOpen(user)
  // The broken rule can reveal facts about the account, so only the owner of the address learns it.
  const fault = isRight ? await faultOf(newPassword, user, dependencies) : undefined
  accepted(fault)
  const passwordHash = isRight ? await passwords.hash(network, newPassword) : undefined
  const ended: number[] = []
  const outcome = await runOne(db, { userId: user?.id, request }, async (tx) => {
    const refused = wrong ?? (await checkCode(tx, attempt))
    if (refused !== undefined) return [refused]
    if (passwordHash === undefined || user === undefined) return [refusal('code_incorrect', { field: 'emailCode' })]
    await consumeCode(tx, attempt, wallNow)
    await savePassword(tx, user.id, passwordHash)
    await recordPasswordReset(tx, user.id, now)
    await deleteFailures(tx, lockoutNamesOf(user.id))
    const kept = person?.userId === user.id ? person.sessionId : undefined
    ended.push(...(await revokeOthers(tx, user.id, kept, wallNow)))
    const hours = String(settings.withdrawalCoolOffHours)
    await tellSecurity(tx, user.id, { kind: 'password_reset', values: { hours } }, now)
    return [null]
  })
  sessions.dropRevoked(ended)
  return accepted(outcome)
}

/**
 * Changes the login password; requires the current one and ends every other session (rulebook §5). Refuses: wrong_state
 * for a guest, who has no password; wrong_password, too_many_attempts, password_format, unavailable.
 */
export async function changePassword(
  { oldPassword, newPassword }: Input<typeof security.changePassword>,
  context: PersonContext,
  dependencies: AccountDependencies,
): Promise<null> {
  const { db, now, wallNow, person, network, request } = context
  const before = await storedAnswer(db, request)
  if (before !== undefined) return accepted(before.answer as null | Refusal)
  const user = present(await userById(db, person.userId), 'the signed-in person')
  await provePassword(oldPassword, user, context, dependencies)
  if (newPassword === oldPassword) refuse('password_format', { field: 'newPassword', values: { rule: 'same_as_old' } })
  accepted(await faultOf(newPassword, user, dependencies))
  const passwordHash = await dependencies.passwords.hash(network, newPassword)
  const ended: number[] = []
  const outcome = await runOne(db, { userId: user.id, request }, async (tx) => {
    // A concurrent request with the same current password may have changed it first.
    if ((await userById(tx, user.id))?.passwordHash !== user.passwordHash) return [refusal('try_again')]
    await savePassword(tx, user.id, passwordHash)
    ended.push(...(await revokeOthers(tx, user.id, person.sessionId, wallNow)))
    await tellSecurity(tx, user.id, { kind: 'password_changed' }, now)
    return [null]
  })
  dependencies.sessions.dropRevoked(ended)
  return accepted(outcome)
}

/**
 * Expects the login password of the signed-in user. Refuses: wrong_state for a guest, wrong_password,
 * too_many_attempts.
 */
export async function provePassword(
  password: string,
  user: UserRow,
  context: PersonContext,
  dependencies: AccountDependencies,
  field = 'oldPassword',
): Promise<void> {
  if (user.passwordHash === undefined) refuse('wrong_state')
  await expectPassword(password, user, context, dependencies, field)
}
