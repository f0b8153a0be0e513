import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { freePort, openTestDatabase, until, type TestDatabase } from '@mex/server/testing.ts'
import { expectAcknowledged, expectBalancedLedger, expectFills, expectNothingLost } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { openFolder, tryServer } from './server-process.ts'
import { leads, leadSeconds, openServerProcesses, type Member, type ServerProcesses } from './server-processes.ts'
import { isReady } from './waiting.ts'

/** Three servers on one database: each accepts orders, one of them fills them. Any of them may end, be killed or stand still. */

const people = 9
const insufficientBalance = 1300

let database: TestDatabase
let servers: ServerProcesses
let load: Load

const variablesOf = (port: number) => ({
  DATABASE_URL: database.connectionString,
  CLUSTER: 'on',
  DRAIN_SECONDS: '1',
  PORT: String(port),
})

function leader(): Member {
  const found = servers.alive().find(leads)
  assert(found !== undefined, 'one of the servers leads')
  return found
}

function follower(): Member {
  const found = servers.alive().find((member) => !leads(member))
  assert(found !== undefined, 'one of the servers follows')
  return found
}

/** Spreads the load over these servers, as a balancer does over those that are ready. */
const balance = (ready: readonly Member[]): void => load.moveTo(...ready.map(({ url }) => url))

/** Waits until another server than this one leads, answers after how many milliseconds. The load goes to the others meanwhile. */
async function expectNewLeader(before: Member): Promise<number> {
  const began = performance.now()
  const others = servers.alive().filter((member) => member !== before)
  balance(others)
  await until('another server leads', () => others.some(leads), leadSeconds)
  return performance.now() - began
}

before(async () => {
  database = await openTestDatabase()
  servers = openServerProcesses(variablesOf)
  const first = await servers.join()
  load = await openLoad(first.url, people)
  await Promise.all([servers.join(first), servers.join(first)])
  balance(servers.alive())
})
after(async () => {
  await servers.end()
  await database[Symbol.asyncDispose]()
})

test('orders of all servers are filled, and each server shows all of them', async () => {
  assert.equal(servers.alive().filter(leads).length, 1)
  const running = load.run()
  await rest(4000)
  await expectNothingLost(load, running)
  for (const one of servers.alive()) {
    load.moveTo(one.url)
    await expectAcknowledged(load)
  }
  balance(servers.alive())
})

test('kill -9 of a server that follows: the others go on', async () => {
  const running = load.run()
  await rest(1500)
  const killed = follower()
  await killed.program.end('SIGKILL')
  balance(servers.alive())
  await expectNothingLost(load, running)
  await servers.join(servers.alive()[0])
  balance(servers.alive())
})

test('kill -9 of the server that leads: another one leads, and nothing acknowledged is lost', async (context) => {
  const running = load.run()
  await rest(1500)
  const killed = leader()
  await killed.program.end('SIGKILL')
  context.diagnostic(`led again after ${Math.round(await expectNewLeader(killed))} ms`)
  await expectNothingLost(load, running)
  await servers.join(servers.alive()[0])
  balance(servers.alive())
})

test('a server that follows stands still for eight seconds: its lists are undone, and it goes on', async () => {
  const running = load.run()
  await rest(1500)
  const still = follower()
  still.program.signal('SIGSTOP', 'process')
  balance(servers.alive().filter((member) => member !== still))
  await rest(8000)
  still.program.signal('SIGCONT', 'process')
  await until('it is ready again', () => isReady(still.url), 15)
  balance(servers.alive())
  await expectNothingLost(load, running)
})

test('the server that leads stands still for twenty seconds: it is replaced, changes nothing when it goes on, and ends', async (context) => {
  const running = load.run()
  await rest(1500)
  const still = leader()
  still.program.signal('SIGSTOP', 'process')
  context.diagnostic(`led again after ${Math.round(await expectNewLeader(still))} ms`)
  await rest(10_000)
  still.program.signal('SIGCONT', 'process')
  await until('the first server ends by itself', () => still.program.isOver(), 15)
  assert.equal(await still.program.ended, 1, 'its supervisor starts it again')
  assert.match(still.program.output(), /Another process has taken over this data: stopping/)
  await expectNothingLost(load, running)
  await servers.join(servers.alive()[0])
  balance(servers.alive())
})

test('a rolling restart under load refuses no order', async (context) => {
  const sent = load.commands.length
  const running = load.run()
  await rest(1500)
  for (const one of servers.alive()) {
    const next = await servers.join(one)
    // A balancer that reads /readyz sends nothing more to a server that drains.
    balance([...servers.alive().filter((member) => member !== one && member !== next), next])
    await rest(300)
    assert.equal(await one.program.end('SIGTERM'), 0)
    await until('a server leads', () => servers.alive().some(leads), leadSeconds)
  }
  await rest(1500)
  load.stop()
  await running
  const outcomes = Map.groupBy(load.commands.slice(sent), ({ outcome }) =>
    outcome?.kind === 'refused' ? `refused with ${outcome.code}` : (outcome?.kind ?? 'unknown'),
  )
  context.diagnostic(`commands: ${[...outcomes].map(([kind, all]) => `${all.length} ${kind}`).join(', ')}`)
  // By then some people have spent what they had.
  outcomes.delete(`refused with ${insufficientBalance}`)
  assert.deepEqual([...outcomes.keys()], ['done'])
  await expectAcknowledged(load)
  await expectFills(load)
})

test('a server with other settings, or that wants the data alone, does not serve, and says why', async () => {
  const folder = await openFolder()
  for (const [wrong, says] of [
    [{ CLOCK_SPEED: '2' }, /run with other settings: theirs .*"clockSpeed":1.* here .*"clockSpeed":2/],
    [{ CLUSTER: 'off' }, /Another process already serves this data/],
  ] as const) {
    const { code, output } = await tryServer(folder, { ...variablesOf(await freePort()), ...wrong })
    assert.equal(code, 1)
    assert.match(output, says)
  }
  await rm(folder, { recursive: true, force: true })
})

test('the books and all fills are right after all of it', () =>
  expectBalancedLedger(leader().folder, ['ledger', 'fills', 'ipo'], { DATABASE_URL: database.connectionString }))
