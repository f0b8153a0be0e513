import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import type { Call } from '@mex/contract/call.ts'
import { newKey } from '@mex/world/person.ts'
import { connectTo, expectBalancedLedger } from './evidence.ts'
import { openLoad, type Command, type Load } from './load.ts'
import { clear, openFolder, startServer, type ServerProcess } from './server-process.ts'
import { until } from './waiting.ts'

/**
 * Robots, a quantitative product and a campaign from their orders to their ends. The server is killed while people order, and in the
 * midst of every transition: as soon as the first of several people has it. It starts again shortly before the next one.
 */
const robot = 2600
const product = 1007
const agency = 4
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
  end: '2026-12-14T00:03:58Z',
  payout: '2026-12-14T21:29:58Z',
  settlement: '2026-12-15T14:29:58Z',
}
const people = 6

let folder: string
let server: ServerProcess
let load: Load

const start = (at: string): Promise<ServerProcess> => startServer(folder, ['server/main.ts'], { CLOCK_START: at })

/** A robot costs 900.00 of 100,000.00. Every second person puts the rest in a product, and has nothing for energy. */
const wishes = (writer: number): readonly (readonly [Call, Command['fields']])[] => [
  [calls.robots.rent, { robotId: robot }],
  [calls.quantify.save, { productId: product, amount: writer % 2 === 0 ? '99100' : '1000', agree: true }],
  [calls.follows.add, { agencyId: agency, amount: '2500' }],
]

function next(writer: number, count: number): Command | undefined {
  const wish = wishes(writer)[count]
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
  await counting((count) => until(async () => (await count(from)) > 0))
  await killServer(then)
}

/** Expects that everything that was ordered is or becomes so. */
const expectAll = (table: string, condition: string): Promise<void> =>
  counting(async (count) => {
    const all = await count(table)
    assert.ok(all >= people / 2, `${all} rows of ${table}`)
    await until(async () => (await count(`${table} where ${condition}`)) === all)
  })

test('killed while people order: every acknowledged order stands once', async () => {
  const running = load.run()
  await rest(600)
  await killServer(moments.search)
  // Everybody orders everything, however slow the machine.
  await until(() => Promise.resolve(load.commands.length === people * wishes(0).length))
  load.stop()
  await running
  await load.settle()
  for (const [table, call] of [
    ['robot_order', calls.robots.rent],
    ['quantify_order', calls.quantify.save],
    ['follow_order', calls.follows.add],
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

test('killed while a campaign opens: every order is confirmed at its one price', async () => {
  await killAtFirst(`follow_order where status = 'running'`, moments.end)
  await expectAll('follow_order', 'open_price is not null')
  assert.equal(await counting((count) => count('(select distinct open_price, open_quote from follow_order) as one')), 1)
})

test('killed while robots end, a product pays out and a campaign settles: everybody is paid once', async () => {
  await killAtFirst(`robot_order where status = 'expired'`, moments.payout)
  await expectAll('robot_order', `status = 'expired' and ticks = 7 * 144`)
  await killAtFirst(`quantify_order where status = 'completed'`, moments.settlement)
  await expectAll('quantify_order', `end_on = '2026-12-14'`)
  await killAtFirst(`follow_order where status = 'settled'`, moments.settlement)
  await expectAll('follow_order', `status = 'settled'`)
  await expectAll('robot_order', `redeemed_at is not null`)
  await counting(async (count) => {
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

test('the ledger, the fills, the robots, the products and the campaigns are right after the kills', () =>
  expectBalancedLedger(folder, ['ledger', 'fills', 'robots', 'strategies', 'follow']))
