import { present } from '@mex/core/assert.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { PersonContext } from '#context.ts'
import type { AccountDependencies } from './dependencies.ts'
import { lockoutName } from './sign-in-lockout.ts'
import { isOpen, checkPassword } from './sign-in.ts'
import { userById, type UserRow } from './store.ts'

/**
 * Expects the login password of a signed-in user. Refuses: wrong_state when the account
 * is closing; wrong_password; too_many_attempts; unavailable.
 */
export async function expectPassword(
  password: string,
  user: UserRow,
  context: PersonContext,
  dependencies: Pick<AccountDependencies, 'passwords'>,
  field = 'password',
): Promise<void> {
  if (!isOpen(user)) refuse('wrong_state')
  const name = lockoutName.confirming(user.id)
  if (!(await checkPassword({ name, password, user }, context, dependencies))) refuse('wrong_password', { field })
}

/**
 * Asks a signed-in user for the password again; a guest has no password and is identified by the session alone.
 * Refuses: missing_field, and what `expectPassword` refuses.
 */
export async function confirmPerson(
  password: string | undefined,
  context: PersonContext,
  dependencies: Pick<AccountDependencies, 'passwords'>,
): Promise<void> {
  const user = present(await userById(context.db, context.person.userId), 'the signed-in person')
  if (user.passwordHash === undefined) return
  if (password === undefined) return refuse('missing_field', { field: 'password' })
  await expectPassword(password, user, context, dependencies)
}
