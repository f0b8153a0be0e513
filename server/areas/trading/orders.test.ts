import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { formatMoney, formatPrice, price, quantityOf, type Price } from '@mex/core/money/money.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { isRefusal, type RefusalWord } from '@mex/core/refusal.ts'
import { tickDown } from '@mex/core/market/ticks.ts'
import { findOrder, findPosition, loadLive } from './store.ts'
import { fillsAtQuote } from './store-lists.ts'
import { accepted, openTradingTest, type Asked } from './testing.ts'

const market = await openTradingTest()
after(async () => {
  await market.expectBalancedLedger()
  await market[Symbol.asyncDispose]()
})

const last = (key: string): Price => market.feed.quote(key, market.clock.now())?.last ?? price(0n)

/** A limit some percent from the last price, on its grid. */
function limitAt(key: string, percent: bigint): string {
  const instrument = market.feed.instruments(market.clock.now()).get(key)
  assert(instrument !== undefined)
  return formatPrice(tickDown(instrument.ticks, price((last(key) * percent) / 100n)))
}

test('refuses an order with the first rule that it breaks', async () => {
  const user = await market.person()
  const cases: readonly (readonly [RefusalWord, Partial<Asked>])[] = [
    ['unknown_instrument', { key: 'US:NOSUCH' }],
    ['not_tradable', { key: 'GLOBAL:SPX', source: sources.stock }],
    ['not_tradable', { key: 'US:AAPL', source: sources.hongKongStock }],
    ['short_not_available', { key: 'MX:WALMEX', direction: 'short' }],
    ['quantity_missing', { quantity: '0' }],
    ['quantity_step', { quantity: '0.5' }],
    ['quantity_step', { key: 'HK:00700', source: sources.hongKongStock, quantity: '150' }],
    ['order_too_large', { quantity: '10000000' }],
    ['leverage_not_allowed', { leverage: 10 }],
    ['leverage_not_allowed', { leverage: 4 }],
    ['price_step', { type: 'limit', limit: '100.001' }],
    ['price_step', { type: 'limit', limit: undefined }],
    ['price_far', { type: 'limit', limit: limitAt('US:AAPL', 130n) }],
    ['price_far', { type: 'limit', limit: limitAt('US:AAPL', 70n) }],
    ['insufficient_balance', { quantity: '500' }],
  ]
  for (const [word, order] of cases) {
    const outcome = await market.open(user, order)
    assert(isRefusal(outcome), `${word} for ${Object.keys(order).join()}`)
    assert.equal(outcome.refused, word)
  }
  assert.equal((await loadLive(market.database.db, [user])).orders.length, 0)
  assert.equal(formatMoney(await market.available(user, 'US_STOCK')), '25000.00')
})

test('opens and closes every product in its own wallet', async () => {
  const user = await market.person()
  const orders: readonly Partial<Asked>[] = [
    { key: 'US:MSFT', quantity: '3', leverage: 5 },
    { key: 'US:KO', quantity: '3', direction: 'short', leverage: 2 },
    { key: 'MX:WALMEX', quantity: '100' },
    { key: 'HK:00700', source: sources.hongKongStock, quantity: '100', leverage: 3 },
    { key: 'FX:EURUSD', source: sources.forex, quantity: '0.10', leverage: 30 },
    { key: 'FX:XAUUSD', source: sources.forex, quantity: '0.01', leverage: 20, direction: 'short' },
    { key: 'FUT:MESZ26', source: sources.future, quantity: '1', leverage: 20 },
  ]
  const opened = []
  for (const order of orders) opened.push(accepted(await market.open(user, order)))
  assert.deepEqual(
    opened.map((order) => order.wallet),
    ['US_STOCK', 'US_STOCK', 'BALANCE', 'HK_STOCK', 'FOREX', 'FOREX', 'FUTURE'],
  )
  await market.tick(3)
  for (const { id } of opened) assert.equal((await findOrder(market.database.db, user, id))?.status, 'filled')
  for (const { id } of opened) accepted(await market.close(user, id))
  await market.tick(3)
  for (const { id } of opened) assert.equal((await findPosition(market.database.db, user, id))?.state, 'CLOSED')
  await market.expectBalancedLedger()
})

