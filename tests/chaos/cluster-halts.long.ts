import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { refusalCode } from '@mex/contract/refusals.ts'
import { deskDoors, openTestDatabase, sql, type TestDatabase } from '@mex/server/testing.ts'
import { expectAcknowledged, expectBalancedLedger, expectFills } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { openServerProcesses, type ServerProcesses } from './server-processes.ts'

/** Three servers of one store under load while an operator halts and resumes trading: all of them stop at the same instant. */

const people = 9
const rounds = 6
const halted = refusalCode('trading_halted')
const halt = { market: 'US', code: undefined } as const

let database: TestDatabase
let servers: ServerProcesses
let load: Load

const variablesOf = (port: number) => ({
  DATABASE_URL: database.connectionString,
  CLUSTER: 'on',
  DRAIN_SECONDS: '0',
  PORT: String(port),
})

before(async () => {
  database = await openTestDatabase()
  servers = openServerProcesses(variablesOf)
  const first = await servers.join()
  load = await openLoad(first.url, people)
  await Promise.all([servers.join(first), servers.join(first)])
  load.moveTo(...servers.members.map(({ url }) => url))
})
after(async () => {
  await servers.end()
  await database[Symbol.asyncDispose]()
})

async function occasion() {
  const { now } = await deskDoors.marketNow(database.db, Date.now())
  return { author: 'chaos', reason: 'a test', now }
}

/** How many orders, all of shares of the US, are accepted, and how many fills there are. */
async function counted(): Promise<{ orders: number; fills: number }> {
  const { rows } = await sql<{ orders: number; fills: number }>`
    select (select count(*) from trade_order) as orders, (select count(*) from execution) as fills`.execute(database.db)
  const [row] = rows
  assert(row !== undefined)
  return row
}

test('from the commit of a halt until it ends no server accepts an order, and none is filled', async (context) => {
  const running = load.run()
  await rest(2000)
  let refused = 0
  for (let round = 0; round < rounds; round += 1) {
    await deskDoors.haltTrading(database.db, halt, await occasion())
    const from = performance.now()
    const then = await counted()
    // Shorter than the time in which a server reads by itself what operators have changed, and longer.
    await rest(round % 2 === 0 ? 700 : 2500)
    const now = await counted()
    const resumed = performance.now()
    assert.deepEqual(now, then, `round ${round + 1}`)
    await deskDoors.resumeTrading(database.db, halt, await occasion())
    const inside = load.commands.filter(
      ({ call, answered }) =>
        call.path === calls.trading.createStock.path &&
        answered !== undefined &&
        answered.sent > from &&
        answered.sent + answered.took < resumed,
    )
    for (const { outcome } of inside) assert.equal(outcome?.kind, 'refused', `round ${round + 1}`)
    refused += inside.filter(({ outcome }) => outcome?.kind === 'refused' && outcome.code === halted).length
    await rest(2000)
    assert((await counted()).orders > now.orders, 'orders are accepted again')
  }
  load.stop()
  await running
  context.diagnostic(`${refused} orders were sent and refused in ${rounds} halts`)
  assert(refused > rounds)
  await load.settle()
  await expectAcknowledged(load)
  await expectFills(load)
})

test('the books and all fills are right, none of them in a halt', async () => {
  const { rows } = await sql<{ noted: number }>`
    select count(*) as noted from halt where held_after between halted_at - interval '3 seconds' and held_until`.execute(
    database.db,
  )
  assert((rows[0]?.noted ?? 0) >= rounds / 2, `${rows[0]?.noted} halts were longer than a tick`)
  const [member] = servers.members
  assert(member !== undefined)
  await expectBalancedLedger(member.folder, ['ledger', 'fills'], { DATABASE_URL: database.connectionString })
})
