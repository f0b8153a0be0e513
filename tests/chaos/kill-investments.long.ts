import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import type { Call } from '@mex/contract/call.ts'
import { newKey } from '@mex/world/person.ts'
import { until } from '@mex/server/testing.ts'
import { connectTo, expectBalancedLedger } from './evidence.ts'
import { openLoad, type Command, type Load } from './load.ts'
import { clear, openFolder, startServer, type ServerProcess } from './server-process.ts'

/**
 * Robots, a quantitative product, a campaign and bonds from their orders to their ends. The server is killed while people order, and in
 * the midst of every transition: as soon as the first of several people has it, or while the list that decides it waits to save it. It
 * starts again shortly before the next one.
 */
const robot = 2600
const product = 1007
const agency = 4
/** A note that pays in February, and a bill that matures in December. */
const note = 3205
const bill = 21200
/**
 * Robots that are rented before 00:05 run out of energy after a day, and stand still until the next tick, when they can
 * buy some with it.
 */
const moments = {
  orders: '2026-12-07T00:00:30Z',
  search: '2026-12-07T00:01:28Z',
  tick: '2026-12-07T01:00:28Z',
  start: '2026-12-07T21:29:58Z',
  empty: '2026-12-08T00:32:58Z',
  confirmation: '2026-12-08T14:30:58Z',
  sale: '2026-12-08T14:59:50Z',
  end: '2026-12-14T00:03:58Z',
  payout: '2026-12-14T21:29:58Z',
  settlement: '2026-12-15T14:29:58Z',
  maturity: '2026-12-15T14:59:50Z',
  coupon: '2027-02-16T05:09:50Z',
}
const people = 6

let folder: string
let server: ServerProcess
let load: Load

const start = (at: string): Promise<ServerProcess> => startServer(folder, ['server/main.ts'], { CLOCK_START: at })

/** Whether people sell a part of their notes now; before they order everything. */
let isSelling = false

/** Every second person puts what a robot leaves in a product, and has nothing for energy. The others buy bonds too. */
const isRich = (writer: number): boolean => writer % 2 === 1

/** A robot costs 900.00 of 100,000.00. */
const wishes = (writer: number): readonly (readonly [Call, Command['fields']])[] => [
  [calls.robots.rent, { robotId: robot }],
  [calls.quantify.save, { productId: product, amount: isRich(writer) ? '1000' : '99100', agree: true }],
  [calls.follows.add, { agencyId: agency, amount: '2500' }],
  ...(isRich(writer) ? bonds : []),
]
const bonds: ReturnType<typeof wishes> = [
  [calls.bonds.buy, { id: bill, amount: '200' }],
  [calls.bonds.buy, { id: note, amount: '300' }],
]

/** A part of every note of a writer: a holding has the id of its purchase. */
const sales = (writer: number, sent: readonly Command[]): ReturnType<typeof wishes> =>
  sent.flatMap((each) =>
    each.writer === writer && each.fields['id'] === note && each.outcome?.kind === 'done'
      ? [[calls.bonds.sell, { id: each.outcome.id, amount: '100' }] as const]
      : [],
  )

function next(writer: number, count: number, sent: readonly Command[]): Command | undefined {
  const wish = (isSelling ? sales(writer, sent) : wishes(writer))[count]
  if (wish === undefined) return undefined
  return { writer, call: wish[0], fields: wish[1], key: newKey(), outcome: undefined }
}

before(async () => {
  folder = await openFolder()
  server = await start(moments.orders)
  load = await openLoad(server.url, people, next)
})
after(() => clear(server, folder))

async function killServer(at: string): Promise<void> {
  await server.end('SIGKILL')
  server = await start(at)
  load.moveTo(server.url)
}

/** How many rows a statement counts, once the database answers. */
async function counting<T>(work: (count: (from: string) => Promise<number>) => Promise<T>): Promise<T> {
  const { db, pool } = await connectTo(folder)
  try {
    return await work(async (from) => {
      const { rows } = await pool.query<{ count: number }>(`select count(*) as count from ${from}`)
      return rows[0]?.count ?? 0
    })
  } finally {
    await db.destroy()
  }
}

/** Waits until the first row is there, and kills the server at once, which starts again at another moment. */
async function killAtFirst(from: string, then: string): Promise<void> {
  await counting((count) => until(`a row of ${from}`, async () => (await count(from)) > 0))
  await killServer(then)
}

/**
 * Kills the server while a list waits to write to a table, with everything decided and nothing committed. Its database drops the list
 * when the lock is gone.
 */
async function killInTheMidst(table: string, then: string): Promise<void> {
  const { db, pool } = await connectTo(folder)
  try {
    await pool.query('begin')
    await pool.query(`lock table ${table} in share mode`)
    const waiting = `select from pg_locks where not granted and relation = '${table}'::regclass`
    await until('it waits', async () => ((await pool.query(waiting)).rowCount ?? 0) > 0)
    await server.end('SIGKILL')
  } finally {
    await db.destroy()
  }
  server = await start(then)
  load.moveTo(server.url)
}

