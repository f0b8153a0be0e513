import type { PasswordPolicy } from '@mex/core/passwords.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { Chance } from '#chance.ts'
import type { Countries } from './countries.ts'
import type { Documents } from './documents.ts'
import type { Passwords } from './passwords.ts'
import type { PersonalData } from './personal-data.ts'
import type { Sessions } from './sessions.ts'

/** What this area needs from outside the request. */
export type AccountParts = {
  readonly chance: Chance
  /** The key for HMACs of codes, outside the database. */
  readonly codeSecret: Buffer
  /** Seals what only the person may read. */
  readonly personalData: PersonalData
  readonly passwords: Passwords
  readonly passwordPolicy: PasswordPolicy
  readonly sessions: Sessions
  readonly documents: Documents
  readonly countries: Countries
  /** True only where nobody but this machine can ask and no mail is sent: answers then carry the code. */
  readonly codeInAnswer: boolean
  /** The title of the interface (rulebook §31 `ui.title`). */
  readonly title: string
  readonly traditional: Traditional
}
