import { eventKey, type Journal } from '#ledger/ledger.ts'
import { money, type Money } from '#money/money.ts'
import { referralBonus } from './postings.ts'

/** What holds of `settings.referral`. */
export type ReferralTerms = { readonly bonus: number; readonly perInviterMax: number }

/** The inviter and the invited user, who is verified. */
export type Invitation = { readonly inviter: number; readonly invited: number }

export type ReferralFacts = {
  /** Event keys of this inviter's bonuses that the ledger already holds. */
  readonly posted: ReadonlySet<string>
  /** All users whom this inviter has invited. */
  readonly guests: readonly number[]
  readonly at: number
}

/** What each side gets, in the funding account's currency; zero by default (`referral.bonus`, whole pesos). */
export const bonusOf = ({ bonus }: Pick<ReferralTerms, 'bonus'>): Money => money(BigInt(bonus) * 100n)

/** The key of the journal that paid an inviter the bonus for one invited user. */
export const inviterKey = (invited: number): string => eventKey('E90', invited, 'inviter')

/**
 * Decides the bonus of an invitation (rulebook §29, E90): the same for both sides, once; none when the setting is zero or
 * the inviter has reached the maximum.
 */
export function decideBonus(
  { inviter, invited }: Invitation,
  { posted, guests, at }: ReferralFacts,
  terms: ReferralTerms,
): readonly Journal[] {
  const bonus = bonusOf(terms)
  const rewarded = guests.filter((guest) => posted.has(inviterKey(guest))).length
  if (bonus <= 0n || posted.has(inviterKey(invited)) || rewarded >= terms.perInviterMax) return []
  return [
    referralBonus({ user: inviter, at }, invited, 'inviter', bonus),
    referralBonus({ user: invited, at }, invited, 'invited', bonus),
  ]
}
