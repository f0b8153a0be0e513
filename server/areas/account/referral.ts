import { fundingWallet } from '@mex/core/funding/postings.ts'
import { bonusOf, decideBonus, inviterKey, type Invitation, type ReferralTerms } from '@mex/core/account/referral.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { keysPosted } from '#areas/ledger/store-chain-links.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { runOne } from '#db/lane.ts'
import { enqueueNotices } from '#db/outbox.ts'
import type { Database, Tx } from '#db/sql.ts'
import { invitedBy, isRewardable, verifiedInvitations } from './store-referral.ts'

const page = 200

/**
 * Pays the bonus for invitations whose invited user is verified (rulebook §29), if a bonus is set; answers how many.
 * Safe to run concurrently.
 */
export async function payBonuses(db: Database, now: number, terms: ReferralTerms = settings.referral): Promise<number> {
  if (bonusOf(terms) <= 0n) return 0
  let paid = 0
  // Whoever has reached the maximum may have invited many more.
  const refused = new Set<number>()
  for (let after = 0; ;) {
    const invitations = await verifiedInvitations(db, after, page)
    const posted = await keysPosted(
      db,
      invitations.map(({ invited }) => inviterKey(invited)),
    )
    for (const invitation of invitations) {
      if (posted.has(inviterKey(invitation.invited)) || refused.has(invitation.inviter)) continue
      if (await payOne(db, invitation, now, terms)) paid += 1
      else refused.add(invitation.inviter)
    }
    const last = invitations.at(-1)
    if (last === undefined || invitations.length < page) return paid
    after = last.invited
  }
}

async function payOne(db: Database, invitation: Invitation, at: number, terms: ReferralTerms): Promise<boolean> {
  const { inviter, invited } = invitation
  const users = [inviter, invited]
  const work = async (tx: Tx): Promise<boolean> => {
    if (!(await isRewardable(tx, invitation))) return false
    const guests = await invitedBy(tx, inviter)
    const facts = { posted: await keysPosted(tx, guests.map(inviterKey)), guests, at }
    const journals = decideBonus(invitation, facts, terms)
    if (journals.length === 0) return false
    const book = await loadBalances(tx, users, [fundingWallet])
    for (const entry of journals) book.post(entry)
    await savePostings(tx, book)
    await enqueueNotices(
      tx,
      users.map((userId) => ({ userId, topic: 'wallet', refId: 0 })),
    )
    return true
  }
  const outcome = await runOne(db, { userId: undefined, users }, async (tx) => [await work(tx)])
  return !isRefusal(outcome) && outcome
}
