import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { quantityOf } from '@mex/core/money/money.ts'
import { checkFills, connect, inParts } from '@mex/server/testing.ts'
import { openWorld, type World } from '@mex/world/world.ts'

/** Fills that are checked in two threads: what one thread finds, in the same order. */

const people = 4
const share = {
  code: 'AAPL',
  market: 'US',
  classify: 'UsStock',
  extendedHours: false,
  side: 'buy',
  type: 'market',
  leverage: 2,
  purpose: 'open',
} as const

let world: World
before(async () => {
  world = await openWorld({ seed: 'fills in threads' })
  for (let count = 0; count < people; count += 1) {
    const person = await world.person()
    for (const quantity of [quantityOf('1'), quantityOf('2')])
      await person.call(calls.trading.createStock, { ...share, quantity })
  }
  await world.step()
  await world.step()
})
after(() => world[Symbol.asyncDispose]())

async function change(...statements: readonly string[]): Promise<void> {
  const { pool } = connect(world.connectionString, 1, ['session_replication_role=replica'])
  for (const statement of statements) await pool.query(statement)
  await pool.end()
}

const check = (threads: number) =>
  checkFills(
    {
      db: world.server.dependencies.store.db,
      installation: {
        connectionString: world.connectionString,
        dataFolder: world.folder,
        settings: world.settings,
        market: () => Promise.resolve(world.server.dependencies.source),
      },
      now: world.clock.now(),
      speed: 1,
    },
    threads,
  )

test('two threads check all fills and find nothing wrong', async () => {
  assert.deepEqual(await check(2), { checked: 2 * people, findings: [] })
})

test('two threads find the faults of one thread, in the same order', async () => {
  await change(
    'update execution set price = price + 1',
    'update trade_order set fee = fee + 1 where id in (select max(id) from trade_order group by user_id)',
  )
  const one = await check(1)
  assert.equal(one.checked, 2 * people)
  for (const what of ['execution', 'order'])
    assert(
      one.findings.some(({ about }) => about.startsWith(what)),
      what,
    )
  assert(one.findings.length >= 3 * people, JSON.stringify(one.findings))
  assert.deepEqual(await check(2), one)
})

describe('people are parted by their orders', () => {
  const traders = (...orders: readonly number[]) => orders.map((count, id) => ({ id, orders: count }))
  const ids = (parts: ReturnType<typeof inParts>) => parts.map((part) => part.map(({ id }) => id))
  for (const { what, orders, parts } of [
    { what: 'nobody', orders: [], parts: [[], []] },
    { what: 'people without orders', orders: [0, 0], parts: [[0, 1], []] },
    {
      what: 'people with as many orders each',
      orders: [1, 1, 1, 1],
      parts: [
        [0, 1],
        [2, 3],
      ],
    },
    { what: 'somebody with most of the orders', orders: [9, 1, 1], parts: [[0], [1, 2]] },
    { what: 'somebody without orders at the end', orders: [1, 1, 0], parts: [[0], [1, 2]] },
  ])
    test(what, () => assert.deepEqual(ids(inParts(traders(...orders), 2)), parts))
})
