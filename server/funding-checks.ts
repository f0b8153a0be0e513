import { verificationGate } from '@mex/core/kyc/verification.ts'
import { countPayPasswordAttempt, comparePayPassword } from '#areas/account/pay-password.ts'
import { securityChangedAt } from '#areas/account/store-security.ts'
import type { Passwords } from '#areas/account/passwords.ts'
import type { FundingChecks } from '#areas/funding/dependencies.ts'
import { identityOf } from '#areas/kyc/actions.ts'
import type { Clock } from './clock.ts'

/** Checks of a user for withdrawals: verification, transaction password, and when a password was reset. */
export const fundingChecks = ({ clock, passwords }: { clock: Clock; passwords: Passwords }): FundingChecks => ({
  verificationRefusal: async (tx, user) => verificationGate(await identityOf(tx, user)),
  // Attempts are counted by the wall clock, like all limits on users.
  comparePayPassword: (tx, user, payPassword) => comparePayPassword(tx, user, payPassword, clock.wall(), passwords),
  countPayPasswordAttempt: (tx, user, attempt) => countPayPasswordAttempt(tx, user, attempt, clock.wall()),
  securityChangedAt,
})
