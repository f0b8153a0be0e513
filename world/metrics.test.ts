import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { connect, pino, sql, until } from '@mex/server/testing.ts'
import { fetchMetrics, valueOf } from './metrics.ts'
import type { Person } from './person.ts'
import { openWorld, type World } from './world.ts'

/** What /metrics and /readyz say about a real server. */

let world: World
let alice: Person
before(async () => {
  world = await openWorld({ seed: 'metrics', log: pino({ level: 'silent' }) })
  alice = await world.person()
})
after(() => world[Symbol.asyncDispose]())

const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1' }
const order = (person = alice, fields: Readonly<Record<string, unknown>> = {}) =>
  person.askWire(calls.trading.createStock, { ...share, ...fields })

/** A value of the database is read every five seconds. */
const withinSeconds = 10

const metrics = () => fetchMetrics(world.url)
const value = async (name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | undefined> =>
  valueOf(await metrics(), name, labels)
const counted = async (product: string, outcome: string): Promise<number> =>
  (await value('orders_total', { product, outcome })) ?? 0

async function readiness(): Promise<readonly [number, unknown]> {
  const response = await fetch(new URL('/readyz', world.url))
  return [response.status, await response.json()]
}

test('orders are counted by product and outcome', async () => {
  await order()
  await order(alice, { quantity: '99999999' })
  await order(alice, { stockCode: 'NOSUCH' })
  await order(world.stranger())
  await alice.askWire(calls.bonds.buy, {})
  assert.equal(await counted('stock', 'accepted'), 1)
  assert.equal(await counted('stock', 'unknown_instrument'), 1)
  assert.equal(await counted('stock', 'no_token'), 1)
  const all = (await metrics()).filter(({ name }) => name === 'orders_total')
  assert.equal(all.filter(({ labels }) => labels['product'] === 'stock').length, 4)
  assert.equal(all.filter(({ labels }) => labels['product'] === 'bond').length, 1)
})

test('the number of series does not grow with users, instruments and requests', async () => {
  // Those of Node have the kinds of its open handles and collections, which come and go.
  const names = async () =>
    (await metrics())
      .filter(({ name }) => !name.startsWith('nodejs_'))
      .map((series) => `${series.name} ${JSON.stringify(series.labels)}`)
  const everyone = async (): Promise<void> => {
    for (const stockCode of ['MSFT', 'NVDA', 'TSLA']) {
      const person = await world.person()
      await order(person, { stockCode })
      await person.fetch(`/nothing/${stockCode}`)
    }
  }
  await everyone()
  await world.step()
  const first = await names()
  await everyone()
  await world.step()
  assert.deepEqual(await names(), first)
})

test('a wrong ledger stops orders and is measured, but the server stays ready: reading works', async () => {
  const { ledger } = world.server.dependencies
  await world.server.jobs.runAll(world.clock.now())
  assert.equal(await value('ledger_consistent'), 1)
  assert.equal(await value('ledger_findings'), 0)
  assert.equal(await value('orders_stopped', { reason: 'ledger_wrong' }), 0)
  const age = (await value('ledger_check_age_seconds')) ?? -1
  assert(age >= 0 && age < 60, String(age))
  assert(((await value('ledger_check_seconds')) ?? 0) > 0)
  ledger.isConsistent = false
  try {
    assert.equal(await value('ledger_consistent'), 0)
    assert.equal(await value('orders_stopped', { reason: 'ledger_wrong' }), 1)
    const before = await counted('stock', 'accepted')
    assert.notEqual((await order()).envelope.code, 200)
    assert.equal(await counted('stock', 'accepted'), before)
    assert.equal((await alice.ask(calls.trading.positions, { pageNum: 1, pageSize: 50 })).envelope.code, 200)
    assert.deepEqual(await readiness(), [200, { database: true, market: true, open: true }])
  } finally {
    ledger.isConsistent = true
  }
})

test('a server alone leads; one that follows says so, and not that it has checked no ledger for long', async () => {
  const own = world.server.dependencies
  assert.equal(await value('server_leading'), 1)
  const { members } = own
  Object.assign(own, { members: { isLeading: () => false } })
  try {
    assert.equal(await value('server_leading'), 0)
    assert.equal(await value('ledger_check_age_seconds'), undefined)
  } finally {
    Object.assign(own, { members })
  }
  assert.notEqual(await value('ledger_check_age_seconds'), undefined)
})

test('the trading lane tells how many commands wait and how long, and how long its lists took', async () => {
  await order()
  const { db, pool } = connect(world.connectionString, 1)
  const client = await pool.connect()
  const lists = (await value('trading_list_seconds_count')) ?? 0
  try {
    await client.query('begin')
    await client.query('select id from app_user for update')
    const held = Array.from({ length: 3 }, () => order())
    await until('commands wait', async () => ((await value('trading_commands_waiting')) ?? 0) > 0, withinSeconds)
    await until(
      'their age grows',
      async () => ((await value('trading_commands_waited_seconds')) ?? 0) > 0.05,
      withinSeconds,
    )
    await client.query('rollback')
    await Promise.all(held)
  } finally {
    client.release()
    await db.destroy()
  }
  assert.equal(await value('trading_commands_waiting'), 0)
  assert.equal(await value('trading_commands_waited_seconds'), 0)
  assert(((await value('trading_list_seconds_count')) ?? 0) >= lists + 2)
  assert(((await value('trading_wait_seconds_sum')) ?? 0) > 0.05)
})

test('ticks are measured, and missed ones are counted as a gap', async () => {
  const [handled = 0, gaps = 0] = [await value('tick_behind_seconds_count'), await value('tick_gaps_total')]
  await world.step(3)
  assert.equal(await value('tick_behind_seconds_count'), handled + 3)
  assert.equal(await value('tick_overdue_seconds'), 0)
  assert.equal(await value('tick_gaps_total'), gaps)
  world.clock.advance(60_000)
  const overdue = (await value('tick_overdue_seconds')) ?? 0
  assert(overdue > 50 && overdue <= 60, String(overdue))
  await world.pass(0)
  assert.equal(await value('tick_gaps_total'), gaps + 1)
  assert((await value('tick_overdue_seconds')) === 0)
})

test('a failing job is counted, what cannot be read is left out, and the other metrics are answered', async () => {
  const { db } = connect(world.connectionString, 1)
  assert.equal(await value('job_failures_total', { job_name: 'mail' }), 0)
  await sql`alter table mail rename to mail_elsewhere`.execute(db)
  try {
    await world.server.jobs.runAll(world.clock.now())
    assert.equal(await value('job_failures_total', { job_name: 'mail' }), 1)
    assert.equal(await value('job_failures_total', { job_name: 'gaps' }), 0)
    const age = (await value('job_success_age_seconds', { job_name: 'mail' })) ?? 0
    assert(age > ((await value('job_success_age_seconds', { job_name: 'gaps' })) ?? 0))
    await until(
      'the unreadable value is left out',
      async () => (await value('mail_waiting')) === undefined,
      withinSeconds,
    )
    assert.equal(await value('build_info', { version: '1.0.0' }), 1)
  } finally {
    await sql`alter table mail_elsewhere rename to mail`.execute(db)
    await db.destroy()
  }
})

test('nothing waits for a connection while one is free, also when a look at the metrics needs some', async () => {
  const reads = async (): Promise<readonly unknown[]> => {
    const all = await metrics()
    return [valueOf(all, 'database_connections_waiting'), valueOf(all, 'database_connections_max')]
  }
  // The values of the database are read again after five seconds.
  await rest(5100)
  for (let count = 0; count < 3; count += 1) assert.deepEqual(await reads(), [0, 16])
})

test('is not ready while no connection of the database is free, and still answers the metrics', async () => {
  const { pool } = world.server.dependencies.store
  await until('mail can be counted', async () => (await value('mail_waiting')) !== undefined, withinSeconds)
  const most = (await value('database_connections_max')) ?? 0
  assert.equal(most, 16)
  // As many as there can be: what another reading still has comes to us when it ends, before it could be free.
  const held = Array.from({ length: most }, () => pool.connect())
  try {
    const begin = performance.now()
    assert.deepEqual(await readiness(), [503, { database: false, market: true, open: true }])
    const waited = performance.now() - begin
    assert(waited < 4000, `${waited} ms`)
    assert.equal(await value('database_connections', { state: 'used' }), most)
    assert(((await value('database_connections_waiting')) ?? 0) > 0)
    const readyAll = await Promise.all(Array.from({ length: 250 }, () => world.server.dependencies.store.ready()))
    assert(!readyAll.includes(true))
    assert(pool.waitingCount < 150, `${pool.waitingCount} statements wait`)
    const answered = async (): Promise<boolean> => {
      const asked = performance.now()
      const mail = await value('mail_waiting')
      assert(performance.now() - asked < 2000, 'the metrics do not wait for the database')
      return mail === undefined
    }
    await until('mail cannot be counted', answered, withinSeconds)
  } finally {
    for (const client of held) (await client).release()
  }
  // The statements that waited come first.
  await until('ready at once', async () => (await readiness())[0] === 200, withinSeconds)
  // A reading that began while no connection was free ends before the next one.
  await until('ready again', async () => (await value('server_ready')) === 1, withinSeconds)
})

test('disk space, push clients, mail and the outbox are measured', async () => {
  const all = await metrics()
  assert((valueOf(all, 'disk_free_bytes') ?? 0) > 0)
  assert.equal(valueOf(all, 'server_draining'), 0)
  for (const kind of ['sockets', 'users', 'channels']) assert.equal(valueOf(all, 'push_clients', { kind }), 0)
  for (const reason of ['storage_low', 'stopping']) assert.equal(valueOf(all, 'orders_stopped', { reason }), 0)
  await until('mail is counted', async () => (await value('mail_waiting')) !== undefined, withinSeconds)
  await until('the outbox is read', async () => (await value('outbox_unsent')) === 0, withinSeconds)
  assert.equal(await value('outbox_oldest_seconds'), 0)
})
