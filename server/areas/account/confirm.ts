import { accepted, refuse } from '@mex/core/refusal.ts'
import { present } from '@mex/core/assert.ts'
import type { PersonContext } from '#context.ts'
import type { AccountParts } from './actions.ts'
import { afterFailure, lockOf, oneByOne } from './guard.ts'
import { deleteGuard, guardOf, saveGuard, userById } from './store.ts'

/**
 * Makes sure that it is the person who asks, by the password once more; a guest has none, and whoever holds the session
 * is the guest. Refuses: missing_field, wrong_password, and too_many_attempts before any password is hashed.
 */
export async function confirmPerson(
  password: string | undefined,
  { db, person, now, network }: PersonContext,
  { passwords }: Pick<AccountParts, 'passwords'>,
): Promise<void> {
  const user = present(await userById(db, person.userId), 'the signed-in person')
  if (user.passwordHash === undefined) return
  if (password === undefined) return refuse('missing_field', { field: 'password' })
  // No user ID has this letter, so a stranger who tries to sign in cannot lock anybody out here.
  const name = `#${user.id}`
  await oneByOne(`${network} ${name}`, async () => {
    const guard = await guardOf(db, name, network)
    const locked = lockOf(guard, now)
    if (locked !== undefined) return accepted<void>(locked)
    if (await passwords.matches(password, user.passwordHash)) {
      if (guard !== undefined) await deleteGuard(db, name, network)
      return
    }
    await saveGuard(db, name, network, afterFailure(guard, now))
    refuse('wrong_password', { field: 'password' })
  })
}
