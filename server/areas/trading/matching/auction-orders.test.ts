import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { sources } from '@mex/core/market/instrument.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { Feed } from '#feeds/feed.ts'
import { formatPrice, formatQuantity, moneyOf, price, type Price } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import type { Order as OrderView } from '@mex/contract/trading/shapes.ts'
import { askReset } from '#areas/testing.ts'
import { closeOut } from '#areas/trading/close-out.ts'
import { openMatcher } from './matcher.ts'
import { accepted, openTradingTest, thin, type Asked, type TradingTest } from '#areas/trading/testing.ts'
import { findingsIn } from '#areas/trading/verify/testing.ts'
import { lapseOverdue } from '#areas/trading/jobs.ts'
import { findOrder } from '#areas/trading/store.ts'
import { freshQuotes } from '#feeds/ticker-testing.ts'

const at = (text: string): number => Date.parse(text)
/** A Friday in New York, five hours behind. */
const morning = (time: string): number => at(`2026-11-20T${time}-05:00`)
const cross = morning('09:30:00')
const auctionOrder = { key: 'US:AAPL', source: sources.auctionStock, quantity: '3' } as const
const printOf = (market: TradingTest, key: string, instant: number): Price =>
  present(market.feed.quote(key, instant), key).last
const stored = async (market: TradingTest, user: number, { id }: Pick<OrderView, 'id'>) =>
  present(await findOrder(market.database.db, user, id), `order ${id}`)
const word = (outcome: unknown): string => (isRefusal(outcome) ? outcome.refused : 'accepted')

/** Jumps to shortly before an instant, which is a gap, and handles every tick from there until it. */
async function tickUntil(market: TradingTest, instant: number): Promise<void> {
  if (instant - market.clock.now() > 5000) market.clock.set(instant - 3000)
  await market.ticker.step()
  while (market.clock.now() < instant) await market.tick()
}

const enter = (market: TradingTest, user: number, order: Partial<Asked> = {}) =>
  market.open(user, { ...auctionOrder, ...order })

test('everybody gets the opening print, from the wallet of auctions, and the order names its quote', async () => {
  await using market = await openTradingTest({ practiceHours: false, at: morning('09:20:00') })
  const print = printOf(market, 'US:AAPL', cross)
  const far = formatPrice(price(print + 50_000_000n))
  const near = formatPrice(price(print - 1_000_000n))
  const [one, other, queued, distant] = [
    await market.person(),
    await market.person(),
    await market.person(),
    await market.person(),
  ]
  const orders = [
    [one, accepted(await enter(market, one))],
    [other, accepted(await enter(market, other, { type: 'limit', limit: far, leverage: 5 }))],
    [queued, accepted(await market.open(queued, { key: 'US:AAPL', quantity: '3' }))],
  ] as const
  const missed = accepted(await enter(market, distant, { type: 'limit', limit: near }))
  const before = await market.available(distant, 'STOCK')
  assert.deepEqual([missed.wallet, missed.currency, missed.quoteId], ['STOCK', 'MXN', undefined])
  assert.equal(missed.expiresAt, cross + 1)
  await tickUntil(market, cross)
  for (const [user, order] of orders) {
    const { status, cost, filled } = await stored(market, user, order)
    assert.deepEqual([status, cost], ['filled', (print * filled) / 100_000_000n], `order ${order.id}`)
  }
  const ended = await stored(market, distant, missed)
  assert.deepEqual([ended.status, ended.reason, ended.changedAt], ['ended', 'AUCTION_UNFILLED', cross])
  assert.equal((await market.available(distant, 'STOCK')) - before, missed.margin, 'the money is released')
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
  await market.expectBalancedLedger()
})

test('entry is from 04:00 to 09:28, and a cancel until 09:28', async () => {
  await using market = await openTradingTest({ practiceHours: false, at: morning('01:00:00') })
  const cases: [time: string, entry: string, cancel: string | undefined][] = [
    ['03:59:59.999', 'auction_closed', undefined],
    ['04:00:00.000', 'accepted', 'accepted'],
    ['09:27:59.999', 'accepted', 'accepted'],
    ['09:28:00.000', 'auction_closed', 'order_final'],
    ['09:29:59.999', 'auction_closed', 'order_final'],
  ]
  const user = await market.person()
  let earlier: OrderView | undefined
  for (const [time, entry, cancel] of cases) {
    market.clock.set(morning(time))
    if (earlier !== undefined && cancel !== undefined)
      assert.equal(word(await market.cancel(user, earlier.id)), cancel, time)
    const outcome = await enter(market, user)
    assert.equal(word(outcome), entry, time)
    if (!isRefusal(outcome)) earlier = outcome
  }
  for (const time of ['09:30:00', '12:00:00', '16:30:00', '23:00:00']) {
    market.clock.set(morning(time))
    assert.equal(word(await enter(market, user)), 'auction_closed', time)
  }
  // A holiday and the day before it: the next auction is on Friday.
  for (const time of ['2026-11-26T09:00:00-05:00', '2026-11-25T17:00:00-05:00', '2026-11-21T09:00:00-05:00']) {
    market.clock.set(at(time))
    assert.equal(word(await enter(market, user)), 'auction_closed', time)
  }
})

