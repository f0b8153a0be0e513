import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { findOrder } from '#areas/trading/store.ts'
import { accepted, openTradingTest, type TradingTest } from '#areas/trading/testing.ts'
import { inBatches } from './verify.ts'
import { crash, findingsIn } from './testing.ts'

const at = (text: string): number => Date.parse(text)
const start = at('2026-11-20T14:29:50Z')
const open = at('2026-11-20T14:30:00Z')
const fall = open + 5000
const rise = open + 60_000
let market: TradingTest
let ids: { readonly auction: number; readonly ladder: number; readonly lost: number; readonly sold: number }

before(async () => {
  market = await openTradingTest({
    practiceHours: false,
    at: start,
    bend: (feed) => crash(crash(feed, 'US:TSLA', fall, 84n), 'US:PFE', rise, 115n),
  })
  const user = await market.person()
  const auction = accepted(await market.open(user, { key: 'US:AAPL', quantity: '7' }))
  while (market.clock.now() < open) await market.tick()
  const lost = accepted(await market.open(user, { key: 'US:TSLA', quantity: '20', leverage: 5 }))
  const ladder = accepted(await market.open(user, { key: 'US:NVDA', quantity: '12', leverage: 2, direction: 'short' }))
  await market.tick()
  accepted(await market.addMargin(user, ladder.id, '50.00'))
  const sold = accepted(await market.close(user, ladder.id, { amount: 'half' }))
  while (market.clock.now() < fall + 2000) await market.tick()
  ids = { auction: auction.id, ladder: ladder.id, lost: lost.id, sold: sold.id }
  // The tests below change append-only rows, as an owner of the database could.
  for (const table of ['execution', 'unsettled'])
    await market.database.pool.query(`alter table ${table} disable trigger all`)
  await market.database.pool.query('alter table journal_line disable trigger all')
})
after(() => market[Symbol.asyncDispose]())

test('a replay gives the same results as the market', async () => {
  assert.deepEqual(await findingsIn(market), [])
  const { rows } = await market.database.pool.query<{ rule: string }>(
    'select distinct rule from execution order by rule',
  )
  assert.deepEqual(
    rows.map(({ rule }) => rule),
    ['auction', 'ladder'],
  )
  const closed = await market.database.pool.query('select from closing where reason = $1', ['liquidation'])
  assert.equal(closed.rowCount, 1)
})

test('accepts a closing order of the same millisecond as the fill that opened its position', async () => {
  const user = await market.person()
  const { id } = accepted(await market.open(user, { key: 'US:NVDA', quantity: '4' }))
  await market.tick()
  // Accepted before the clock moves on, and never changed afterwards.
  accepted(await market.close(user, id))
  assert.deepEqual(await findingsIn(market), [])
})