/** Expects that everything that was ordered is or becomes so. */
const expectAll = (table: string, condition: string): Promise<void> =>
  counting(async (count) => {
    const all = await count(table)
    assert.ok(all >= people / 2, `${all} rows of ${table}`)
    await until(`all rows of ${table}`, async () => (await count(`${table} where ${condition}`)) === all)
  })

/** Expects that everybody who bought bonds gets such a holding. */
const expectHoldings = (condition: string): Promise<true> =>
  counting((count) =>
    until('all holdings', async () => (await count(`bond_holding where ${condition}`)) === people / 2),
  )

/** Lets people order so much more, however slow the machine; the server may be killed meanwhile. */
async function ordering(more: number, meanwhile: () => Promise<void>): Promise<void> {
  const before = load.commands.length
  const running = load.run()
  await meanwhile()
  await until('all have ordered', () => load.commands.length === before + more)
  load.stop()
  await running
  await load.settle()
}

test('killed while people order: every acknowledged order stands once', async () => {
  await ordering(people * 3 + (people / 2) * 2, async () => {
    await rest(600)
    await killServer(moments.search)
  })
  isSelling = true
  await ordering(people / 2, () => Promise.resolve())
  for (const [table, call] of [
    ['robot_order', calls.robots.rent],
    ['quantify_order', calls.quantify.save],
    ['follow_order', calls.follows.add],
    ['bond_purchase', calls.bonds.buy],
    [`bond_holding where end_kind = 'sale'`, calls.bonds.sell],
  ] as const) {
    const done = load.commands.filter((command) => command.call === call && command.outcome?.kind === 'done')
    assert.ok(done.length > 0, call.path)
    assert.equal(await counting((count) => count(table)), done.length, call.path)
  }
})

test('killed while robots find a pool, mine, buy energy and run out of it: each does so once', async () => {
  await killAtFirst(`robot_note where kind = 'found'`, moments.tick)
  await killAtFirst(`journal where event = 'E83'`, moments.start)
  await killAtFirst(`quantify_order where status = 'running'`, moments.empty)
  await expectAll('quantify_order', `status = 'running' and start_on = '2026-12-07'`)
  await killAtFirst(`robot_note where kind = 'insufficient'`, moments.confirmation)
})

test('killed while a campaign opens and sales settle: every order has its one price, every seller is paid once', async () => {
  await killAtFirst(`follow_order where status = 'running'`, moments.sale)
  await killInTheMidst('bond_holding', moments.end)
  await expectAll('follow_order', 'open_price is not null')
  assert.equal(await counting((count) => count('(select distinct open_price, open_quote from follow_order) as one')), 1)
  await expectHoldings(`bond_id = ${note} and end_kind = 'sale' and status = 'redeemed' and face = 10000`)
  await expectHoldings(`bond_id = ${note} and end_kind is null and face = 20000`)
})

test('killed while robots end, products and bonds pay and a campaign settles: everybody is paid once', async () => {
  await killAtFirst(`robot_order where status = 'expired'`, moments.payout)
  await expectAll('robot_order', `status = 'expired' and ticks = 7 * 144`)
  await killAtFirst(`quantify_order where status = 'completed'`, moments.settlement)
  await expectAll('quantify_order', `end_on = '2026-12-14'`)
  await killAtFirst(`follow_order where status = 'settled'`, moments.maturity)
  await killInTheMidst('bond_holding', moments.coupon)
  await killInTheMidst('bond_coupon', moments.coupon)
  await expectHoldings(`bond_id = ${bill} and end_kind = 'maturity' and status = 'redeemed' and face = 20000`)
  await expectHoldings(`bond_id = ${note} and end_kind is null and received > 0 and coupons_until = '2027-02-15'`)
  await expectAll('follow_order', `status = 'settled'`)
  await expectAll('robot_order', `redeemed_at is not null`)
  await counting(async (count) => {
    assert.equal(await count('bond_coupon'), people / 2)
    for (const event of ['E61', 'E63', 'E64'])
      assert.equal(await count(`journal where ref_type = 'bond' and event = '${event}'`), people / 2, event)
    for (const [table, kind, events] of [
      ['robot_order', 'robot', ['E80', 'E84']],
      ['quantify_order', 'product', ['E75', 'E76']],
      ['follow_order', 'follow', ['E70', 'E71', 'E73', 'E74']],
    ] as const)
      for (const event of events) {
        const of = `(select from journal where ref_type = '${kind}' and event = '${event}' group by ref_id having count(*) > 1) as twice`
        assert.equal(await count(of), 0, `${event} twice`)
        const isEnd = event === 'E73' || event === 'E74'
        const named = isEnd ? `('E73', 'E74')` : `('${event}')`
        assert.equal(await count(`journal where ref_type = '${kind}' and event in ${named}`), await count(table), event)
      }
    for (const what of [`'insufficient'`, `'resumed'`, `'expired'`, `'found'`, `'mining'`])
      assert.equal(
        await count(`(select from robot_note where kind = ${what} group by order_id having count(*) > 1) as twice`),
        0,
        what,
      )
  })
})

test('the ledger, the fills, the robots, the products, the campaigns and the bonds are right after the kills', () =>
  expectBalancedLedger(folder, ['ledger', 'fills', 'robots', 'strategies', 'follow', 'bonds']))
