import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { connect, sql, until } from '@mex/server/testing.ts'
import { openDatabaseWay, type DatabaseWay } from './database-way.ts'
import { expectAcknowledged, expectBalancedLedger, expectFills } from './evidence.ts'
import { nextCommand, openLoad, type Command, type Load } from './load.ts'
import { missingPostgres, openPrimary, removeDatabases, type DatabaseServer } from './replicated-database.ts'
import { openServerProcesses, type Member, type ServerProcesses } from './server-processes.ts'
import { isReady } from './waiting.ts'

/**
 * Three servers on a database that has a synchronous standby. The machine of the database is lost, and the standby takes over; or the standby
 * is lost, and commits wait for it; or the answer to a commit is lost. The servers go on by themselves.
 */

const skip = missingPostgres
const people = 9
/** Until orders are accepted and filled again: on a quiet machine a second or two. */

let primary: DatabaseServer
let standby: DatabaseServer
/** On which of the two machines the primary is. */
let place: 0 | 1 = 0
/** The ways of each server of the market to the two machines. */
let ways: readonly (readonly [DatabaseWay, DatabaseWay])[] = []
let servers: ServerProcesses
let load: Load

/** Runs a statement on the primary, without any way between; its own commit does not wait for the standby. */
async function ask<Row>(statement: string): Promise<readonly Row[]> {
  const { db } = connect(primary.url, 1, ['synchronous_commit=local'])
  const { rows } = await sql<Row>`${sql.raw(statement)}`.execute(db).finally(() => db.destroy())
  return rows
}

let nextPlace = 0
function variablesOf(port: number) {
  const own = ways[nextPlace++]
  assert(own !== undefined, 'a server has ways to its database')
  const hosts = own.map((way) => `127.0.0.1:${way.port}`).join(',')
  return {
    DATABASE_URL: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    CLUSTER: 'on',
    DRAIN_SECONDS: '0',
    PORT: String(port),
  }
}

async function join(other?: Member): Promise<Member> {
  const own = [await openDatabaseWay(primary.port), await openDatabaseWay(standby.port)] as const
  ways = [...ways, own]
  return servers.join(other)
}

/** Spreads the load over all servers. */
const balance = (): void => load.moveTo(...servers.members.map(({ url }) => url))

async function expectNothingLost(running: Promise<void>): Promise<void> {
  load.stop()
  await running
  await load.settle()
  for (const { url } of servers.members) {
    load.moveTo(url)
    await expectAcknowledged(load)
  }
  balance()
  await expectFills(load)
  for (const { program } of servers.members)
    assert(!program.isOver(), `a server has ended:\n${program.output().slice(-3000)}`)
}

before(async () => {
  if (skip !== false) return
  primary = await openPrimary()
  standby = await primary.openStandby()
  await primary.waitForStandby(true)
  servers = openServerProcesses(variablesOf)
  const first = await join()
  load = await openLoad(first.url, people)
  await join(first)
  await join(first)
  balance()
})
after(async () => {
  if (skip !== false) return
  await servers.end()
  for (const way of ways.flat()) await way[Symbol.asyncDispose]()
  await Promise.all([primary.stop(), standby.stop()])
  removeDatabases()
})

/** Whoever promotes makes sure first that the other one takes nothing any more. */
async function failOver(): Promise<void> {
  await primary.kill()
  await standby.promote()
  primary = standby
}

/** The machine that was lost comes back as the standby of the other one. */
async function comeBack(): Promise<void> {
  standby = await primary.openStandby()
  for (const own of ways) own[place].leadTo(standby.port)
  await primary.waitForStandby(true)
  place = place === 0 ? 1 : 0
}

async function handledUntil(): Promise<number> {
  const [row] = await ask<{ until: number }>('select handled_until as until from market_clock')
  return row?.until ?? 0
}

/** Waits until a command of now is done, all servers are ready, and a tick is handled; says how long each took. */
async function expectBack(say: (line: string) => void): Promise<void> {
  const begin = performance.now()
  const sent = load.commands.length
  const handled = await handledUntil()
  const wait = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
    await until(what, holds)
    say(`${what} after ${Math.round(performance.now() - begin)} ms`)
  }
  await Promise.all([
    wait('orders are accepted', () => load.commands.slice(sent).some(({ outcome }) => outcome?.kind === 'done')),
    ...servers.members.map(({ url }, index) => wait(`server ${index + 1} is ready`, () => isReady(url))),
    wait('a tick is handled', async () => (await handledUntil()) > handled),
  ])
}