test('reports every changed field of a trade by its name', async () => {
  type Planted = readonly [what: string, spoil: string, mend: string, found: RegExp]
  const set = (table: string, field: string, by: string, where: string): [string, string] => [
    `update ${table} set ${field} = ${field} + ${by} where ${where}`,
    `update ${table} set ${field} = ${field} - ${by} where ${where}`,
  ]
  const order = (id: number): string => `id = ${id}`
  const planted: readonly Planted[] = [
    ['fee', ...set('trade_order', 'fee', '1', order(ids.auction)), /^order \d+: fee is /],
    ['margin', ...set('trade_order', 'margin', '1', order(ids.auction)), /^order \d+: margin is /],
    ['cost', ...set('trade_order', 'cost', '1', order(ids.ladder)), /^order \d+: cost is /],
    ['rate', ...set('trade_order', 'exchange', '1', order(ids.ladder)), /^order \d+: converts by /],
    ['day of fees', ...set('trade_order', 'fee_date', '1', order(ids.sold)), /^order \d+: pays the fees of /],
    ['margin of a position', ...set('position', 'margin', '1', order(ids.ladder)), /^position \d+: margin is /],
    ['opening fee', ...set('position', 'opening_fee', '1', order(ids.ladder)), /^position \d+: openingFee is /],
    ['profit', ...set('closing', 'profit', '1', `order_id = ${ids.sold}`), /^closing by order \d+: profit is /],
    ['fee of a closing', ...set('closing', 'closing_fee', '1', `order_id = ${ids.sold}`), /: fee is /],
    [
      'loss of a liquidation',
      ...set('closing', 'profit', '1', 'order_id is null'),
      /^liquidation of position \d+: profit is /,
    ],
    [
      'liquidation without need',
      `update closing set quote_id = 'US:TSLA@' || (split_part(quote_id, '@', 2)::bigint - 3), closed_at = closed_at - interval '2.8125 s'
        where order_id is null`,
      `update closing set quote_id = 'US:TSLA@' || (split_part(quote_id, '@', 2)::bigint + 3), closed_at = closed_at + interval '2.8125 s'
        where order_id is null`,
      /^position \d+: was liquidated without need|is not the quote|was not at the exit side/,
    ],
    [
      'price',
      ...set('execution', 'price', '1000000', `order_id = ${ids.ladder}`),
      /^execution \d+ of order \d+: is .*, should be /,
    ],
    [
      'earlier fills',
      ...set('execution', 'earlier', '100000000', `order_id = ${ids.ladder}`),
      /there should be no such fill/,
    ],
    [
      'auction at the ladder',
      `update execution set rule = 'ladder' where order_id = ${ids.auction}`,
      `update execution set rule = 'auction' where order_id = ${ids.auction}`,
      /^execution \d+ of order \d+: an auction has one price/,
    ],
    [
      'ladder at the price of an auction',
      `update execution set rule = 'auction' where order_id = ${ids.ladder}`,
      `update execution set rule = 'ladder' where order_id = ${ids.ladder}`,
      /^execution \d+ of order \d+: the quote is no auction/,
    ],
    [
      'side of a fill',
      `update execution set side = 'sell' where order_id = ${ids.auction}`,
      `update execution set side = 'buy' where order_id = ${ids.auction}`,
      /^execution \d+ of order \d+: the order is to buy/,
    ],
    [
      'instrument of a fill',
      `update execution set instrument = 'US:TSLA' where order_id = ${ids.auction}`,
      `update execution set instrument = 'US:AAPL' where order_id = ${ids.auction}`,
      /^execution \d+ of order \d+: the order is for US:AAPL/,
    ],
    [
      'position of a fill',
      ...set('execution', 'position_id', '1', `order_id = ${ids.auction}`),
      /^execution \d+ of order \d+: the order belongs to position /,
    ],
    [
      'end of an order',
      ...set('trade_order', 'expires_at', `interval '1 day'`, order(ids.auction)),
      /^order \d+: ends .*, should end /,
    ],
    [
      'an order that is gone',
      `update trade_order set id = -id where ${order(ids.sold)}`,
      `update trade_order set id = -id where id = ${-ids.sold}`,
      new RegExp(`^journal E34:.*: is about order ${ids.sold}, which is not there`),
    ],
    [
      'proceeds that are settled too early',
      'update unsettled set user_id = user_id + 1',
      'update unsettled set user_id = user_id - 1',
      /^unsettled of user \d+ in US_STOCK until 2026-11-23: is missing, should be \d/,
    ],
    [
      'proceeds that somebody has changed',
      ...set('unsettled', 'amount', '1', 'true'),
      /^unsettled of user \d+ in US_STOCK until 2026-11-23: is [\d.]+, should be [\d.]+/,
    ],
    [
      'proceeds of nothing',
      `insert into unsettled select user_id, wallet, '2026-11-25', 500 from unsettled`,
      `delete from unsettled where release_date = '2026-11-25'`,
      /^unsettled of user \d+ in US_STOCK until 2026-11-25: is 5.00, should be nothing/,
    ],
    [
      'fill that is missing',
      `update execution set order_id = -order_id where order_id = ${ids.ladder}`,
      `update execution set order_id = -order_id where order_id = ${-ids.ladder}`,
      /^journal E31:\d+:US:NVDA@\d+: has no reason|^order \d+: filled is /,
    ],
    [
      'commission that is booked as a levy',
      `update journal_line set account = 'SYS.LEVY.sfc' where account = 'REV.COMMISSION'`,
      `update journal_line set account = 'REV.COMMISSION' where account = 'SYS.LEVY.sfc'`,
      /^journal E31:.*: is .*SYS\.LEVY\.sfc.*, should be .*REV\.COMMISSION/,
    ],
    [
      'reserve',
      ...set(
        'journal_line',
        'credit',
        '1',
        `account = 'U.ORDER' and credit > 0 and journal_id =
        (select id from journal where event_key = 'E30:${ids.ladder}:reserve')`,
      ),
      /^order \d+: reserved .*, should be /,
    ],
  ]
  for (const [what, spoil, mend, found] of planted) {
    const { rowCount } = await market.database.pool.query(spoil)
    assert.ok((rowCount ?? 0) > 0, `${what} is changed`)
    const said = await findingsIn(market)
    assert.ok(
      said.some((line) => found.test(line)),
      `${what}: ${said.join('\n')}`,
    )
    await market.database.pool.query(mend)
  }
  assert.deepEqual(await findingsIn(market), [])
})