test('trading.createAuction refuses: wrong_state while the practice waits to start again, and shares are bought as always', async () => {
  await using market = await openTradingTest({ practiceHours: false, at: morning('09:20:00') })
  const user = await market.person()
  await askReset(market.database.db, user)
  assert.equal(word(await enter(market, user)), 'wrong_state')
  assert.equal(word(await market.open(user, { key: 'US:AAPL', quantity: '3' })), 'accepted')
  await market.database.pool.query('update practice_reset set done_at = now() where user_id = $1', [user])
  assert.equal(word(await enter(market, user)), 'accepted')
})

test('a half day has its auction in the morning as always', async () => {
  await using market = await openTradingTest({ practiceHours: false, at: at('2026-11-27T09:20:00-05:00') })
  const user = await market.person()
  const order = accepted(await enter(market, user))
  const open = at('2026-11-27T09:30:00-05:00')
  await tickUntil(market, open)
  assert.equal((await stored(market, user, order)).cost, printOf(market, 'US:AAPL', open) * 3n)
})

test('races: an entry and a cancel around 09:28 have one outcome each', async () => {
  await using market = await openTradingTest({ practiceHours: false, at: morning('09:27:59.990') })
  const user = await market.person()
  const early = accepted(await enter(market, user))
  const race = async (move: () => void) => {
    const outcomes = [enter(market, user), market.cancel(user, early.id), enter(market, user)] as const
    move()
    return Promise.all(outcomes)
  }
  const outcomes = await race(() => market.clock.set(morning('09:28:00')))
  assert.ok(outcomes.every((outcome) => ['accepted', 'auction_closed', 'order_final'].includes(word(outcome))))
  assert.equal(word(await market.cancel(user, early.id)), isRefusal(outcomes[1]) ? 'order_final' : 'accepted')
  await tickUntil(market, cross)
  const { status, reason } = await stored(market, user, early)
  assert.deepEqual([status, reason], isRefusal(outcomes[1]) ? ['filled', undefined] : ['ended', 'CANCELLED'])
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
  await market.expectBalancedLedger()
})

test('one user shares the published volume of an auction over all products; everybody else has it too', async () => {
  await using market = await openTradingTest({
    practiceHours: false,
    at: morning('09:20:00'),
    bend: (feed) => thin(feed, '100'),
  })
  const [user, other] = [await market.person(), await market.person()]
  const share = { key: 'US:PFE', quantity: '60' } as const
  const first = accepted(await enter(market, user, share))
  const second = accepted(await market.open(user, { ...share, quantity: '30' }))
  const third = accepted(await enter(market, user, share))
  const sold = accepted(await enter(market, user, { ...share, direction: 'short' }))
  const others = accepted(await enter(market, other, { ...share, quantity: '120' }))
  await tickUntil(market, cross)
  const filled = async (owner: number, order: OrderView): Promise<string> =>
    formatQuantity((await stored(market, owner, order)).filled)
  assert.deepEqual(await Promise.all([first, second, third, sold].map((order) => filled(user, order))), [
    '60',
    '30',
    '10',
    '60',
  ])
  assert.equal(await filled(other, others), '100')
  for (const [owner, order] of [
    [user, third],
    [other, others],
  ] as const)
    assert.equal((await stored(market, owner, order)).reason, 'AUCTION_UNFILLED')
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
  await market.expectBalancedLedger()
})

test('a print outside of the collar exchanges nothing: orders for the auction end, others trade on', async () => {
  await using market = await openTradingTest({
    practiceHours: false,
    at: morning('09:20:00'),
    bend: (feed) => thin(feed, '0'),
  })
  const user = await market.person()
  const order = accepted(await enter(market, user))
  const ordinary = accepted(await market.open(user, { key: 'US:AAPL', quantity: '3' }))
  await tickUntil(market, cross)
  assert.equal((await stored(market, user, order)).reason, 'AUCTION_UNFILLED')
  assert.equal((await stored(market, user, ordinary)).status, 'accepted')
  await market.tick()
  assert.equal((await stored(market, user, ordinary)).status, 'filled')
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
})

