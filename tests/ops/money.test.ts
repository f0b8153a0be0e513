import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { practiceCard } from '@mex/core/funding/cards.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { sql } from '@mex/server/testing.ts'
import { register } from '@mex/world/people.ts'
import type { Envelope, Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { operatorOf, type Operator } from './operator.ts'

/** The operator reviews deposits and withdrawals (rulebook §9.3, §10.2) while the server runs. */

let world: World
let ops: Operator
let alice: Person
let card: number

const { funding } = calls
const payPassword = 'pay-me-6'
const because = ['--reason', 'a test'] as const
const page = { pageNum: 1, pageSize: 10 }

before(async () => {
  world = await openWorld({ seed: 'money reviews' })
  ops = operatorOf(world)
  alice = await register(world.url, 'alice')
  await alice.call(calls.security.setPayPassword, { payPassword, confirmPayPassword: payPassword })
  await sql`update app_user set real_status = 3`.execute(world.server.dependencies.store.db)
  card = (await alice.call(funding.addCard, practiceCard)).id
  await world.step()
})
after(() => world[Symbol.asyncDispose]())

/** The smallest PNG: one grey pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

async function deposit(asset: 'MXN' | 'HKD'): Promise<number> {
  const body = new FormData()
  body.append('file', new Blob([pixel], { type: 'image/png' }), 'proof.png')
  const headers = { authorization: alice.token ?? '' }
  const response = await alice.fetch(calls.files.upload.path, { method: 'POST', headers, body })
  const { data } = (await response.json()) as Envelope
  const proof = (data as { readonly url: string }).url
  return (await alice.call(funding.createDeposit, { kind: 'fiat', asset, amount: moneyOf('1000'), proof })).id
}

const withdraw = async (to = card): Promise<number> =>
  (await alice.call(funding.withdraw, { card: to, amount: moneyOf('500'), payPassword })).id
const depositOf = async (id: number) => (await alice.call(funding.deposits, page)).rows.find((row) => row.id === id)
const withdrawalOf = async (id: number) =>
  (await alice.call(funding.withdrawals, page)).rows.find((row) => row.id === id)
const decide = (way: string, kind: string, id: number | string, ...more: readonly string[]) =>
  ops('review', 'money', way, kind, String(id), ...more, ...because)

test('lists waiting reviews in order, and an early approval of a deposit is pushed to its user', async () => {
  await using listener = await alice.listen('user')
  const [pesos, dollars, out] = [await deposit('MXN'), await deposit('HKD'), await withdraw()]
  const listed = (await ops('review', 'money', 'list', '--json')).json()['waiting'] as { kind: string; id: number }[]
  assert.deepEqual(
    listed.map(({ kind, id }) => [kind, id]),
    [
      ['deposit', pesos],
      ['deposit', dollars],
      ['withdrawal', out],
    ],
  )
  for (const id of [pesos, dollars]) assert.equal((await decide('approve', 'deposit', id)).code, 0)
  await world.step()
  for (const id of [pesos, dollars]) {
    await listener.next('deposit', ({ data }) => data.id === id && data.status === 'approved')
    assert.equal((await depositOf(id))?.status, 'approved')
    const again = await decide('refuse', 'deposit', id, '--fault', 'IMAGE_UNREADABLE')
    assert.deepEqual([again.code, /already decided/.test(again.complained.join('\n'))], [1, true])
  }
  await world.verify()
})

test('an approved withdrawal is paid early, and a refused one is refunded', async () => {
  const removed = (await alice.call(funding.addCard, practiceCard)).id
  const [paid, returned] = [await withdraw(), await withdraw(removed)]
  assert.equal((await decide('approve', 'withdrawal', paid)).code, 0)
  await sql`delete from card where id = ${removed}`.execute(world.server.dependencies.store.db)
  assert.equal((await decide('refuse', 'withdrawal', returned, '--fault', 'TARGET_REMOVED')).code, 0)
  await world.pass(10)
  const [first, second] = [await withdrawalOf(paid), await withdrawalOf(returned)]
  assert.deepEqual([first?.status, first?.paidAt === undefined], ['approved', false])
  assert.deepEqual([second?.status, second?.reason], ['refused', 'TARGET_REMOVED'])
  await world.verify()
})

test('a review refuses unknown or missing reasons, and reasons that the records contradict', async () => {
  const [incoming, outgoing] = [await deposit('MXN'), await withdraw()]
  const cases: readonly (readonly [number, RegExp, string, string, number | string, ...string[]])[] = [
    [2, /--fault must be one of IMAGE_UNREADABLE, DAILY/, 'refuse', 'deposit', incoming, '--fault', 'GUT_FEELING'],
    [2, /--fault must be one of IMAGE_UNREADABLE/, 'refuse', 'deposit', incoming, '--fault', 'TARGET_REMOVED'],
    [2, /--fault must be one of TARGET_REMOVED/, 'refuse', 'withdrawal', outgoing, '--fault', 'DAILY_LIMIT'],
    [2, /--fault is missing/, 'refuse', 'withdrawal', outgoing],
    [2, /KIND must be/, 'approve', 'transfer', incoming],
    [2, /is not the id/, 'approve', 'deposit', 'last'],
    [1, /records contradict/, 'refuse', 'deposit', incoming, '--fault', 'DAILY_LIMIT'],
    [1, /records contradict/, 'refuse', 'withdrawal', outgoing, '--fault', 'TARGET_REMOVED'],
    [1, /records contradict/, 'refuse', 'deposit', incoming, '--fault', 'IMAGE_UNREADABLE'],
    [1, /records contradict/, 'refuse', 'withdrawal', outgoing, '--fault', 'TARGET_INVALID'],
    [1, /records contradict/, 'refuse', 'withdrawal', outgoing, '--fault', 'CHAIN_UNAVAILABLE'],
    [1, /there is no review/, 'approve', 'deposit', 999_999],
    [1, /there is no review/, 'approve', 'withdrawal', 999_999],
  ]
  for (const [code, sentence, way, kind, id, ...more] of cases) {
    const called = await decide(way, kind, id, ...more)
    assert.equal(called.code, code, [way, kind, ...more].join(' '))
    assert.match(called.complained.join('\n'), sentence)
  }
  assert.deepEqual(
    [(await depositOf(incoming))?.status, (await withdrawalOf(outgoing))?.status],
    ['pending', 'pending'],
  )
  await world.verify()
})
