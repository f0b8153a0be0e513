import { sendMessages } from '#areas/content/messages.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { grant } from '@mex/core/account/postings.ts'
import { signupGrant } from '@mex/core/wallet/wallets.ts'
import type { Randomness } from '#randomness.ts'
import type { Tx } from '#db/sql.ts'
import { insertUser, type NewUser, type UserRow } from './store.ts'

/** Crockford's base 32: no letters that look like digits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const tries = 8

const draw = (randomness: Randomness, length: number): string =>
  Array.from({ length }, () => letters[randomness.below(letters.length)]).join('')

/** The generated user ID, used until the user chooses one: `u` and 8 letters (rulebook §4.2). */
const drawUsername = (randomness: Randomness): string => `u${draw(randomness, 8).toLowerCase()}`

/** Six letters (rulebook §29). */
const drawInvitationCode = (randomness: Randomness): string => draw(randomness, 6)

/**
 * Creates a user with a unique user ID and invitation code, posts the initial grant, one E01 journal per wallet
 * (rulebook §31 `grant.signup`), and sends the welcome message. The caller has checked that the e-mail and a chosen
 * user ID are free.
 */
export async function openAccount(
  tx: Tx,
  details: Omit<NewUser, 'username' | 'invitationCode'> & { readonly username: string | undefined },
  randomness: Randomness,
): Promise<UserRow> {
  for (let left = tries; left > 0; left -= 1) {
    const names = {
      username: details.username ?? drawUsername(randomness),
      invitationCode: drawInvitationCode(randomness),
    }
    const user = await insertUser(tx, { ...details, ...names })
    if (user === undefined) continue
    const book = await loadBalances(tx, [user.id])
    for (const { wallet, amount } of signupGrant) book.post(grant({ user: user.id, at: details.now }, wallet, amount))
    await savePostings(tx, book)
    await sendMessages(tx, [{ user: user.id, type: 'SYSTEM', about: { kind: 'welcome' }, at: details.now }])
    return user
  }
  throw new Error('Broken invariant: a generated user ID is free')
}