test('practice auctions cross every hour at the quote of that instant, and leave other orders alone', async () => {
  const noon = at('2026-11-21T17:00:00Z')
  await using market = await openTradingTest({ at: noon - 600_000 })
  const [user, trader] = [await market.person(), await market.person()]
  const order = accepted(await enter(market, user))
  const quote = present(market.feed.quote('US:AAPL', noon), 'a quote')
  assert.equal(word(await market.cancel(user, accepted(await enter(market, user)).id)), 'accepted')
  market.clock.set(noon - 120_000)
  assert.equal(word(await enter(market, user)), 'auction_closed')
  assert.equal(word(await market.cancel(user, order.id)), 'order_final')
  market.clock.set(noon - 3000)
  await market.ticker.step()
  while (market.feed.nextTick(market.clock.now()) < noon) await market.tick()
  const stock = accepted(await market.open(trader, { key: 'US:AAPL', quantity: '3' }))
  const { id: ordinary } = stock
  assert.equal(word(await market.cancel(trader, ordinary)), 'accepted', 'an ordinary order can be cancelled')
  const again = accepted(await market.open(trader, { key: 'US:AAPL', quantity: '3' }))
  await tickUntil(market, noon)
  const { status, cost } = await stored(market, user, order)
  assert.deepEqual([status, cost], ['filled', quote.last * 3n])
  assert.equal((await stored(market, trader, again)).cost, quote.ask * 3n, 'it buys at the ask as always')
  assert.equal(word(await enter(market, user)), 'accepted', 'the next auction takes orders')
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
  await market.expectBalancedLedger()
})

test('at speed 3600 no cross is passed by, and the job that ends orders does not come before it', async () => {
  const begin = at('2026-11-21T16:10:00Z')
  await using market = await openTradingTest({ at: begin, speed: 3600 })
  const user = await market.person()
  const first = accepted(await enter(market, user))
  const noon = at('2026-11-21T17:00:00Z')
  market.clock.set(noon + 300_000)
  await lapseOverdue(market.engine)
  assert.equal((await stored(market, user, first)).status, 'accepted')
  await market.ticker.step()
  assert.equal((await stored(market, user, first)).cost, printOf(market, 'US:AAPL', noon) * 3n)
  market.clock.set(at('2026-11-23T14:00:00Z'))
  const second = accepted(await enter(market, user))
  while (market.clock.now() < at('2026-11-23T14:40:00Z')) {
    market.clock.advance(600_000)
    await lapseOverdue(market.engine)
    await market.ticker.step()
  }
  assert.equal((await stored(market, user, second)).cost, printOf(market, 'US:AAPL', at('2026-11-23T14:30:00Z')) * 3n)
  await market.expectBalancedLedger()
})

test('a server that was down at the cross releases the money, and nothing is filled later', async () => {
  await using market = await openTradingTest({ practiceHours: false, at: morning('09:20:00') })
  const user = await market.person()
  const before = await market.available(user, 'STOCK')
  const order = accepted(await enter(market, user))
  market.clock.set(cross + 60_000)
  await market.ticker.step()
  await market.tick()
  assert.equal((await stored(market, user, order)).status, 'accepted', 'no quote of the session fills it')
  await lapseOverdue(market.engine)
  const { status, reason } = await stored(market, user, order)
  assert.deepEqual([status, reason], ['ended', 'AUCTION_UNFILLED'])
  assert.equal(await market.available(user, 'STOCK'), before)
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
  assert.match((await findingsIn(market)).join('\n'), new RegExp(`^order ${order.id}: was passed by at the cross`))
})

test('a halt at the cross ends the orders unfilled', async () => {
  let isHalted = false
  await using market = await openTradingTest({
    practiceHours: false,
    at: morning('09:20:00'),
    halted: (key) => isHalted && key === 'US:AAPL',
  })
  const user = await market.person()
  const order = accepted(await enter(market, user))
  const other = accepted(await enter(market, user, { key: 'US:MSFT' }))
  isHalted = true
  assert.equal(word(await enter(market, user)), 'trading_halted')
  await tickUntil(market, cross)
  market.clock.set(cross + 6000)
  await lapseOverdue(market.engine)
  assert.equal((await stored(market, user, order)).reason, 'AUCTION_UNFILLED')
  assert.equal((await stored(market, user, other)).status, 'filled')
  const from = morning('09:20:00')
  const halts = [{ market: 'US', code: 'AAPL', from, to: undefined, held: { after: from, until: undefined } }]
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps, halts }), [])
})

