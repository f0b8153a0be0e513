import assert from 'node:assert/strict'
import type { IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { personOf } from '#areas/account/person.ts'
import { openFiles, type Files } from '#areas/files/actions.ts'
import { paintPicture } from '#areas/picture-testing.ts'
import { systemRandomness } from '#randomness.ts'
import { addUser, unrestricted, personal, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { sql, type Database } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { openVerifications, type Verifications } from './actions.ts'
import { reviewApplications } from './permissions.ts'
import { handlers } from './handlers.ts'

export const secret = Buffer.alloc(32, 7)
export const network = '192.0.2.9'

/** The kyc area on its own database, and the shared steps of its tests. */
export type KycTest = AsyncDisposable & {
  readonly db: Database
  readonly files: Files
  readonly verifications: Verifications
  readonly call: ReturnType<typeof handlers>
  /** The context of a registered user. */
  person(this: void, more?: { readonly isCompany?: boolean }): Promise<PersonContext>
  /** A unique picture. */
  picture(this: void, context: PersonContext, size?: { width: number; height: number }): Promise<string>
  /** Valid documents with a unique number. */
  documents(this: void, context: PersonContext, more?: IdentityDocuments): Promise<IdentityDocuments>
  companyDocuments(this: void, context: PersonContext, more?: IdentityDocuments): Promise<IdentityDocuments>
  /** Submits documents and runs the review. */
  verify(this: void, context: PersonContext): Promise<void>
}

export const minute = 60_000
export const at = (context: PersonContext, now: number): PersonContext => ({ ...context, now })

export async function openKycTest(): Promise<KycTest> {
  const database = await openTestDatabase()
  const { db } = database
  const files = openFiles({ db, secret, randomness: systemRandomness, ...unrestricted })
  const hasCountry = (code: string): boolean => ['MX', 'US', 'HK'].includes(code)
  const verifications = openVerifications({ db, secret, randomness: systemRandomness, files, hasCountry })
  const call = handlers({ verifications, userOf: personOf })
  let count = 0
  async function picture({ person, now }: PersonContext, size = { width: 640, height: 400 }): Promise<string> {
    const colour = `#${((count += 1) * 2917).toString(16).padStart(6, '0')}`
    const bytes = await paintPicture({ ...size, colour })
    const stored = await files.upload({ bytes, name: 'a.jpg' }, { userId: person.userId, network }, now)
    assert(!isRefusal(stored), 'the picture was taken')
    return stored.path
  }
  const number = (): string => `SIM${String((count += 1)).padStart(9, '0')}`
  async function documents(context: PersonContext, more: IdentityDocuments = {}): Promise<IdentityDocuments> {
    return {
      firstName: 'Paula',
      lastName: 'Practice',
      country: 'MX',
      documentType: 'identity_card',
      documentNumber: number(),
      frontImage: await picture(context),
      backImage: await picture(context),
      ...more,
    }
  }
  return {
    db,
    files,
    verifications,
    call,
    picture,
    documents,
    async person({ isCompany = false } = {}) {
      const id = await addUser(db)
      const userType = isCompany ? 4 : 2
      await sql`update app_user set user_type = ${userType} where id = ${id}`.execute(db)
      return personal(id, { db }, { state: 'ACTIVE', userType })
    },
    companyDocuments: async (context, more = {}) => ({
      enterpriseName: 'Example Trading',
      licenseNumber: number(),
      licenseImage: await picture(context),
      enterpriseAddress: '1 Example Street',
      corporateAccountNumber: '12345678901',
      corporateAccountImage: await picture(context),
      placeOfRegistration: 'Mexico City',
      officerCertificateType: 'passport',
      officerCertificateNumber: number(),
      officerPhone: '+52 55 1234 5678',
      ...more,
    }),
    async verify(context) {
      await call.submit((await documents(context)) as never, context)
      await verifications.reviewDue(context.now + 2 * minute)
      await reviewApplications(db, context.now)
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

export { start }