test('a limit order waits for its price, and a cancel until the feed has passed it', async () => {
  const user = await market.person()
  const resting = accepted(await market.open(user, { type: 'limit', limit: limitAt('US:AAPL', 90n) }))
  await market.tick(2)
  assert.equal((await findOrder(market.database.db, user, resting.id))?.status, 'accepted')
  const asked = accepted(await market.cancel(user, resting.id))
  assert.equal(asked.status, 'accepted')
  assert.equal(asked.cancelRequestedAt, market.clock.now())
  // A second cancel changes nothing.
  assert.equal(accepted(await market.cancel(user, resting.id)).cancelRequestedAt, asked.cancelRequestedAt)
  await market.tick()
  const ended = await findOrder(market.database.db, user, resting.id)
  assert.equal(ended?.reason, 'CANCELLED')
  assert.equal(formatMoney(await market.available(user, 'US_STOCK')), '25000.00')
  assert.equal(accepted(await market.cancel(user, resting.id)).status, 'ended')
})

test('refuses cancels of filled, unknown and foreign orders with the same word', async () => {
  const [owner, stranger] = [await market.person(), await market.person()]
  const order = accepted(await market.open(owner, { quantity: '1' }))
  assert.deepEqual(await market.cancel(stranger, order.id), { refused: 'not_found' })
  assert.deepEqual(await market.cancel(stranger, 987_654_321), { refused: 'not_found' })
  await market.tick()
  assert.deepEqual(await market.cancel(owner, order.id), { refused: 'order_final' })
  assert.deepEqual(await market.close(stranger, order.id), { refused: 'position_not_found' })
})

test('refuses to close a quantity that other closing orders already cover', async () => {
  const user = await market.person()
  const { id } = accepted(await market.open(user, { quantity: '10' }))
  await market.tick()
  accepted(
    await market.close(user, id, {
      type: 'limit',
      limit: price(last('US:AAPL') + 500_000_000n),
      amount: quantityOf('6'),
    }),
  )
  const second = await market.close(user, id, { amount: quantityOf('5') })
  assert(isRefusal(second) && second.refused === 'quantity_not_closable')
  accepted(await market.close(user, id, { amount: 'full' }))
  await market.tick(2)
  assert.equal((await findPosition(market.database.db, user, id))?.quantity, quantityOf('6'))
})

test('added margin counts after the feed has passed its instant', async () => {
  const user = await market.person()
  const { id } = accepted(await market.open(user, { quantity: '10', leverage: 5 }))
  await market.tick()
  const before = await findPosition(market.database.db, user, id)
  const view = accepted(await market.addMargin(user, id, '100.00'))
  assert.equal(formatMoney(view.pendingMargin), '100.00')
  assert.equal((await findPosition(market.database.db, user, id))?.margin, before?.margin)
  await market.tick()
  const after = await findPosition(market.database.db, user, id)
  assert.equal((after?.margin ?? 0n) - (before?.margin ?? 0n), 10_000n)
  const poor = await market.addMargin(user, id, '99999.00')
  assert(isRefusal(poor) && poor.refused === 'insufficient_balance')
  const paid = accepted(await market.open(user, { quantity: '1', leverage: 1 }))
  await market.tick()
  const needless = await market.addMargin(user, paid.id, '1.00')
  assert(isRefusal(needless) && needless.refused === 'margin_not_possible')
})

test('fills all orders at one quote at the same price', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => market.person()))
  const orders = await Promise.all(users.map((user) => market.open(user, { key: 'US:NVDA', quantity: '2' })))
  await market.tick()
  const quote = market.feed.quote('US:NVDA', market.clock.now())
  const fills = await fillsAtQuote(market.database.db, quote?.id ?? '')
  assert.equal(fills.length, 1)
  assert.equal(fills[0]?.price, quote?.ask)
  assert.equal(fills[0]?.count, orders.length)
})
