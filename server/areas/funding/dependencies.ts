import type { Refusal } from '@mex/core/refusal.ts'
import type { Encryption } from '#encryption.ts'
import type { PayPasswordAttempt } from '#areas/account/pay-password.ts'
import type { Database, Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'

/** What this area asks the others about a person, in its own transactions. */
export type FundingChecks = {
  /** Why the state of somebody's verification stands in the way of a withdrawal (rulebook §6.3). */
  verificationRefusal(tx: Tx, user: number): Promise<Refusal | undefined>
  /** Compares a transaction password before anything is locked, for it takes long; counts nothing. */
  comparePayPassword(tx: Tx, user: number, payPassword: string): Promise<PayPasswordAttempt>
  /** Whether the attempt may pass; a wrong one is counted, and the count is committed with the refusal. */
  countPayPasswordAttempt(tx: Tx, user: number, attempt: PayPasswordAttempt): Promise<Refusal | undefined>
  /** When a password was last reset, epoch milliseconds (rulebook §10.3). */
  securityChangedAt(tx: Tx, user: number): Promise<number | undefined>
}

export type FundingDependencies = {
  readonly db: Database
  readonly feed: Feed
  /** From which the addresses and hashes of the simulated chain follow. */
  readonly chainSecret: Buffer
  /** What is written on cards is sealed under a key outside the database. */
  readonly encryption: Encryption
  readonly checks: FundingChecks
}
