import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { addMoney, money, moneyOf, quantityOf, type Money } from '@mex/core/money/money.ts'
import { periods } from '@mex/core/market/quote.ts'
import { positionOf } from './people.ts'
import type { Person } from './person.ts'
import { openWorld } from './world.ts'

const page = { pageNum: 1, pageSize: 50 }
const apple = { code: 'AAPL', market: 'US' } as const

async function freeMoney(person: Person): Promise<Money> {
  return (await person.call(calls.wallet.balance, { wallet: 'US_STOCK' })).available
}

/** All bills of the wallet for US shares, oldest first. */
async function movements(person: Person) {
  const { rows } = await person.call(calls.wallet.bills, { ...page, wallet: 'US_STOCK', timeZone: 'UTC' })
  return rows.toReversed()
}

test('a guest buys a share with leverage, adds margin and closes, and the bills add up to the balance', async () => {
  await using world = await openWorld({ seed: 'first story' })
  const alice = await world.person()
  assert.equal((await alice.call(calls.account.me, {})).isGuest, true)

  // Finds a share and reads its chart.
  const found = await alice.call(calls.market.search, { ...page, keyword: 'appl' })
  assert(found.rows.some(({ code }) => code === 'AAPL'))
  const inChinese = await alice.call(calls.market.search, { ...page, keyword: '苹果' }, { language: 'zh-CN' })
  assert.equal(inChinese.rows.find(({ code }) => code === 'AAPL')?.name, '苹果')
  const before = await alice.call(calls.market.quote, apple)
  for (const period of periods) {
    const { bars } = await alice.call(calls.market.candles, { ...apple, period })
    const last = present(bars.at(-1), `a candle of ${period}`)
    assert.equal(last.close, before.last, `the last candle of ${period} ends at the price`)
    assert(bars.every(({ time }) => time * 1000 <= world.clock.now()))
  }
  const granted = await freeMoney(alice)

  // Buys 10 with 2× leverage; the order fills on the next tick, at a price of that tick.
  const order = await alice.call(calls.trading.createStock, {
    ...apple,
    classify: 'UsStock',
    side: 'buy',
    type: 'market',
    quantity: quantityOf('10'),
    leverage: 2,
    purpose: 'open',
    extendedHours: false,
  })
  assert.deepEqual([order.status, order.filled], ['accepted', 0n])
  assert((await freeMoney(alice)) < granted, 'the order has reserved money')
  await world.step()
  const quote = await alice.call(calls.market.quote, apple)
  const bought = await positionOf(alice, order)
  assert.equal(bought.openPrice, quote.ask)
  assert.equal(bought.quantity, quantityOf('10'))
  const [filled] = (await alice.call(calls.trading.orders, { ...page, status: 'all' })).rows
  assert.deepEqual([filled?.status, filled?.averagePrice], ['filled', quote.ask])

  // The profit moves with the price.
  const profits = new Set([bought.profit])
  for (let tick = 0; tick < 20; tick += 1) {
    await world.step()
    const { last, bid } = await alice.call(calls.market.quote, apple)
    const held = await positionOf(alice, order)
    assert.equal(held.markPrice, bid, `a long position is marked at the bid, last ${last}`)
    assert.equal(held.profit, (10n * (bid! - held.openPrice)) / 10n ** 6n)
    profits.add(held.profit)
  }
  assert(profits.size > 3)

  // Adds margin, closes half, then all.
  const marginBefore = (await positionOf(alice, order)).marginNow
  const pending = await alice.call(calls.trading.addMargin, { id: order.id, amount: moneyOf('250') })
  assert.deepEqual([pending.marginNow, pending.pendingMargin], [marginBefore, moneyOf('250')])
  await world.step()
  const added = await positionOf(alice, order)
  assert.deepEqual([added.marginNow, added.pendingMargin], [money(marginBefore + 25_000n), 0n])
  const half = await alice.call(calls.trading.close, { id: order.id, part: 'half', type: 'market' })
  assert.equal(half.quantity, quantityOf('5'))
  await world.step()
  assert.equal((await positionOf(alice, order)).quantity, quantityOf('5'))
  await alice.call(calls.trading.close, { id: order.id, part: 'full', type: 'market' })
  await world.step()
  assert.equal((await alice.call(calls.trading.positions, page)).total, 0)
  const closed = await alice.call(calls.trading.closedPositions, page)
  assert.deepEqual(
    closed.rows.map(({ closedQuantity }) => closedQuantity),
    [quantityOf('5'), quantityOf('5')],
  )

  // The bills add up to the free balance, and the gain is the net profit of the closings.
  const rows = await movements(alice)
  const free = await freeMoney(alice)
  assert.equal(addMoney(...rows.map(({ amount }) => amount)), free)
  const gained = addMoney(...closed.rows.map(({ netProfit }) => netProfit))
  assert.equal(money(free - granted), gained)
  const wallet = await alice.call(calls.wallet.balance, { wallet: 'US_STOCK' })
  assert.deepEqual([wallet.used, wallet.total], [0n, free])
  await world.verify()
})

test('all users of two servers with one seed see the same prices, and another seed has other prices', async () => {
  await using first = await openWorld({ seed: 'same' })
  await using second = await openWorld({ seed: 'same' })
  await using other = await openWorld({ seed: 'another' })
  const alice = await first.person()
  const bob = first.stranger('zh-TW')
  const carol = second.stranger()
  for (let tick = 0; tick < 5; tick += 1) {
    for (const [code, market] of [
      ['AAPL', 'US'],
      ['00700', 'HK'],
      ['WALMEX', 'MX'],
      ['EURUSD', 'FX'],
    ] as const) {
      const priceFor = async (person: Person) => {
        const { last, bid, ask, quoteId } = await person.call(calls.market.quote, { code, market })
        return { last, bid, ask, quoteId }
      }
      const seen = await priceFor(alice)
      assert.deepEqual(await priceFor(bob), seen)
      assert.deepEqual(await priceFor(carol), seen)
      assert.notDeepEqual(await priceFor(other.stranger()), seen)
    }
    await Promise.all([first.step(), second.step(), other.step()])
  }
})

test('pushes quotes to all subscribers, and an order only to its owner', async () => {
  await using world = await openWorld({ seed: 'push' })
  const alice = await world.person()
  const bob = await world.person()
  await using hers = await alice.listen('user', 'quote.US.AAPL')
  await using his = await bob.listen('user', 'quote.US.AAPL')
  assert.equal((await hers.next('disclosure')).data.predictable, true)
  await world.step()
  const { quoteId, last } = await alice.call(calls.market.quote, apple)
  for (const listener of [hers, his])
    assert.equal((await listener.next('quote', ({ data }) => data.quoteId === quoteId)).data.last, last)
  const order = await alice.call(calls.trading.createStock, {
    ...apple,
    classify: 'UsStock',
    side: 'buy',
    type: 'market',
    quantity: quantityOf('1'),
    leverage: 1,
    purpose: 'open',
    extendedHours: false,
  })
  assert.equal((await hers.next('order')).data.id, order.id)
  await world.step()
  assert.equal((await hers.next('order', ({ data }) => data.status === 'filled')).data.id, order.id)
  assert.equal((await hers.next('position')).data.id, order.id)
  await hers.next('wallet', ({ data }) => data.wallet === 'US_STOCK')
  assert.deepEqual(
    his.frames.filter(({ channel, type }) => channel === 'user' && type !== 'message'),
    [],
  )
})