for (const time of ['', ', and back again'])
  test(`kill -9 of the primary, and the standby takes over${time}`, { skip }, async (context) => {
    const running = load.run()
    await rest(3000)
    await failOver()
    await expectBack((line) => context.diagnostic(line))
    await rest(3000)
    await expectNothingLost(running)
    await comeBack()
  })

test('the machine of the primary is lost without a word, and the standby takes over', { skip }, async (context) => {
  const running = load.run()
  await rest(3000)
  for (const own of ways) own[place].fallSilent()
  await rest(2000)
  await failOver()
  await expectBack((line) => context.diagnostic(line))
  await rest(3000)
  await expectNothingLost(running)
  await comeBack()
})

test('a primary that was replaced and comes back as it was is not used', { skip }, async (context) => {
  const lost = primary
  await failOver()
  const running = load.run()
  await lost.start()
  // The new one cannot be reached for a moment.
  const other = place === 0 ? 1 : 0
  for (const own of ways) {
    own[other].leadTo(lost.port)
    own[other].cut()
  }
  await rest(2000)
  for (const own of ways) own[other].leadTo(primary.port)
  await expectBack((line) => context.diagnostic(line))
  await rest(2000)
  await expectNothingLost(running)
  await lost.kill()
  await comeBack()
})

const waiting = "from pg_stat_activity where wait_event = 'SyncRep' and backend_type = 'client backend'"

test('without a standby no commit is acknowledged, also when somebody cancels its wait', { skip }, async (context) => {
  const running = load.run()
  await rest(3000)
  await standby.stop()
  await rest(1000)
  const sent = load.commands.length
  await until('commits wait', async () => (await ask(`select ${waiting}`)).length > 0, 30)
  await rest(5000)
  let cancelled = 0
  for (let round = 0; round < 20; round += 1) {
    cancelled += (await ask(`select pg_cancel_backend(pid) ${waiting}`)).length
    await rest(250)
  }
  context.diagnostic(`${cancelled} waits were cancelled`)
  assert(cancelled > 0)
  const answered = load.commands.slice(sent).filter(({ answered }) => answered !== undefined)
  assert(answered.length > 0, 'a cancelled wait is answered')
  assert.deepEqual([...new Set(answered.map(({ outcome }) => outcome?.kind))], [undefined])
  await standby.start()
  await expectBack((line) => context.diagnostic(line))
  await expectNothingLost(running)
})

test(
  'an order whose commit lost its answer is answered 503, and has one outcome at all servers',
  { skip },
  async () => {
    for (const [index, { url }] of servers.members.entries()) {
      // The next commit may also be that of a job: then the order is simply accepted.
      for (let tries = 1; ; tries += 1) {
        load.moveTo(url)
        const command = nextCommand(index, tries * 4)
        const lost = ways[index]?.[place].loseCommit()
        const status = await load.send(command)
        await lost
        if (status === 200 && tries < 20) continue
        assert.equal(status, 503)
        const outcomes: Command['outcome'][] = []
        for (const member of servers.members) {
          load.moveTo(member.url)
          assert.equal(await load.send(command), 200)
          outcomes.push(command.outcome)
        }
        for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
        assert.equal(outcomes[0]?.kind, 'done')
        break
      }
    }
    await expectAcknowledged(load)
    balance()
  },
)

test('answers to commits are lost under load, those of ticks too', { skip }, async (context) => {
  const running = load.run()
  for (let round = 0; round < 12; round += 1) {
    await rest(400)
    await Promise.race([ways[round % ways.length]?.[place].loseCommit(), rest(3000)])
  }
  load.stop()
  await running
  const unknown = load.commands.filter(({ outcome }) => outcome === undefined).length
  context.diagnostic(`${unknown} commands had no outcome at first`)
  await expectNothingLost(running)
})

test('the books and all fills are right after all of it', { skip }, () => {
  const [member] = servers.members
  assert(member !== undefined)
  return expectBalancedLedger(member.folder, ['ledger', 'fills', 'ipo'], { DATABASE_URL: primary.url })
})
