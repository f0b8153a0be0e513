import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as path } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { openTestDatabase, sql, until, type TestDatabase } from '@mex/server/testing.ts'
import { openPerson } from '@mex/world/person.ts'
import { expectAcknowledged, expectBalancedLedger, expectFills } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { leads, openServerProcesses, type Member, type ServerProcesses } from './server-processes.ts'

/** Three servers of one store whose machines do not agree what time it is: the library libfaketime moves the clock that each of them reads. */

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const skip = existsSync(library) ? false : `install libfaketime: ${library} is missing`
const people = 9
/** By how many seconds each machine differs from the true time at first. */
const differences = [2, -2, 0]

let folder: string
let database: TestDatabase
let servers: ServerProcesses
let load: Load
let started = 0

const clockOf = (machine: number): string => path(folder, `clock-${machine}`)
/** Sets the clock of a machine: by so many seconds beside the true one. */
const setClock = (machine: number, seconds: number): Promise<void> =>
  writeFile(clockOf(machine), `${seconds < 0 ? '' : '+'}${seconds}`)

const variablesOf = (port: number) => ({
  DATABASE_URL: database.connectionString,
  CLUSTER: 'on',
  DRAIN_SECONDS: '0',
  PORT: String(port),
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: clockOf(started++),
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

before(async () => {
  if (skip !== false) return
  folder = await mkdtemp(path(tmpdir(), 'mex-clocks-'))
  for (const [machine, seconds] of differences.entries()) await setClock(machine, seconds)
  database = await openTestDatabase()
  servers = openServerProcesses(variablesOf)
  const first = await servers.join()
  load = await openLoad(first.url, people)
  await servers.join(first)
  await servers.join(first)
})
after(async () => {
  if (skip !== false) return
  await servers.end()
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Two calls each time: below the rate limit of a network, 1,200 a minute. */
const lookMilliseconds = 150

/** A market time that a server has shown, and when it was seen (milliseconds of this process). */
type Shown = { readonly at: number; readonly seen: number }

/** Looks at the clock and at a price of each of these servers, until it is stopped. */
function openWatch(watched: readonly Member[]) {
  const shown: Shown[] = []
  const prices = new Map<string, Set<string>>()
  let compared = 0
  let isOver = false

  async function look({ url }: Member): Promise<void> {
    const person = openPerson(url)
    let last = -Infinity
    while (!isOver) {
      const { now } = await person.call(calls.market.clock, {})
      assert(now >= last, `the clock of ${url} went back from ${last} to ${now}`)
      last = now
      shown.push({ at: now, seen: performance.now() })
      const { quoteId, last: price, bid, ask } = await person.call(calls.market.quote, { market: 'US', code: 'AAPL' })
      const known = prices.get(quoteId)
      if (known !== undefined) compared += 1
      prices.set(quoteId, (known ?? new Set()).add(`${price} ${bid} ${ask}`))
      await rest(lookMilliseconds)
    }
  }

  const looking = Promise.all(watched.map(look))
  return async () => {
    isOver = true
    await looking
    for (const [quote, seen] of prices) assert.equal(seen.size, 1, `${quote} is ${[...seen].join(' and ')}`)
    assert(compared > 10, `${compared} prices were compared`)
    return shown
  }
}

type AcceptedOrder = { readonly id: number; readonly acceptedAt: number; readonly filledAt: number | null }

/** Everything that was shown before an order was sent is earlier than its acceptance, and its fill is later. */
async function expectNoLookBack(shown: readonly Shown[], before: number): Promise<void> {
  const { rows } = await sql<AcceptedOrder>`
    select id, accepted_at as "acceptedAt", (
      select min(at) from execution where execution.user_id = trade_order.user_id and order_id = trade_order.id
    ) as "filledAt" from trade_order`.execute(database.db)
  const orders = new Map(rows.map((row) => [row.id, row]))
  let checked = 0
  for (const { call, outcome, answered } of load.commands.slice(before)) {
    if (call.path !== calls.trading.createStock.path || outcome?.kind !== 'done' || answered === undefined) continue
    const order = orders.get(outcome.id)
    assert(order !== undefined)
    const latest = Math.max(...shown.filter(({ seen }) => seen < answered.sent).map(({ at }) => at))
    assert(order.acceptedAt >= latest, `order ${order.id} is accepted at ${order.acceptedAt}, and ${latest} was shown`)
    assert(
      order.filledAt === null || order.filledAt > order.acceptedAt,
      `order ${order.id} is filled before it is accepted`,
    )
    checked += 1
  }
  assert(checked > people, `${checked} orders were checked`)
}

/** People trade at these servers, usually at all, while something happens to the clocks. */
async function trade(happens: () => Promise<void>, used: readonly Member[] = servers.alive()): Promise<void> {
  const before = load.commands.length
  load.moveTo(...used.map(({ url }) => url))
  const stopWatch = openWatch(used)
  const running = load.run()
  const began = performance.now()
  const [first] = used
  assert(first !== undefined)
  const clock = async (): Promise<number> => (await openPerson(first.url).call(calls.market.clock, {})).now
  const from = await clock()
  await happens()
  load.stop()
  await running
  const passed = (await clock()) - from
  const took = performance.now() - began
  assert(Math.abs(passed - took) < 3000, `the market clock went on by ${passed} ms in ${took} ms`)
  const shown = await stopWatch()
  await load.settle()
  await expectFills(load)
  await expectNoLookBack(shown, before)
  for (const { url } of used) {
    load.moveTo(url)
    await expectAcknowledged(load)
  }
}

test('people trade at servers whose clocks differ by four seconds', { skip }, () => trade(() => rest(6000)))

for (const [who, machine] of [
  ['a server that follows', 2],
  ['the server that leads', 0],
] as const)
  test(`the clock of ${who} is set forwards and back while people trade`, { skip }, () =>
    trade(async () => {
      const usual = differences[machine] ?? 0
      for (const seconds of [0.7, 30, -30, 1800, 0]) {
        await setClock(machine, usual + seconds)
        await rest(2500)
      }
    }),
  )

test('another server leads, whose clock is four seconds behind', { skip }, async () => {
  const [leader, next, last] = servers.alive()
  assert(leader !== undefined && next !== undefined && last !== undefined)
  assert(leads(leader))
  const handOver = async (): Promise<void> => {
    await rest(2000)
    await leader.program.end('SIGTERM')
    await until('another server leads', () => leads(next) || leads(last), 30)
    // Long enough for more than an order of each person, whatever they order first.
    await rest(6000)
  }
  await trade(handOver, [next, last])
})

test('the books and all fills are right after all of it', { skip }, () => {
  const [member] = servers.alive()
  assert(member !== undefined)
  return expectBalancedLedger(member.folder, ['ledger', 'fills', 'ipo'], { DATABASE_URL: database.connectionString })
})
