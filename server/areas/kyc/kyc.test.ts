import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { identityFaults, type IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import type { Verdict } from '@mex/core/kyc/verification.ts'
import { keyed, refusedWith } from '#areas/testing.ts'
import { paintPicture } from '#areas/picture-testing.ts'
import { systemRandomness } from '#randomness.ts'
import { removeUnusedFiles } from '#areas/files/jobs.ts'
import type { PersonContext } from '#context.ts'
import { inTransaction, sql } from '#db/sql.ts'
import { identityOf, openDocumentReviews, openVerifications, verificationOf } from './actions.ts'
import { at, minute, network, openKycTest, secret, start, type KycTest } from './testing.ts'

let here: KycTest
before(async () => {
  here = await openKycTest()
})
after(() => here[Symbol.asyncDispose]())

const approve: Verdict = { status: 'verified' }
const refuse: Verdict = { status: 'refused', fault: 'IMAGE_UNREADABLE' }
const hour = 60 * minute
const day = 24 * hour
const due = start + 2 * minute

const submit = (documents: IdentityDocuments, context: PersonContext) => here.call.submit(documents as never, context)
const status = (context: PersonContext) => here.call.status({}, context)
const refused = (context: PersonContext, documents: IdentityDocuments, fields: object) =>
  refusedWith('missing_field', submit(documents, context)).then((why) =>
    assert.deepEqual(why, { refused: 'missing_field', ...fields }),
  )

/** Decides a submission as an operator. */
const decide = (id: number, verdict: Verdict, now: number): Promise<unknown> =>
  openDocumentReviews({
    db: here.db,
    secret,
    randomness: systemRandomness,
    hasCountry: (code) => code === 'MX',
  }).decide(id, verdict, now)

type SentMessage = { readonly type: string; readonly kind: string; readonly values: unknown }
async function messagesOf({ person }: PersonContext): Promise<readonly SentMessage[]> {
  const { rows } = await sql<SentMessage>`
    select type, kind, text_values as "values" from message where user_id = ${person.userId} order by id`.execute(
    here.db,
  )
  return rows
}

async function lastId({ person }: PersonContext): Promise<number> {
  return (await here.verifications.last(here.db, person.userId))?.submission.id ?? 0
}

test('a user is verified after the review, with a message at every step', async () => {
  const alice = await here.person()
  const before = await status(alice)
  assert.deepEqual([before.realStatus, before.verification.realStatus, before.verification.triesLeft], [0, 0, 3])
  assert.equal(await verificationOf(here.db, alice.person.userId), 0)
  const documents = await here.documents(alice)
  assert.deepEqual(await submit(documents, alice), { realStatus: 1, reviewBy: start + day })
  const pending = await status(alice)
  const { firstName, documentNumber, expectedAt, reviewBy, redo, triesLeft } = pending.verification
  assert.equal(pending.realStatus, 1)
  assert.deepEqual([firstName, expectedAt, reviewBy, redo, triesLeft], ['Paula', due, start + day, [], 2])
  assert.equal(documentNumber, `•••• ${documents.documentNumber?.slice(-4)}`)
  assert.equal(await here.verifications.reviewDue(due - 1), 0)
  assert.equal((await status(alice)).realStatus, 1)
  assert.equal(await here.verifications.reviewDue(due), 1)
  const done = await status(at(alice, due))
  assert.deepEqual([done.realStatus, done.realReason, done.verification.decidedAt], [3, undefined, due])
  assert.equal(await identityOf(here.db, alice.person.userId), 'verified')
  const sent = (await messagesOf(alice)).map(({ type, kind }) => `${type} ${kind}`)
  assert.deepEqual(sent, ['KYC kyc_under_review', 'KYC kyc_verified'])
  const { rows } = await sql`
    select from outbox where user_id = ${alice.person.userId} and topic = 'standing'`.execute(here.db)
  assert.equal(rows.length, 2)
})

test('papers that cannot be read do not keep the later ones from being reviewed', async () => {
  const [alice, bob] = [await here.person(), await here.person()]
  for (const each of [alice, bob]) await submit(await here.documents(each), each)
  const own = sql`where user_id = ${alice.person.userId}`
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from verification ${own}`.execute(here.db)
  await sql`update verification set sealed = '\\x00' ${own}`.execute(here.db)
  await assert.rejects(here.verifications.reviewDue(due), AggregateError)
  assert.deepEqual(
    [await verificationOf(here.db, alice.person.userId), await verificationOf(here.db, bob.person.userId)],
    [1, 3],
  )
  await sql`update verification set sealed = ${rows[0]?.sealed} ${own}`.execute(here.db)
  await here.verifications.reviewDue(due)
  assert.equal(await verificationOf(here.db, alice.person.userId), 3)
})

test('each kind of document is accepted with its pictures', async () => {
  for (const documentType of ['driving_licence', 'passport'] as const) {
    const alice = await here.person()
    const { frontImage, backImage, ...rest } = await here.documents(alice, { documentType })
    const images = documentType === 'passport' ? { passportImage: frontImage } : { frontImage, backImage }
    await submit({ ...rest, ...images } as IdentityDocuments, alice)
    await here.verifications.reviewDue(due)
    assert.equal(await verificationOf(here.db, alice.person.userId), 3, documentType)
  }
})

test('incomplete and non-fictitious documents are refused, and nothing is written', async () => {
  const alice = await here.person()
  const bob = await here.person()
  const documents = await here.documents(alice)
  await refused(alice, {}, { field: 'firstName' })
  await refused(alice, { ...documents, documentNumber: undefined } as never, {
    field: 'documentNumber',
    values: { document: 'identity_card' },
  })
  await refused(alice, { ...documents, country: 'ZZ' }, { field: 'country' })
  await refused(alice, { ...documents, backImage: await here.picture(bob) }, { field: 'backImage' })
  await refused(alice, { ...documents, frontImage: `/file/${'A'.repeat(22)}` }, { field: 'frontImage' })
  const real = await refusedWith('document_number_real', submit({ ...documents, documentNumber: 'G12345678' }, alice))
  assert.equal(real.field, 'documentNumber')
  const { verification, realStatus } = await status(alice)
  assert.deepEqual([realStatus, verification.triesLeft, await messagesOf(alice)], [0, 3, []])
  const guest = { ...alice, person: { ...alice.person, state: 'GUEST' as const } }
  await refusedWith('wrong_state', submit(documents, guest))
})

test('a second submission is refused during the review and after verification', async () => {
  const alice = await here.person()
  await submit(await here.documents(alice), alice)
  await refusedWith('verification_pending', submit(await here.documents(alice), alice))
  await here.verifications.reviewDue(due)
  await refusedWith('already_verified', submit(await here.documents(alice), alice))
})

test('the fourth submission within a day is refused until the first is a day old', async () => {
  const alice = await here.person()
  const small = { width: 200, height: 100 }
  for (let tries = 0; tries < 3; tries += 1) {
    const now = at(alice, start + tries * hour)
    await submit(await here.documents(now, { backImage: await here.picture(now, small) }), now)
    await here.verifications.reviewDue(now.now + 2 * minute)
  }
  const fourth = at(alice, start + 4 * hour)
  assert.equal((await status(fourth)).verification.triesLeft, 0)
  await refusedWith('submissions_used_up', submit(await here.documents(fourth), fourth))
  const later = at(alice, start + day)
  assert.equal((await status(later)).verification.triesLeft, 1)
  await submit(await here.documents(later), later)
  await here.verifications.reviewDue(later.now + 2 * minute)
  assert.equal(await verificationOf(here.db, alice.person.userId), 3)
})

test('after an unreadable picture only the pictures are submitted again', async () => {
  const alice = await here.person()
  const documents = await here.documents(alice, { backImage: await here.picture(alice, { width: 200, height: 100 }) })
  await submit(documents, alice)
  await here.verifications.reviewDue(due)
  const failed = await status(at(alice, due))
  assert.deepEqual([failed.realStatus, failed.realReason], [2, 'IMAGE_UNREADABLE'])
  assert.deepEqual(failed.verification.redo, ['frontImage', 'backImage'])
  assert.deepEqual((await messagesOf(alice)).at(-1)?.values, { reason: 'IMAGE_UNREADABLE' })
  const now = at(alice, due + hour)
  await refused(now, { frontImage: await here.picture(now) }, { field: 'backImage' })
  await submit({ frontImage: await here.picture(now), backImage: await here.picture(now) }, now)
  assert.equal((await status(now)).realReason, undefined)
  await here.verifications.reviewDue(now.now + 2 * minute)
  const done = await status(now)
  assert.deepEqual([done.realStatus, done.verification.firstName], [3, 'Paula'])
  assert.equal(done.verification.documentNumber, `•••• ${documents.documentNumber?.slice(-4)}`)
})

test('a document verifies one user: the other one submits another number and keeps the pictures', async () => {
  const [alice, bob] = [await here.person(), await here.person()]
  const documents = await here.documents(alice)
  const { documentNumber = '' } = documents
  await submit(documents, alice)
  await here.verifications.reviewDue(due)
  await submit(await here.documents(bob, { documentNumber }), bob)
  await here.verifications.reviewDue(due)
  const failed = await status(bob)
  assert.deepEqual([failed.realReason, failed.verification.redo], ['DUPLICATE_PERSON', ['documentNumber']])
  await submit({ documentNumber: 'SIMOTHER1' }, at(bob, due))
  await here.verifications.reviewDue(due + 2 * minute)
  assert.equal(await verificationOf(here.db, bob.person.userId), 3)
})

test('a company submits its documents with its registration, and again after a refusal', async () => {
  const company = await here.person({ isCompany: true })
  const { userId } = company.person
  const anonymous = await here.files.upload(
    {
      bytes: await paintPicture({ colour: '#abcdef' }),
      name: '',
    },
    { userId: undefined, network },
    start,
  )
  assert(!isRefusal(anonymous))
  const small = await here.picture(company, { width: 250, height: 250 })
  const documents = await here.companyDocuments(company, { licenseImage: anonymous.path, corporateAccountImage: small })
  const registering = { userId, isCompany: true, isGuest: false, network }
  const outcome = await inTransaction(here.db, (tx) =>
    here.verifications.submitVerification(tx, registering, documents, start),
  )
  assert.deepEqual(outcome, { realStatus: 1, reviewBy: start + day })
  await here.verifications.reviewDue(due)
  const failed = await status(company)
  assert.deepEqual(
    [failed.realReason, failed.verification.redo],
    ['IMAGE_UNREADABLE', ['licenseImage', 'corporateAccountImage']],
  )
  assert.equal(failed.verification.enterpriseName, 'Example Trading')
  assert.equal(failed.verification.corporateAccountNumber, '•••• 8901')
  const now = at(company, due)
  const real = {
    corporateAccountNumber: '4539578763621486',
    licenseImage: await here.picture(now),
    corporateAccountImage: await here.picture(now),
  }
  assert.equal((await refusedWith('card_number_real', submit(real, now))).field, 'corporateAccountNumber')
  const { corporateAccountNumber: _, ...anew } = real
  await submit(anew, now)
  await here.verifications.reviewDue(now.now + 2 * minute)
  assert.equal(await verificationOf(here.db, userId), 3)
})

test('an operator decides once, before the checks, with the verdict of the checks', async () => {
  const [alice, bob] = [await here.person(), await here.person()]
  await submit(await here.documents(alice), alice)
  await submit(await here.documents(bob, { backImage: await here.picture(bob, { width: 200, height: 100 }) }), bob)
  assert.equal(await decide(await lastId(alice), approve, start + minute), 'verified')
  assert.equal(await decide(await lastId(bob), refuse, start + minute), 'refused')
  assert.deepEqual(
    [await verificationOf(here.db, alice.person.userId), await verificationOf(here.db, bob.person.userId)],
    [3, 2],
  )
  assert.deepEqual((await messagesOf(bob)).at(-1)?.values, { reason: 'IMAGE_UNREADABLE' })
  assert.deepEqual(await decide(await lastId(bob), approve, start + minute), { refused: 'wrong_state' })
  assert.deepEqual(await decide(999_999, approve, start), { refused: 'not_found', field: 'id' })
  assert.equal(await here.verifications.reviewDue(due), 0)
})

const contradicted = { refused: 'invalid_parameter', field: 'reason' }

test('an operator cannot refuse valid documents for any fault', async () => {
  const alice = await here.person()
  await submit(await here.documents(alice), alice)
  for (const fault of identityFaults)
    assert.deepEqual(await decide(await lastId(alice), { status: 'refused', fault }, start + minute), contradicted)
  assert.equal(await verificationOf(here.db, alice.person.userId), 1)
  assert.equal(await here.verifications.reviewDue(due), 1)
  assert.equal(await verificationOf(here.db, alice.person.userId), 3)
})

test('an operator cannot verify two users with one document, and may refuse the second only as a duplicate', async () => {
  const [alice, bob] = [await here.person(), await here.person()]
  const documents = await here.documents(alice)
  await submit(documents, alice)
  await here.verifications.reviewDue(due)
  await submit(await here.documents(bob, { documentNumber: documents.documentNumber ?? '' }), bob)
  const id = await lastId(bob)
  for (const verdict of [approve, refuse]) assert.deepEqual(await decide(id, verdict, due), contradicted)
  assert.equal(await decide(id, { status: 'refused', fault: 'DUPLICATE_PERSON' }, due), 'refused')
})

test('pictures are kept for 30 days after the decision', async () => {
  const alice = await here.person()
  const documents = await here.documents(alice)
  const { frontImage = '' } = documents
  await submit(documents, alice)
  await removeUnusedFiles(here.db, start + 20 * day)
  assert.notEqual(await here.files.imageBytes(here.db, frontImage), undefined)
  await here.verifications.reviewDue(due)
  await removeUnusedFiles(here.db, due + 30 * day - 1)
  assert.notEqual(await here.files.imageBytes(here.db, frontImage), undefined)
  await removeUnusedFiles(here.db, due + 30 * day)
  assert.equal(await here.files.imageBytes(here.db, frontImage), undefined)
})

test('the database contains no readable name, number or picture', async () => {
  const alice = await here.person()
  const documents = await here.documents(alice, { firstName: 'Wilhelmina', documentNumber: 'SIMSECRET42' })
  const request = keyed(calls.kyc.submit, 'stolen-database-1', documents, alice.person.userId)
  await submit(documents, { ...alice, request })
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(here.db)
  const words = ['Wilhelmina', 'SIMSECRET42', documents.frontImage ?? '']
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(here.db)
    for (const word of words)
      for (const hidden of [word, Buffer.from(word).toString('hex')])
        assert.equal(
          rows.some(({ row }) => row.includes(hidden)),
          false,
          `${name} shows ${word}`,
        )
  }
  const { person, db } = { ...alice, db: here.db }
  const thief = openVerifications({
    db,
    secret: Buffer.alloc(32, 8),
    randomness: systemRandomness,
    files: here.files,
    hasCountry: () => true,
  })
  await assert.rejects(thief.last(db, person.userId))
})

test('the verification of another user is not found', async () => {
  const [alice, bob] = [await here.person(), await here.person()]
  await refusedWith('not_found', here.call.status({ id: alice.person.userId }, bob))
  assert.equal((await here.call.status({ id: bob.person.userId }, bob)).id, bob.person.userId)
})

test('eight concurrent identical submissions are one submission', async () => {
  const alice = await here.person()
  const documents = await here.documents(alice)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => submit(documents, alice)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const { rows } = await sql`select from verification where user_id = ${alice.person.userId}`.execute(here.db)
  assert.equal(rows.length, 1)
})

test('eight concurrent retries of one request have one answer', async () => {
  const alice = await here.person()
  const documents = await here.documents(alice)
  const request = keyed(calls.kyc.submit, 'same-request-1', documents, alice.person.userId)
  const answers = await Promise.all(Array.from({ length: 8 }, () => submit(documents, { ...alice, request })))
  for (const answer of answers) assert.deepEqual(answer, { realStatus: 1, reviewBy: start + day })
  const { rows } = await sql`select from verification where user_id = ${alice.person.userId}`.execute(here.db)
  assert.equal(rows.length, 1)
})

test('one of two users with the same document is verified in concurrent reviews', async () => {
  for (let round = 0; round < 5; round += 1) {
    const users = await Promise.all(Array.from({ length: 4 }, () => here.person()))
    const documentNumber = `SIMRACE${round}`
    for (const each of users) await submit(await here.documents(each, { documentNumber }), each)
    await Promise.all(Array.from({ length: 4 }, () => here.verifications.reviewDue(due)))
    const ends = await Promise.all(users.map(({ person }) => verificationOf(here.db, person.userId)))
    assert.deepEqual(
      ends.toSorted((left, right) => left - right),
      [2, 2, 2, 3],
    )
    const sent = await Promise.all(users.map(messagesOf))
    assert.deepEqual(
      sent.map((messages) => messages.length),
      [2, 2, 2, 2],
    )
  }
})

test('concurrent checks, operator and resubmission give one verdict and at most one submission under review', async () => {
  for (let round = 0; round < 10; round += 1) {
    const alice = await here.person()
    await submit(await here.documents(alice), alice)
    const id = await lastId(alice)
    const again = await here.documents(alice)
    type Ends = readonly [unknown, PromiseSettledResult<unknown>, PromiseSettledResult<unknown>, unknown]
    const [, operator, resubmission]: Ends = await Promise.allSettled([
      here.verifications.reviewDue(due),
      decide(id, refuse, due),
      submit(again, at(alice, due)),
      here.verifications.reviewDue(due),
    ])
    assert.equal(operator.status, 'fulfilled')
    const { rows } = await sql<{ status: number }>`
      select status from verification where user_id = ${alice.person.userId} order by id`.execute(here.db)
    const statuses = rows.map((row) => row.status)
    const now = await verificationOf(here.db, alice.person.userId)
    assert.equal(statuses.at(-1), now)
    assert.equal(resubmission.status === 'fulfilled', statuses.length === 2)
    if (statuses.length === 2) assert.equal(statuses[0], 2)
    const kinds = (await messagesOf(alice)).filter(({ kind }) => kind !== 'kyc_under_review')
    assert.equal(kinds.length, statuses.filter((each) => each !== 1).length)
  }
})
