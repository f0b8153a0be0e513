import { present } from '@mex/core/assert.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { PersonContext } from '#context.ts'
import type { AccountParts } from './account-parts.ts'
import { tryPassword } from './sign-in.ts'
import { userById } from './store.ts'

/**
 * Makes sure that it is the person who asks, by the password once more; a guest has none, and whoever holds the session
 * is the guest. Refuses: missing_field, wrong_password, and too_many_attempts before any password is hashed.
 */
export async function confirmPerson(
  password: string | undefined,
  context: PersonContext,
  parts: AccountParts,
): Promise<void> {
  const user = present(await userById(context.db, context.person.userId), 'the signed-in person')
  if (user.passwordHash === undefined) return
  if (password === undefined) return refuse('missing_field', { field: 'password' })
  // No user ID has this letter, so strangers who try to sign in cannot lock anybody out here.
  const isRight = await tryPassword({ name: `#${user.id}`, password, user }, context, parts)
  if (!isRight) refuse('wrong_password', { field: 'password' })
}
