import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { refusedWith } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { sql } from '#db/sql.ts'
import { reviewApplications } from './permissions.ts'
import { at, minute, openKycTest, start, type KycTest } from './testing.ts'

let here: KycTest
before(async () => {
  here = await openKycTest()
})
after(() => here[Symbol.asyncDispose]())

const apply = (context: PersonContext) =>
  here.call.applyForService({ service: 'block', riskAcknowledged: true }, context)
const stateOf = async (context: PersonContext) => {
  const { blockStatus, verification } = await here.call.status({}, context)
  return { blockStatus, reason: verification.blockReason, expectedAt: verification.blockExpectedAt }
}
const due = start + 5 * minute

test('a verified user may trade blocks five minutes after applying', async () => {
  const alice = await here.person()
  await refusedWith('verification_missing', apply(alice))
  await here.call.submit((await here.documents(alice)) as never, alice)
  await refusedWith('verification_pending', apply(alice))
  await here.verifications.reviewDue(start + 2 * minute)
  assert.deepEqual(await stateOf(alice), { blockStatus: 0, reason: undefined, expectedAt: undefined })
  assert.deepEqual(await apply(alice), { service: 'block', status: 1, reviewBy: due })
  assert.deepEqual(await stateOf(alice), { blockStatus: 1, reason: undefined, expectedAt: due })
  await refusedWith('permission_pending', apply(alice))
  assert.equal(await reviewApplications(here.db, due - 1), 0)
  assert.equal(await reviewApplications(here.db, due), 1)
  assert.deepEqual(await stateOf(alice), { blockStatus: 3, reason: undefined, expectedAt: undefined })
  await refusedWith('permission_open', apply(at(alice, due)))
  const { rows } = await sql<{ kind: string }>`
    select kind from message where user_id = ${alice.person.userId} and type = 'SERVICE'`.execute(here.db)
  assert.deepEqual(rows, [{ kind: 'block_opened' }])
})

test('an application whose conditions no longer hold is refused with the reason, and can be repeated', async () => {
  const reasons = [
    ['KYC', (id: number) => sql`update app_user set real_status = 2 where id = ${id}`],
    [
      'RISK_NOT_ACKNOWLEDGED',
      (id: number) => sql`update block_application set risk_acknowledged = false where user_id = ${id}`,
    ],
  ] as const
  for (const [reason, take] of reasons) {
    const alice = await here.person()
    const { userId } = alice.person
    await here.verify(alice)
    await apply(alice)
    await take(userId).execute(here.db)
    await reviewApplications(here.db, due)
    assert.deepEqual(await stateOf(alice), { blockStatus: 2, reason, expectedAt: undefined })
    await sql`update app_user set real_status = 3 where id = ${userId}`.execute(here.db)
    await apply(at(alice, due))
    await reviewApplications(here.db, due + 5 * minute)
    assert.deepEqual(await stateOf(alice), { blockStatus: 3, reason: undefined, expectedAt: undefined })
  }
})

test('eight concurrent applications and four concurrent reviews give one application and one message', async () => {
  const alice = await here.person()
  await here.verify(alice)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => apply(alice)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const decided = await Promise.all(Array.from({ length: 4 }, () => reviewApplications(here.db, due)))
  assert.equal(
    decided.reduce((sum, each) => sum + each, 0),
    1,
  )
  const { rows } = await sql`
    select from message where user_id = ${alice.person.userId} and type = 'SERVICE'`.execute(here.db)
  assert.equal(rows.length, 1)
})
