import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { advisoryLocks, openTestDatabase, sql, until, type TestDatabase } from '@mex/server/testing.ts'
import { openDatabaseWay, type DatabaseWay } from './database-way.ts'
import { expectBalancedLedger, expectNothingLost } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { leads, leadSeconds, openServerProcesses, type Member, type ServerProcesses } from './server-processes.ts'
import { isReady } from './waiting.ts'

/**
 * Three servers of one store under load. One of them stands still in the midst of a list or of a tick, which is sure to hold the gate then; or it is
 * cut off from the database alone, and comes back with everything that was sent meanwhile.
 */

const people = 9
/** Longer than any patience of the others. */
const awayMilliseconds = 10_000

type Placed = Member & { readonly way: DatabaseWay }

let database: TestDatabase
let ways: readonly DatabaseWay[] = []
let servers: ServerProcesses
let placed: readonly Placed[] = []
let load: Load

function variablesOf(port: number) {
  const url = new URL(database.connectionString)
  url.hostname = '127.0.0.1'
  url.port = String(ways.at(-1)?.port)
  return { DATABASE_URL: url.href, CLUSTER: 'on', DRAIN_SECONDS: '0', PORT: String(port) }
}

/** Starts a server with a way of its own to the database. */
async function join(): Promise<void> {
  const way = await openDatabaseWay(Number(new URL(database.connectionString).port))
  ways = [...ways, way]
  const other = placed[0]
  const member = await servers.join(other)
  placed = [...placed, { ...member, way }]
}

const balance = (ready: readonly Member[]): void => load.moveTo(...ready.map(({ url }) => url))
const othersOf = (one: Member): readonly Placed[] => placed.filter((member) => member !== one)

function found(isLeading: boolean): Placed {
  const member = placed.find((each) => leads(each) === isLeading)
  assert(member !== undefined)
  return member
}

before(async () => {
  database = await openTestDatabase()
  servers = openServerProcesses(variablesOf)
  await join()
  const [first] = placed
  assert(first !== undefined)
  load = await openLoad(first.url, people)
  await join()
  await join()
  balance(placed)
})
after(async () => {
  await servers.end()
  for (const way of ways) await way[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** The sessions that hold the gate: lists share it, a tick has it alone. */
async function holders(mode: 'ShareLock' | 'ExclusiveLock'): Promise<readonly number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and objid = ${advisoryLocks.tick} and mode = ${mode} and granted
      and state = 'idle in transaction' and datname = current_database()`.execute(database.db)
  return rows.map(({ pid }) => pid)
}

/** Whether the same session holds the gate for longer than a list or a tick takes. */
async function isHeld(mode: 'ShareLock' | 'ExclusiveLock'): Promise<boolean> {
  const before = await holders(mode)
  await rest(500)
  const then = await holders(mode)
  return before.some((pid) => then.includes(pid))
}

const triesMost = 10

/** Stops a server as soon as its next list, or tick, has gone to the database, so that it holds the gate. */
async function stopInside({ program, way }: Placed, what: 'list' | 'tick'): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await new Promise<void>((done) => {
      way.atNext(what, () => {
        program.signal('SIGSTOP', 'process')
        done()
      })
    })
    await rest(500)
    if (await isHeld(what === 'list' ? 'ShareLock' : 'ExclusiveLock')) return
    assert(tries < triesMost, `no ${what} holds the gate`)
    // It waited there for a tick, or that was another lock.
    program.signal('SIGCONT', 'process')
    await rest(300)
  }
}

/** While one server is away, the others accept orders and fill them. */
async function expectOthersGoOn(one: Placed): Promise<void> {
  balance(othersOf(one))
  await until('another server leads', () => othersOf(one).some(leads), leadSeconds)
  const handled = async (): Promise<number> =>
    (await sql<{ until: number }>`select handled_until as until from market_clock`.execute(database.db)).rows[0]
      ?.until ?? 0
  const sent = load.commands.length
  const tick = await handled()
  await until(
    'orders are accepted',
    () => load.commands.slice(sent).some(({ outcome }) => outcome?.kind === 'done'),
    15,
  )
  await until('a tick is handled', async () => (await handled()) > tick, 15)
}

/** A server that was replaced ends by itself, with the code by which its supervisor starts it again. */
async function expectReplaced(one: Placed): Promise<void> {
  await until('the first server ends by itself', () => one.program.isOver(), 30)
  assert.equal(await one.program.ended, 1)
  placed = othersOf(one)
  await join()
  balance(placed)
}

async function expectReady(one: Placed): Promise<void> {
  await until('it is ready again', () => isReady(one.url), 30)
  assert(!one.program.isOver())
  balance(placed)
}

for (const [who, isLeading, what] of [
  ['a server that follows', false, 'list'],
  ['the server that leads', true, 'list'],
  ['the server that leads', true, 'tick'],
] as const)
  test(`${who} stands still inside a ${what}: the others go on, and nothing happens twice`, async () => {
    const running = load.run()
    await rest(1500)
    const still = found(isLeading)
    await stopInside(still, what)
    await expectOthersGoOn(still)
    await rest(awayMilliseconds)
    still.program.signal('SIGCONT', 'process')
    await (isLeading ? expectReplaced(still) : expectReady(still))
    await expectNothingLost(load, running)
  })

for (const [who, isLeading] of [
  ['a server that follows', false],
  ['the server that leads', true],
] as const)
  test(`${who} is cut off from the database alone, and comes back`, async () => {
    const running = load.run()
    await rest(1500)
    const away = found(isLeading)
    away.way.hold()
    await expectOthersGoOn(away)
    assert.equal(await isReady(away.url), false)
    await rest(awayMilliseconds)
    away.way.bringBack()
    await (isLeading ? expectReplaced(away) : expectReady(away))
    await expectNothingLost(load, running)
  })

test('the books and all fills are right after all of it', () => {
  const [member] = placed
  assert(member !== undefined)
  return expectBalancedLedger(member.folder, ['ledger', 'fills', 'ipo'], { DATABASE_URL: database.connectionString })
})
