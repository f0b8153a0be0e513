import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Input } from '@mex/contract/call.ts'
import { calls } from '@mex/contract/areas.ts'
import { isRefusal, type Refused } from '@mex/core/refusal.ts'
import { openFiles } from '#areas/files/actions.ts'
import { openVerifications, verificationOf } from '#areas/kyc/actions.ts'
import { noEvidence } from '#areas/ledger/verify.ts'
import { paintPicture } from '#areas/picture-testing.ts'
import { systemRandomness } from '#randomness.ts'
import { unrestricted, expectBalancedLedger, keyed, refusedWith, start } from '#areas/testing.ts'
import { minute, openAccountTest, textOfTables } from './testing.ts'

type Company = Extract<Input<typeof calls.registration.registerFully>, { readonly userType: 4 }>

const own = await openAccountTest()
const { db, anyone, bearer, codeFor, newEmail, countUsers, inbox } = own
after(() => own[Symbol.asyncDispose]())

const secret = Buffer.alloc(32, 9)
const files = openFiles({ db, secret, randomness: systemRandomness, ...unrestricted })
const verifications = openVerifications({ db, secret, randomness: systemRandomness, files, hasCountry: () => true })
const call = own.withDependencies({
  ...own.dependencies,
  submitDocuments: (tx, company, documents, now) => verifications.submitVerification(tx, company, documents, now),
})

const network = '192.0.2.1'
let count = 0

/** A picture uploaded before the account exists. */
async function picture(from = network): Promise<string> {
  count += 1
  const bytes = await paintPicture({ colour: `#${(count * 2917).toString(16).padStart(6, '0')}` })
  const stored = await files.upload({ bytes, name: 'paper.jpg' }, { userId: undefined, network: from }, start)
  assert(!isRefusal(stored))
  return stored.path
}

async function company(more: Partial<Company> = {}): Promise<Company> {
  const email = more.email ?? newEmail()
  const number = `SIM${String((count += 1)).padStart(9, '0')}`
  return {
    userType: 4,
    email,
    emailCode: more.emailCode ?? (await codeFor(email)),
    username: `Example${count}`,
    password: 'practice4company',
    passwordConfirm: 'practice4company',
    enterpriseName: 'Example Trading (Practice)',
    licenseNumber: number,
    licenseImage: await picture(),
    enterpriseAddress: '1 Example Street',
    corporateAccountNumber: '12345678901',
    corporateAccountImage: await picture(),
    placeOfRegistration: 'Example City',
    officerCertificateType: 'passport',
    officerCertificateNumber: `${number}X`,
    officerPhone: '+52 55 0000 0001',
    invitationCode: undefined,
    agree: true,
    ...more,
  }
}

describe('registration of a company', () => {
  test('submits the documents and is under review, then verified', async () => {
    const input = await company()
    const person = await call.registerFully(input, anyone())
    assert.deepEqual([person.userType, person.realStatus, person.username], [4, 1, input.username])
    assert.equal(await verificationOf(db, person.id), 1)
    const known = await verifications.last(db, person.id)
    assert.deepEqual(
      [known?.documents.enterpriseName, known?.documents.licenseImage, known?.documents.officerCertificateType],
      [input.enterpriseName, input.licenseImage, 'passport'],
    )
    await verifications.reviewDue(start + 3 * minute)
    assert.equal(await verificationOf(db, person.id), 3)
    assert.ok((await inbox(person.id)).includes('kyc_verified'))
    const { token } = await call.login({ username: input.username, password: input.password }, anyone())
    assert.equal((await bearer(token)).person.userType, 4)
    await expectBalancedLedger(db, noEvidence)
  })

  test('claims a guest account', async () => {
    const guest = await call.guest({}, anyone())
    const person = await call.registerFully(await company(), await bearer(guest.token))
    assert.deepEqual([person.id, person.userType, person.realStatus], [guest.id, 4, 1])
  })

  test('stores no readable document data in the database', async () => {
    const input = await company({ corporateAccountNumber: '98765432101' })
    await call.registerFully(input, anyone())
    for (const [name, text] of await textOfTables(db)) {
      for (const told of [input.corporateAccountNumber, input.licenseNumber, input.officerPhone])
        assert.ok(!text.includes(told), `${name}: ${told}`)
    }
  })

  test('answers a retried request with the same account', async () => {
    const input = await company()
    const request = keyed(calls.registration.registerFully, 'company-twice', { ...input })
    const [first, again] = [
      await call.registerFully(input, { ...anyone(), request }),
      await call.registerFully(input, { ...anyone(), request }),
    ]
    assert.deepEqual([again.id, again.realStatus], [first.id, 1])
  })
})

describe('refuses', () => {
  const refused: readonly (readonly [what: string, word: Parameters<typeof refusedWith>[0], more: Partial<Company>])[] =
    [
      ['a real licence number', 'document_number_real', { licenseNumber: 'AB123456' }],
      ['a real certificate number', 'document_number_real', { officerCertificateNumber: 'P1234567' }],
      ['a real account number', 'card_number_real', { corporateAccountNumber: '4539578763621486' }],
      ['a picture that is not there', 'missing_field', { licenseImage: `/file/${'a'.repeat(22)}` }],
    ]
  for (const [what, word, more] of refused)
    test(`${what}, without opening an account or consuming the code`, async () => {
      const input = await company()
      const before = await countUsers()
      await refusedWith(word, call.registerFully({ ...input, ...more }, anyone()))
      assert.equal(await countUsers(), before)
      assert.equal((await call.registerFully(input, anyone())).realStatus, 1)
    })

  test('a picture uploaded from another network', async () => {
    const input = await company({ licenseImage: await picture('198.51.100.7') })
    const why = await refusedWith('missing_field', call.registerFully(input, anyone()))
    assert.equal(why.field, 'licenseImage')
  })

  test('a password with other characters than letters and digits', async () => {
    const input = await company({ password: 'practice-4-all', passwordConfirm: 'practice-4-all' })
    assert.deepEqual((await refusedWith('password_format', call.registerFully(input, anyone()))).values, {
      rule: 'company',
    })
  })

  test('four of five concurrent registrations with one user ID', async () => {
    const inputs = await Promise.all(Array.from({ length: 5 }, () => company({ username: 'WantedByFive' })))
    const outcomes = await Promise.all(
      inputs.map((input) =>
        call.registerFully(input, anyone()).then(
          () => 'done',
          (error: unknown) => (error as Refused).refusal.refused,
        ),
      ),
    )
    assert.deepEqual(outcomes.toSorted(), ['done', ...Array.from({ length: 4 }, () => 'username_taken')])
  })
})
