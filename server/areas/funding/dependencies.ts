import type { Refusal } from '@mex/core/refusal.ts'
import type { Encryption } from '#encryption.ts'
import type { PayPasswordAttempt } from '#areas/account/pay-password.ts'
import type { Database, Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'

/** Checks of a user by other areas, in the transactions of this area. */
export type FundingChecks = {
  /** The refusal if the user's verification does not permit withdrawals (rulebook §6.3). */
  verificationRefusal(tx: Tx, user: number): Promise<Refusal | undefined>
  /** Compares a transaction password before any row is locked, because hashing is slow; counts nothing. */
  comparePayPassword(tx: Tx, user: number, payPassword: string): Promise<PayPasswordAttempt>
  /** Refuses a failed attempt; counts it, and the count is committed with the refusal. */
  countPayPasswordAttempt(tx: Tx, user: number, attempt: PayPasswordAttempt): Promise<Refusal | undefined>
  /** When a password was last reset, epoch milliseconds (rulebook §10.3). */
  securityChangedAt(tx: Tx, user: number): Promise<number | undefined>
}

export type FundingDependencies = {
  readonly db: Database
  readonly feed: Feed
  /** The key from which addresses and hashes of the simulated chain are derived. */
  readonly chainSecret: Buffer
  /** Encrypts card details with a key outside the database. */
  readonly encryption: Encryption
  readonly checks: FundingChecks
}