test('reports a missed fill, unless a gap or a halt explains it', async () => {
  await using idle = await openTradingTest({ at: at('2026-11-20T16:00:00Z') })
  const user = await idle.person()
  const order = accepted(await idle.open(user, {}))
  const last = present(idle.feed.quote('US:PFE', idle.clock.now()), 'quote').last
  const resting = { key: 'US:PFE', type: 'limit', limit: String((last * 90n) / 10_000_000_000n) } as const
  accepted(await idle.open(user, resting))
  // No matcher handles the ticks.
  const from = idle.clock.now()
  idle.clock.advance(20_000)
  const said = await findingsIn(idle)
  assert.equal(said.length, 1)
  assert.match(said[0] ?? '', new RegExp(`^order ${order.id}: could be filled at every tick from `))
  assert.deepEqual(await findingsIn(idle, { gaps: [{ from, to: from + 18_000 }] }), [])
  assert.deepEqual(await findingsIn(idle, { until: from + 4000 }), [])
  const halt = { from: from - 1, to: undefined, held: undefined }
  assert.deepEqual(await findingsIn(idle, { halts: [{ ...halt, market: 'US', code: 'AAPL' }] }), [])
  assert.deepEqual(await findingsIn(idle, { halts: [{ ...halt, market: 'US', code: undefined }] }), [])
  assert.equal((await findingsIn(idle, { halts: [{ ...halt, market: 'US', code: 'TSLA' }] })).length, 1)
  assert.equal((await findingsIn(idle, { gaps: [{ from, to: from + 3000 }] })).length, 1)
})

test('reports a missed liquidation', async () => {
  const begin = at('2026-11-20T16:00:00Z')
  await using idle = await openTradingTest({ at: begin, bend: (feed) => crash(feed, 'US:TSLA', begin + 5000, 84n) })
  const user = await idle.person()
  const { id } = accepted(await idle.open(user, { key: 'US:TSLA', quantity: '20', leverage: 5 }))
  await idle.tick()
  idle.clock.advance(20_000)
  assert.match((await findingsIn(idle)).join('\n'), new RegExp(`^position ${id}: was below its maintenance margin`))
  assert.deepEqual(await findingsIn(idle, { until: begin + 8000 }), [])
})

test('ticks without the database are a gap, in which no fill counts as missed', async () => {
  const failures: unknown[] = []
  await using own = await openTradingTest({ onTickFailure: (error) => void failures.push(error) })
  const user = await own.person()
  await own.tick()
  const from = own.clock.now()
  const order = accepted(await own.open(user, { key: 'US:AAPL', quantity: '1' }))
  await own.database.pool.query('alter table trade_order rename to away')
  await own.tick(8)
  await own.database.pool.query('alter table away rename to trade_order')
  await own.tick()
  assert.equal(failures.length, 8)
  assert.deepEqual(own.gaps, [{ from, to: own.clock.now() }])
  assert.deepEqual(await findingsIn(own, { gaps: own.gaps }), [])
  const [missed = '', ...others] = await findingsIn(own)
  assert.match(missed, new RegExp(`^order ${order.id}: could be filled at every tick`))
  assert.deepEqual(others, [])
})

test('knows the free money at an instant that ended an order and posted nothing', async () => {
  const user = await market.person()
  market.clock.set(rise - 1)
  const ask = present(market.feed.quote('US:PFE', market.clock.now()), 'a quote').ask
  const affordable = 2_400_000_000_000n / ask
  const { id } = accepted(await market.open(user, { key: 'US:PFE', quantity: String(affordable) }))
  const found = async () => present(await findOrder(market.database.db, user, id), 'the order')
  for (let ticks = 0; ticks < 40 && (await found()).status !== 'ended'; ticks += 1) await market.tick()
  const { reason, filled } = await found()
  assert.deepEqual([reason, filled > 0n], ['NO_FUNDS', true])
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
})

test('people are checked in batches of few orders and few people, each of them once', () => {
  const most = { users: 3, orders: 10 }
  const cases: [orders: number[], batches: number[][]][] = [
    [[], []],
    [[25], [[1]]],
    [
      [4, 6, 1],
      [[1, 2], [3]],
    ],
    [
      [25, 0, 5, 6],
      [[1], [2, 3], [4]],
    ],
    [
      [0, 0, 0, 0],
      [[1, 2, 3], [4]],
    ],
  ]
  for (const [counts, batches] of cases) {
    const traders = counts.map((orders, index) => ({ id: index + 1, orders }))
    assert.deepEqual(inBatches(traders, most), batches)
  }
})
