import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { formatPrice, price } from '@mex/core/money/money.ts'
import { accepted, openTradingTest, type TradingTest } from '#areas/trading/testing.ts'
import { findingsIn } from './testing.ts'

const cross = Date.parse('2026-11-20T14:30:00Z')
const order = { key: 'US:AAPL', source: sources.auctionStock, quantity: '7' } as const
let market: TradingTest
let ids: { readonly filled: number; readonly passed: number; readonly cancelled: number; readonly volume: bigint }

before(async () => {
  market = await openTradingTest({ practiceHours: false, at: cross - 600_000 })
  const user = await market.person()
  const print = present(market.feed.quote('US:AAPL', cross), 'the print')
  const below = formatPrice(price(print.last - 1_000_000n))
  const filled = accepted(await market.open(user, order)).id
  const passed = accepted(await market.open(user, { ...order, type: 'limit', limit: below })).id
  const cancelled = accepted(await market.open(user, { ...order, key: 'US:MSFT' })).id
  accepted(await market.cancel(user, cancelled))
  market.clock.set(cross - 8000)
  await market.ticker.step()
  while (market.clock.now() < cross + 10_000) await market.tick()
  ids = { filled, passed, cancelled, volume: print.auctionVolume ?? 0n }
  await market.database.pool.query('alter table execution disable trigger all')
})
after(() => market[Symbol.asyncDispose]())

const findings = () => findingsIn(market, { gaps: market.gaps })

test('an honest auction has no findings', async () => {
  assert.ok(ids.volume > 0n)
  assert.deepEqual(await findings(), [])
})

test('reports everything that is wrong with an order for an auction', async () => {
  const seconds = (field: string, count: number, id: number): [string, string] => [
    `update trade_order set ${field} = ${field} + interval '${count} s' where id = ${id}`,
    `update trade_order set ${field} = ${field} - interval '${count} s' where id = ${id}`,
  ]
  const planted: readonly (readonly [what: string, spoil: string, mend: string, found: RegExp])[] = [
    [
      'another price',
      `update execution set price = price + 1000000 where order_id = ${ids.filled}`,
      `update execution set price = price - 1000000 where order_id = ${ids.filled}`,
      /^execution \d+ of order \d+: is .*, should be /,
    ],
    [
      'more than the auction exchanged',
      `update execution set earlier = earlier + ${ids.volume} where order_id = ${ids.filled}`,
      `update execution set earlier = earlier - ${ids.volume} where order_id = ${ids.filled}`,
      /^execution \d+ of order \d+: more was taken than the auction exchanged/,
    ],
    [
      'a fill that is missing',
      `update execution set order_id = -order_id where order_id = ${ids.filled}`,
      `update execution set order_id = -order_id where order_id = ${-ids.filled}`,
      /there should be a fill|: has no reason/,
    ],
    [
      'another quote than the print',
      `update execution set quote_id = 'US:AAPL@' || (split_part(quote_id, '@', 2)::bigint + 1) where order_id = ${ids.filled}`,
      `update execution set quote_id = 'US:AAPL@' || (split_part(quote_id, '@', 2)::bigint - 1) where order_id = ${ids.filled}`,
      /^execution \d+ of order \d+: the order was not working on this quote/,
    ],
    [
      'an order that should have been filled',
      `update trade_order set limit_price = limit_price + 100000000 where id = ${ids.passed}`,
      `update trade_order set limit_price = limit_price - 100000000 where id = ${ids.passed}`,
      /there should be a fill: order \d+, 7 at .* by auction/,
    ],
    [
      'a market order that ended unfilled',
      `update trade_order set type = 'market', limit_price = null where id = ${ids.passed}`,
      '',
      /there should be a fill: order \d+, 7 at .* by auction/,
    ],
    ['an end after the cross', ...seconds('changed_at', 5, ids.passed), /^order \d+: was passed by at the cross/],
    [
      'an entry after its end',
      ...seconds('accepted_at', 540, ids.passed),
      /^order \d+: was accepted at .*, when no auction took orders/,
    ],
    ['an entry of yesterday', ...seconds('accepted_at', -86_400, ids.filled), /^order \d+: ends .*, should end /],
    [
      'a cancel after its end',
      ...seconds('cancel_requested_at', 540, ids.cancelled),
      /^order \d+: was cancelled at .*, after entry had closed/,
    ],
    ['another end', ...seconds('expires_at', 60, ids.filled), /^order \d+: ends .*, should end /],
    [
      'another wallet',
      `update trade_order set source = 0 where id = ${ids.filled}`,
      `update trade_order set source = 7 where id = ${ids.filled}`,
      /^order \d+: is paid from STOCK/,
    ],
  ]
  const { rows } = await market.database.pool.query<{ limit_price: string }>(
    `select limit_price from trade_order where id = ${ids.passed}`,
  )
  const limit = present(rows[0], 'the order').limit_price
  for (const [what, spoil, mend, found] of planted) {
    const { rowCount } = await market.database.pool.query(spoil)
    assert.equal(rowCount, 1, `${what} is changed`)
    const said = await findings()
    assert.ok(
      said.some((line) => found.test(line)),
      `${what}: ${said.join('\n')}`,
    )
    await market.database.pool.query(
      mend === '' ? `update trade_order set type = 'limit', limit_price = ${limit} where id = ${ids.passed}` : mend,
    )
  }
  assert.deepEqual(await findings(), [])
})
