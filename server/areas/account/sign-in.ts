import type { Input } from '@mex/contract/call.ts'
import type { authentication } from '@mex/contract/account/authentication.ts'
import { agentName } from '@mex/contract/account/agent-name.ts'
import type { MessageValue } from '@mex/contract/messages.ts'
import type { UserWithToken } from '@mex/contract/account/shapes.ts'
import { accepted, refuse, type Refusal } from '@mex/core/refusal.ts'
import { inTransaction, type Tx } from '#db/sql.ts'
import type { Context } from '#context.ts'
import { lockUsers } from '#db/lane.ts'
import type { AccountDependencies } from './dependencies.ts'
import { afterFailure, lockoutName, lockOf } from './sign-in-lockout.ts'
import { tellSecurity } from './notices.ts'
import { issueToken } from './sessions.ts'
import { isNewDevice, revokeSession } from './store-sessions.ts'
import { deleteLockout, lockoutOf, saveLockout, userById, userByName, type UserRow, takeLockout } from './store.ts'
import { signedInView } from './views.ts'

/** An attempt to use a password of an account; for `name` see `lockoutName`. */
export type PasswordAttempt = {
  readonly name: string
  readonly password: string
  readonly user: UserRow | undefined
}

/**
 * Whether the password is correct; failures are counted by name and network. Refuses: too_many_attempts, as a rule before any
 * password is hashed; unavailable.
 */
export async function checkPassword(
  { name, password, user }: PasswordAttempt,
  { db, wallNow, network }: Context,
  { passwords }: Pick<AccountDependencies, 'passwords'>,
): Promise<boolean> {
  accepted(lockOf(await lockoutOf(db, name, network), wallNow))
  const isRight = (await passwords.matches(network, password, user?.passwordHash)) && isOpen(user)
  return accepted(await inTransaction(db, (tx) => countAttempt(tx, { name, network, isRight, now: wallNow })))
}

/**
 * Counts an attempt and answers whether it was right. Those that were compared at once, at this server or others, are counted one
 * after the other, and after the last failure that is allowed none of them is told its outcome.
 */
async function countAttempt(
  tx: Tx,
  {
    name,
    network,
    isRight,
    now,
  }: Record<'name' | 'network', string> & { readonly isRight: boolean; readonly now: number },
): Promise<boolean | Refusal> {
  const guard = await takeLockout(tx, name, network, now)
  const locked = lockOf(guard, now)
  if (locked !== undefined) return locked
  if (isRight) await deleteLockout(tx, name, network)
  else await saveLockout(tx, name, network, afterFailure(guard, now))
  return isRight
}

export const isOpen = (user: UserRow | undefined): user is UserRow =>
  user !== undefined && user.state !== 'CLOSING' && user.state !== 'CLOSED'

/** The device in the User-Agent header, for the message about a new sign-in. */
function deviceOf(agent: string): MessageValue {
  const { browser, system, program } = agentName(agent)
  if (program !== undefined) return { en: `a program (${program})`, zh: `程序（${program}）` }
  const device = [browser, system].filter((part) => part !== undefined).join(', ')
  return device === '' ? { en: 'a device that does not say what it is', zh: '未说明型号的设备' } : device
}

/**
 * Opens a session, unless the account or its credentials have changed since they were checked. Replaces the session
 * that the request carries, if any.
 */
export async function openSession(
  user: UserRow,
  { db, now: marketNow, wallNow: now, agent, person }: Context,
  { randomness, sessions }: AccountDependencies,
): Promise<UserWithToken | undefined> {
  const replaced = person?.userId === user.id ? person.sessionId : undefined
  const opened = await inTransaction(db, async (tx) => {
    await lockUsers(tx, [user.id])
    const current = await userById(tx, user.id)
    if (!isOpen(current) || current.passwordHash !== user.passwordHash) return undefined
    const isNew = await isNewDevice(tx, user.id, agent)
    if (isNew) await tellSecurity(tx, user.id, { kind: 'signed_in', values: { device: deviceOf(agent) } }, marketNow)
    const issued = await issueToken(tx, {
      userId: user.id,
      scope: 'session',
      agent,
      now,
      randomness,
      idempotencyKeyHash: undefined,
    })
    if (replaced !== undefined) await revokeSession(tx, user.id, replaced, now)
    return { issued, view: signedInView(current, issued.token) }
  })
  if (opened !== undefined)
    sessions.dropRevoked([...opened.issued.ended, ...(replaced === undefined ? [] : [replaced])])
  return opened?.view
}

/**
 * Signs a user in by user ID or e-mail (rulebook §5). Refuses: wrong_credentials, for an unknown name after the same
 * work as for a wrong password; too_many_attempts; unavailable.
 */
export async function signIn(
  { username, password }: Input<typeof authentication.login>,
  context: Context,
  dependencies: AccountDependencies,
): Promise<UserWithToken> {
  const typed = username.toLowerCase()
  const user = await userByName(context.db, typed)
  const name = user === undefined ? lockoutName.unknown(typed) : lockoutName.account(user.id)
  if (user !== undefined) context.concerns(user.id)
  const isRight = await checkPassword({ name, password, user }, context, dependencies)
  const opened = isRight && user !== undefined ? await openSession(user, context, dependencies) : undefined
  return opened ?? refuse('wrong_credentials')
}