for (const [kind, instant] of [
  ['opening', cross],
  ['practice', at('2026-11-21T17:00:00Z')],
] as const)
  test(`a tick of a ${kind} cross that is sent twice fills once, and one that was lost is sent again`, async () => {
    await using market = await openTradingTest({ practiceHours: kind === 'practice', at: instant - 600_000 })
    const [user, unlucky] = [await market.person(), await market.person()]
    const order = accepted(await enter(market, user))
    const print = printOf(market, 'US:AAPL', instant)
    const limit = formatPrice(price(print - 1_000_000n))
    const missed = accepted(await enter(market, unlucky, { type: 'limit', limit }))
    let losses = 1
    const { engine, feed } = market
    const lossy: typeof engine.lane.send = (command) =>
      command.kind === 'tick' && losses-- > 0
        ? Promise.reject(new Error('The connection was lost'))
        : engine.lane.send(command)
    const matcher = openMatcher({
      ...engine,
      dependencies: { ...engine.dependencies, onError: () => undefined },
      lane: { ...engine.lane, send: lossy },
    })
    market.clock.set(instant)
    const quote = present(feed.quote('US:AAPL', instant), 'quote')
    await matcher.tick(instant, freshQuotes(quote))
    await matcher.tick(instant, freshQuotes(quote))
    const { rows } = await market.database.pool.query('select price from execution')
    assert.deepEqual(rows.length, 1)
    assert.equal((await stored(market, user, order)).cost, print * 3n)
    assert.equal((await stored(market, unlucky, missed)).reason, 'AUCTION_UNFILLED')
    await market.expectBalancedLedger()
  })

test('a cross and an account that starts again: the order is filled or cancelled, never both', async () => {
  const noon = at('2026-11-21T17:00:00Z')
  await using market = await openTradingTest({ at: noon - 600_000 })
  const users = [await market.person(), await market.person(), await market.person()]
  const orders = []
  for (const user of users) orders.push(accepted(await enter(market, user)))
  // The first one starts again while its order can be cancelled, the others when it cannot any more, and at the cross.
  await closeOut(market.engine, [present(users[0], 'a user')])
  market.clock.set(noon - 3000)
  await closeOut(market.engine, [present(users[1], 'a user')])
  await market.ticker.step()
  while (market.feed.nextTick(market.clock.now()) < noon) await market.tick()
  market.clock.set(noon)
  await Promise.all([market.ticker.step(), closeOut(market.engine, users)])
  for (let run = 0; run < 3; run += 1) {
    await closeOut(market.engine, users)
    await market.tick()
  }
  const ends = []
  for (const [index, user] of users.entries()) {
    const { status, reason } = await stored(market, user, present(orders[index], 'an order'))
    ends.push([status, reason])
    const { rows } = await market.database.pool.query('select state from position where user_id = $1', [user])
    assert.ok(rows.every(({ state }) => state === 'CLOSED'))
  }
  assert.deepEqual(ends, [
    ['ended', 'CANCELLED'],
    ['filled', undefined],
    ['filled', undefined],
  ])
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
  await market.expectBalancedLedger()
})

test('a position of an auction is closed like any share of the US, in its wallet', async () => {
  await using market = await openTradingTest({ practiceHours: false, at: morning('09:20:00') })
  const user = await market.person()
  const order = accepted(await enter(market, user, { leverage: 5, quantity: '40' }))
  await tickUntil(market, cross)
  const closing = accepted(await market.close(user, order.id, { amount: 'half' }))
  assert.deepEqual([closing.source, closing.wallet], [sources.stock, 'STOCK'])
  await market.tick()
  assert.equal((await stored(market, user, closing)).status, 'filled')
  market.clock.set(morning('16:30:00'))
  await market.ticker.step()
  await lapseOverdue(market.engine)
  const { rows } = await market.database.pool.query<{ wallet: string }>(
    `select distinct wallet from journal_line join journal on journal.id = journal_id where event = 'E36' and wallet is not null`,
  )
  assert.deepEqual(rows, [])
  assert.ok((await market.available(user, 'STOCK')) < moneyOf('2000000'))
  await market.expectBalancedLedger()
})

test('in a replay the first price of the history is the print, up to the depth of the ladder, also some minutes late', async () => {
  const late = cross + 60_000
  const history = (feed: Feed): Feed => {
    const bent = (quote: Quote | undefined): Quote | undefined => {
      if (quote === undefined) return undefined
      const { auctionVolume: _, ...plain } = quote
      const isWaiting = quote.venueTime >= cross && quote.venueTime < late
      return { ...plain, phase: isWaiting ? 'auction' : plain.phase, opening: quote.venueTime === late }
    }
    return {
      ...feed,
      mode: 'replay',
      auctions: undefined,
      quote: (key, now) => bent(feed.quote(key, now)),
      quoteById: (id, now) => bent(feed.quoteById(id, now)),
    }
  }
  await using market = await openTradingTest({ practiceHours: false, at: morning('09:20:00'), bend: history })
  const user = await market.person()
  const order = accepted(await enter(market, user))
  assert.equal(order.expiresAt, cross + 300_001)
  await tickUntil(market, cross + 1000)
  assert.equal((await stored(market, user, order)).status, 'accepted')
  market.clock.set(late - 3000)
  await market.ticker.step()
  const print = printOf(market, 'US:AAPL', late)
  await tickUntil(market, late)
  assert.equal((await stored(market, user, order)).cost, print * 3n)
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
})
