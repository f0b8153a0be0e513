import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Refused } from '@mex/core/refusal.ts'
import { refusedWith, linkAllJournals } from '#areas/testing.ts'
import { accepted } from '#areas/trading/testing.ts'
import { sql } from '#db/sql.ts'
import { openClosingTest, password, type ClosingTest } from '#account-closing-testing.ts'

let here: ClosingTest
before(async () => {
  here = await openClosingTest()
})
after(() => here[Symbol.asyncDispose]())

type Copy = {
  readonly person: readonly { readonly id: number; readonly email: string; readonly password_hash?: string }[]
  readonly executions: readonly { readonly price: string; readonly quantity: string }[]
  readonly balances: readonly { readonly amount: string }[]
  readonly journals: readonly {
    readonly text: string
    readonly sequence: number
    readonly previous: string
    readonly hash: string
  }[]
}

async function copyOf(userId: number): Promise<Copy> {
  const { id } = await here.call.requestExport({ password }, here.context(userId))
  const file = await here.call.exportFile({ id, after: 0 }, here.context(userId))
  assert.deepEqual([file.type, file.next], ['application/json', undefined])
  return JSON.parse(file.content) as Copy
}

test('an export has all data of one user, and every journal proves its link in the hash chain', async () => {
  const [user, other] = [await here.person(), await here.person()]
  for (const each of [user, other]) accepted(await here.trading.open(each, { quantity: '3' }))
  await here.trading.tick()
  await linkAllJournals(here.dependencies.db)
  const copy = await copyOf(user)
  assert.deepEqual(
    copy.person.map(({ id, email }) => [id, email]),
    [[user, `p${user}@example.org`]],
  )
  assert.equal('password_hash' in (copy.person[0] ?? {}), false)
  assert.deepEqual(
    copy.executions.map(({ quantity }) => quantity),
    ['3'],
  )
  assert.match(copy.balances[0]?.amount ?? '', /^\d+\.\d\d$/)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from journal where user_id = ${user}`.execute(here.dependencies.db)
  assert.equal(copy.journals.length, rows[0]?.count)
  for (const { text, previous, hash } of copy.journals) {
    assert.equal((JSON.parse(text) as { user: number }).user, user)
    const proved = createHash('sha256').update(Buffer.from(previous, 'hex')).update(text, 'utf8').digest('hex')
    assert.equal(proved, hash)
  }
  assert.equal(JSON.stringify(copy).includes(`p${other}@example.org`), false)
})

test('an export is available to its user only, for a quarter of an hour, and five times a day', async () => {
  const [user, other] = [await here.person(), await here.person()]
  const { id } = await here.call.requestExport({ password }, here.context(user))
  await refusedWith('not_found', here.call.exportFile({ id, after: 0 }, here.context(other)))
  await refusedWith('not_found', here.call.exportFile({ id: id + 1000, after: 0 }, here.context(user)))
  const later = { ...here.context(user), wallNow: here.trading.clock.wall() + 16 * 60_000 }
  await refusedWith('not_found', here.call.exportFile({ id, after: 0 }, later))
  for (let more = 0; more < 4; more += 1) await here.call.requestExport({ password }, here.context(user))
  await refusedWith('wrong_state', here.call.requestExport({ password }, here.context(user)))
})

/** The type of the first file of an export, or the word of its refusal. */
const outcomeOf = (userId: number, id: number): Promise<string> =>
  here.call.exportFile({ id, after: 0 }, here.context(userId)).then(
    ({ type }) => type,
    (error: unknown) => (error as Refused).refusal.refused,
  )

/** A user with an export that was asked for. */
async function exporter(): Promise<readonly [user: number, id: number]> {
  const user = await here.person()
  return [user, (await here.call.requestExport({ password }, here.context(user))).id]
}

const countOf = (outcomes: readonly string[], wanted: string): number =>
  outcomes.filter((outcome) => outcome === wanted).length

test('queues simultaneous exports, and refuses those beyond the queue limit as unavailable', async () => {
  const exporters = await Promise.all(Array.from({ length: 30 }, exporter))
  const outcomes = await Promise.all(exporters.map(([user, id]) => outcomeOf(user, id)))
  // One running and twenty waiting exports.
  assert.deepEqual([countOf(outcomes, 'application/json'), countOf(outcomes, 'unavailable')], [21, 9])
})

test('one person who asks for many exports at once gets two, and others theirs', async () => {
  const [flooding, other] = [await exporter(), await exporter()]
  const flood = Array.from({ length: 60 }, () => outcomeOf(...flooding))
  assert.equal(await outcomeOf(...other), 'application/json')
  assert.equal(countOf(await Promise.all(flood), 'application/json'), 2)
})
