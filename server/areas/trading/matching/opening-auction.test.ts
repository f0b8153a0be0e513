import assert from 'node:assert/strict'
import { test } from 'node:test'
import { price, type Price } from '@mex/core/money/money.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { present } from '@mex/core/assert.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { openMatcher } from './matcher.ts'
import { accepted, openTradingTest, type TradingTest } from '#areas/trading/testing.ts'
import { executionsIn } from '#areas/trading/verify/testing.ts'
import { freshQuotes } from '#feeds/ticker-testing.ts'

const at = (text: string): number => Date.parse(text)
const lastOf = (market: TradingTest, key: string, now: number): Price => present(market.feed.quote(key, now), key).last

test('fills queued market and limit orders of all users at the one opening price', async () => {
  await using market = await openTradingTest({ practiceHours: false, at: at('2026-11-20T14:29:50Z') })
  const open = at('2026-11-20T14:30:00Z')
  const print = lastOf(market, 'US:AAPL', open)
  const people = [await market.person(), await market.person(), await market.person(), await market.person()] as const
  const [buyer, limited, exact, distant] = people
  const far = price(print + 50_000_000n)
  const order = { key: 'US:AAPL', quantity: '3' }
  const text = (limit: Price): string => `${limit / 100_000_000n}.${String(limit % 100_000_000n).padStart(8, '0')}`
  accepted(await market.open(buyer, order))
  accepted(await market.open(limited, { ...order, type: 'limit', limit: text(far) }))
  accepted(await market.open(exact, { ...order, type: 'limit', limit: text(print) }))
  const missed = accepted(
    await market.open(distant, { ...order, type: 'limit', limit: text(price(print - 1_000_000n)) }),
  )
  while (market.clock.now() < open) await market.tick()
  const fills = await executionsIn(market)
  assert.deepEqual(
    fills.map(({ rule, price: paid, quote }) => ({ rule, paid, quote })),
    [buyer, limited, exact].map(() => ({
      rule: 'auction',
      paid: print,
      quote: market.feed.quote('US:AAPL', open)?.id,
    })),
  )
  assert(!fills.some((fill) => fill.order.id === missed.id))
  // Bid and ask lie around the opening price: without the auction the first user would have paid more.
  assert(present(market.feed.quote('US:AAPL', open), 'quote').ask > print)
  await market.expectBalancedLedger()
})

test('refuses cancels just before an auction matches, and accepts them earlier and later', async () => {
  const cases = [
    ['US:AAPL', sources.stock, '10', ['14:27:30', '14:28:00', '14:29:59', '14:30:01'], [true, false, false, true]],
    ['MX:WALMEX', sources.stock, '10', ['14:29:00'], [true]],
    [
      'HK:00700',
      sources.hongKongStock,
      '100',
      ['01:14:30', '01:15:00', '01:21:00', '01:29:59', '01:31:00', '08:05:30', '08:06:30', '08:11:00'],
      [true, false, false, false, true, true, false, true],
    ],
  ] as const
  for (const practiceHours of [true, false]) {
    await using market = await openTradingTest({ practiceHours, at: at('2026-11-20T00:30:00Z') })
    for (const [key, source, quantity, times, expected] of cases) {
      const limit = (lastOf(market, key, market.clock.now()) * 85n) / 10_000_000_000n
      const asked = { key, source, quantity, type: 'limit', limit: String(limit) } as const
      const found: boolean[] = []
      for (const time of times) {
        market.clock.set(at(`2026-11-20T${time}Z`))
        const user = await market.person()
        const order = accepted(await market.open(user, asked))
        const outcome = await market.cancel(user, order.id)
        found.push(!isRefusal(outcome))
        if (isRefusal(outcome)) assert.deepEqual(outcome, { refused: 'order_final' })
      }
      assert.deepEqual(found, expected, `${key} ${practiceHours ? 'practice' : 'real'}`)
    }
  }
})

test('at speed 3600 no auction between two ticks is missed: each fills at its own quote, in order', async () => {
  const speed = 3600
  await using market = await openTradingTest({ practiceHours: false, at: at('2026-11-20T00:59:00Z'), speed })
  const user = await market.person()
  const orders = [
    ['HK:00700', sources.hongKongStock, '100', '2026-11-20T01:30:00Z'],
    ['US:AAPL', sources.stock, '3', '2026-11-20T14:30:00Z'],
    ['MX:WALMEX', sources.stock, '10', '2026-11-20T14:30:00Z'],
  ] as const
  for (const [key, source, quantity] of orders) accepted(await market.open(user, { key, source, quantity }))
  // Ten minutes of market time pass between two ticks.
  while (market.clock.now() < at('2026-11-20T15:00:00Z')) {
    market.clock.advance(600_000)
    await market.ticker.step()
  }
  const fills = await executionsIn(market)
  assert.deepEqual(
    fills.map(({ rule, price: paid, quote }) => [rule, paid, quote]),
    orders.map(([key, , , time]) => {
      const print = present(market.feed.quote(key, at(time)), key)
      return ['auction', print.last, print.id]
    }),
  )
  await market.expectBalancedLedger()
})

test('resends a lost command of an opening auction, so that its users get the same price as the others', async () => {
  await using market = await openTradingTest({ practiceHours: false, at: at('2026-11-20T14:29:50Z') })
  const open = at('2026-11-20T14:30:00Z')
  const user = await market.person()
  accepted(await market.open(user, { key: 'US:AAPL', quantity: '3' }))
  let losses = 1
  const { engine, feed } = market
  const lossy: typeof engine.lane.send = (command) =>
    command.kind === 'tick' && losses-- > 0
      ? Promise.reject(new Error('The connection was lost'))
      : engine.lane.send(command)
  const matcher = openMatcher({ ...engine, lane: { ...engine.lane, send: lossy } })
  const print = present(feed.quote('US:AAPL', open), 'quote')
  market.clock.set(open)
  await matcher.tick(open, freshQuotes(print))
  await matcher.tick(open, freshQuotes(print))
  const fills = await executionsIn(market)
  assert.deepEqual(
    fills.map(({ rule, price: paid, quote }) => ({ rule, paid, quote })),
    [{ rule: 'auction', paid: print.last, quote: print.id }],
    'filled once, although the matcher met the quote twice',
  )
  await market.expectBalancedLedger()
})
