import type { IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'
import type { PasswordPolicy } from '@mex/core/account/passwords.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { Randomness } from '#randomness.ts'
import type { Encryption } from '#encryption.ts'
import type { NetworkQuotas } from '#db/network-quotas.ts'
import type { Tx } from '#db/sql.ts'
import type { Countries } from './countries.ts'
import type { LegalDocuments } from './legal-documents.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

/** Submits the identity documents of a company in the transaction that opens its account; see `submitVerification`. */
export type SubmitDocuments = (
  tx: Tx,
  company: {
    readonly userId: number
    readonly isCompany: true
    readonly isGuest: false
    /** The network that uploaded the pictures before the account existed. */
    readonly network: string
  },
  documents: IdentityDocuments,
  now: number,
) => Promise<unknown>

/** Dependencies of the account area that do not come from the request. */
export type AccountDependencies = {
  readonly randomness: Randomness
  /** The key for HMACs of codes, outside the database. */
  readonly codeSecret: Buffer
  /** Encrypts data that only its user may read. */
  readonly encryption: Encryption
  readonly passwords: Passwords
  readonly passwordPolicy: PasswordPolicy
  readonly sessions: Sessions
  readonly documents: LegalDocuments
  readonly countries: Countries
  readonly submitDocuments: SubmitDocuments
  readonly quotas: NetworkQuotas
  /** True only if no other machine can connect and no mail is sent: answers then contain the code. */
  readonly codeInAnswer: boolean
  /** The title of the interface (rulebook §31 `ui.title`). */
  readonly title: string
  readonly traditional: Traditional
}
