import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sources } from '#market/instrument.ts'
import {
  formatMoney,
  formatPrice,
  formatQuantity,
  moneyOf,
  one,
  priceOf,
  quantityOf,
  rateOf,
  type Quantity,
} from '#money/money.ts'
import { isRefusal, refusal, type RefusalWord } from '#refusal.ts'
import { hongKongShare, mexicanShare, openingFacts, quoteOf, share } from '#trading/examples-testing.ts'
import { blockCommissionMinIn, blockFeeTableOf, convertFee, feeOf, feeTotal } from '#trading/fees.ts'
import { testTrading } from '#trading/testing.ts'
import { affordableBlock, blockReserve } from './block-cost.ts'
import { checkBlock, type BlockCommand, type BlockFacts } from './block-order.ts'
import { blockOffer, soldOffer } from './examples-testing.ts'
import { unlockDue } from './unlock.ts'

const quote = quoteOf(share, { bid: '9.99', ask: '10.01' })
const facts: BlockFacts = {
  ...openingFacts(share, quote),
  conversionRate: rateOf('18.4'),
  dollarRate: one,
  isShort: false,
  remaining: quantityOf('100000'),
  bought: quantityOf('0'),
  available: moneyOf('2000000'),
}
const command: BlockCommand = { id: 1, user: 7, at: 1000, offer: blockOffer, quantity: quantityOf('10000') }

type Change = { readonly command?: Partial<BlockCommand>; readonly facts?: Partial<BlockFacts> }
const outcomeOf = (change: Change) => checkBlock({ ...command, ...change.command }, { ...facts, ...change.facts })
const wordOf = (change: Change): string => {
  const outcome = outcomeOf(change)
  return isRefusal(outcome) ? outcome.refused : 'accepted'
}
const asking = (units: string, offer = blockOffer): Change => ({ command: { quantity: quantityOf(units), offer } })

test('each step of the checks refuses, the first failure wins', () => {
  const cases: [RefusalWord, Change][] = [
    ['permission_missing', { facts: { permission: refusal('permission_missing') }, command: { at: 1_000_000 } }],
    ['wrong_state', { facts: { instrument: undefined } }],
    ['wrong_state', { facts: { instrument: { ...share, tradable: false } } }],
    ['wrong_state', { command: { at: 1_000_000 }, facts: { halted: true } }],
    ['wrong_state', { command: { at: -1 } }],
    ['trading_halted', { facts: { halted: true, isShort: true } }],
    ['quote_unavailable', { facts: { quote: undefined } }],
    ['quote_unavailable', { facts: { conversionRate: undefined } }],
    ['quote_unavailable', { facts: { dollarRate: undefined } }],
    ['short_not_available', { facts: { isShort: true }, command: { quantity: undefined } }],
    ['quantity_missing', { command: { quantity: undefined } }],
    ['quantity_missing', asking('0')],
    ['quantity_step', asking('10000.5')],
    ['quantity_step', asking('10100', { ...blockOffer, lot: quantityOf('1000') })],
    ['block_too_small', asking('9999')],
    ['block_too_large', asking('20001')],
    ['block_too_large', { facts: { remaining: quantityOf('9000') } }],
    ['block_too_large', { facts: { bought: quantityOf('11000') } }],
    ['too_many_orders', { facts: { openOrders: 200 } }],
    ['too_many_orders', { facts: { openOrders: 1, openPositions: 999 } }],
    ['insufficient_balance', { facts: { available: moneyOf('1840183.99') } }],
  ]
  for (const [word, change] of cases) assert.equal(wordOf(change), word)
})

test('accepts at each limit, beyond the limits of the size of one order, and says how much is left', () => {
  const cases: Change[] = [
    {},
    asking('20000'),
    { facts: { remaining: quantityOf('10000') } },
    { facts: { bought: quantityOf('10000') } },
    { facts: { openOrders: 199 } },
    { command: { at: 999_999 } },
    // A thousandth of this is what `order.maxAdvPct` allows.
    { facts: { instrument: { ...share, averageVolume: quantityOf('1000') } } },
  ]
  for (const change of cases)
    assert.equal(wordOf({ ...change, facts: { available: moneyOf('9999999'), ...change.facts } }), 'accepted')
  assert.deepEqual(
    outcomeOf({ facts: { remaining: quantityOf('18345'), bought: quantityOf('15000') } }),
    refusal('block_too_large', { field: 'quantity', values: { n: '3345' } }),
  )
})

describe('what a block reserves and pays (rulebook §22, §18)', () => {
  test('the golden vector: 10,000 at 10.60 USD are within the grant, at 10.87 they are not', () => {
    const rates = { offer: 5, conversionRate: rateOf('18.4'), dollarRate: one, feeDate: '2026-11-20' }
    const at = (price: string) => blockReserve(share, quantityOf('10000'), priceOf(price), rates).reserve
    const reserved = (price: string): string => formatMoney(at(price).total)
    assert.equal(reserved('10.60'), '1990402.70')
    assert.equal(reserved('10.87'), '2041101.70')
    assert.equal(formatPrice(at('10.60').price), '10.812')
    assert.equal(formatPrice(at('5.14').price), '5.2428')
    // The largest quantity that the grant pays for.
    const paid = (units: Quantity) =>
      blockReserve(share, units, priceOf('10.60'), rates).reserve.total <= moneyOf('2000000')
    assert.equal(formatQuantity(affordableBlock(quantityOf('50000'), quantityOf('1'), paid)), '10048')
    assert.equal(formatQuantity(affordableBlock(quantityOf('10000'), quantityOf('1000'), paid)), '10000')
    assert.equal(affordableBlock(quantityOf('50000'), quantityOf('20000'), paid), 0n)
  })

  test('0.05 % and at least 50 USD, with the levies of the market', () => {
    const cases = [
      // Value of 98,000.00: the minimum. The US has no levies on purchases.
      [share, '9.80', one, { commission: '50.00' }, '50.00'],
      [share, '12.00', one, { commission: '60.00' }, '60.00'],
      // 50 USD are 390.00 HKD; stamp duty is a whole dollar, up.
      [
        hongKongShare,
        '11.06',
        rateOf('7.8'),
        { commission: '390.00', stamp: '111.00', sfc: '2.99', afrc: '0.17', exchange: '6.25', ccass: '4.65' },
        '515.06',
      ],
      [mexicanShare, '14.25', rateOf('18.4'), { commission: '920.00', iva: '147.20' }, '1067.20'],
    ] as const
    for (const [instrument, at, dollarRate, expected, total] of cases) {
      const table = blockFeeTableOf(instrument, blockCommissionMinIn(dollarRate))
      const notional = (priceOf(at) * 10_000n) as never
      const fee = feeOf(table, { side: 'buy', units: quantityOf('10000'), notional, date: '2026-11-20' })
      const shown = { commission: fee.commission, ...fee.levies }
      assert.deepEqual(
        Object.fromEntries(Object.entries(shown).map(([name, amount]) => [name, formatMoney(amount)])),
        expected,
      )
      assert.equal(formatMoney(feeTotal(fee)), total)
      assert.equal(feeTotal(convertFee(fee, one)), feeTotal(fee))
    }
    assert.equal(formatMoney(blockCommissionMinIn(rateOf('18.43217'))), '921.61')
  })
})

const funded = { STOCK: '4000000', US_STOCK: '200000' }
const rate = { conversionRate: '18.4' }
const cheap = { bid: '9.99', ask: '10.01' }

describe('a block', () => {
  test('is confirmed after a minute, filled at its discount to the next quote, and locked', () => {
    const market = testTrading(share, funded, { ...rate, offers: [soldOffer()] })
    const order = market.block({ id: 1, units: '10000', offer: blockOffer, bid: '9.99', ask: '10.01' })
    assert.equal(formatMoney(order.reserve), '1840184.00')
    assert.deepEqual(
      [order.source, order.wallet, order.leverage, order.expiresAt],
      [sources.blockTrade, 'STOCK', 1, 5_000_000],
    )
    market.tick({ time: 61_000, bid: '10.09', ask: '10.11' })
    assert.equal(market.order(1).status, 'accepted', 'not by a quote of the instant of the confirmation')
    market.tick({ time: 61_001, bid: '10.04', ask: '10.06' })
    const { status, fee, cost } = market.order(1)
    assert.deepEqual([status, formatMoney(fee), cost], ['filled', '920.00', priceOf('9.84') * 10_000n])
    const { state, quantity, margin, expiresAt, wallet, leverage } = market.position(1)
    assert.deepEqual(
      [state, formatQuantity(quantity), formatMoney(margin), expiresAt, wallet, leverage],
      ['LOCKED', '10000', '1810560.00', 5_000_000, 'STOCK', 1],
    )
    assert.deepEqual(
      market.trading.executions.map(({ rule, level, earlier }) => [rule, level, earlier]),
      [['block', 0, 0n]],
    )
    market.checkBalancedLedger()
    assert.equal(market.tryClose({ id: 2, position: 1, amount: 'full', time: 62_000 }), 'position_locked')
    unlockDue(market.trading, 4_999_999)
    assert.equal(market.position(1).state, 'LOCKED')
    unlockDue(market.trading, 5_000_000)
    unlockDue(market.trading, 5_000_001)
    assert.deepEqual([market.position(1).state, market.position(1).expiresAt], ['OPEN', undefined])
    assert.equal(market.trading.notices.filter(({ kind }) => kind === 'UNLOCKED').length, 1)
    // It is sold like any share of its market, at its market's fees.
    const closing = market.close({ id: 3, position: 1, amount: 'full', time: 5_000_002, bid: '10.00', ask: '10.02' })
    assert.deepEqual([closing.source, closing.block, closing.wallet], [sources.stock, undefined, 'STOCK'])
    market.tick({ time: 5_000_003, bid: '10.00', ask: '10.02', size: '10000' })
    assert.equal(market.position(1).state, 'CLOSED')
    market.checkBalancedLedger()
  })

  test('takes nothing from the order book, which other orders of the user share', () => {
    const market = testTrading(share, { ...funded, US_STOCK: '900000' }, { ...rate, offers: [soldOffer()] })
    market.block({ id: 1, units: '10000', offer: blockOffer, ...cheap })
    market.open({ id: 2, units: '500', time: 61_000, ...cheap })
    market.tick({ time: 61_001, size: '500', ...cheap })
    assert.deepEqual(
      market.trading.executions.map(({ order, earlier }) => [order, earlier]),
      [
        [1, 0n],
        [2, 0n],
      ],
    )
  })

  test('is not confirmed when too little is left a minute later: its money is released', () => {
    const market = testTrading(share, funded, { ...rate, offers: [soldOffer()] })
    market.block({ id: 1, units: '16000', offer: blockOffer, bid: '9.99', ask: '10.01' })
    const feed = { delaySeconds: 0, quoteAgeSecondsMax: 5 }
    market.lapse(66_000, feed)
    assert.equal(market.order(1).status, 'accepted')
    // Without any quote: the market may be closed.
    market.lapse(66_001, feed)
    assert.deepEqual(
      [market.order(1).status, market.order(1).reason, market.order(1).reserve],
      ['ended', 'SOLD_OUT', 0n],
    )
    market.tick({ time: 70_000, ...cheap })
    assert.equal(market.trading.positions.size, 0)
    market.checkBalancedLedger()
    // A quote ends it too, usable or not.
    const other = testTrading(share, funded, { ...rate, offers: [soldOffer()] })
    other.block({ id: 1, units: '16000', offer: blockOffer, ...cheap })
    other.tick({ time: 61_001, usable: false, ...cheap })
    assert.equal(other.order(1).reason, 'SOLD_OUT')
  })

  test('is confirmed by what was left at its confirmation, whatever is sold after it', () => {
    const { offer, sales } = soldOffer()
    const later = { offer, sales: [...sales, { at: 61_001, shares: quantityOf('15000') }] }
    const market = testTrading(share, funded, { ...rate, offers: [later] })
    market.block({ id: 1, units: '10000', offer, ...cheap })
    market.lapse(90_000, { delaySeconds: 0, quoteAgeSecondsMax: 5 })
    market.tick({ time: 95_000, ...cheap })
    assert.equal(market.order(1).status, 'filled')
  })

  test('waits for a quote that may fill, in an open market', () => {
    const market = testTrading(share, funded, { ...rate, offers: [soldOffer()] })
    market.block({ id: 1, units: '10000', offer: blockOffer, ...cheap })
    market.tick({ time: 61_001, usable: false, ...cheap })
    market.tick({ time: 62_000, phase: 'closed', ...cheap })
    market.tick({ time: 63_000, phase: 'pre', ...cheap })
    assert.equal(market.order(1).status, 'accepted')
    market.tick({ time: 64_000, opening: true, bid: '10.19', ask: '10.21' })
    assert.equal(market.order(1).status, 'filled')
    assert.equal(market.trading.executions[0]?.price, priceOf('9.99'))
    // Not a second time.
    market.tick({ time: 65_000, ...cheap })
    assert.equal(market.trading.executions.length, 1)
  })

  test('ends when no quote could fill it until the lock-up is over', () => {
    const market = testTrading(share, funded, { ...rate, offers: [soldOffer()] })
    market.block({ id: 1, units: '10000', offer: blockOffer, ...cheap })
    market.tick({ time: 5_000_000, ...cheap })
    assert.deepEqual([market.order(1).reason, market.trading.executions.length], ['EXPIRED', 0])
    market.checkBalancedLedger()
  })

  test('takes free money when the price rises beyond the reserve, then as many lots as it pays', () => {
    const risen = (units: string, bid: string, ask: string) => {
      const market = testTrading(share, { STOCK: '1900000' }, { ...rate, offers: [soldOffer()] })
      market.block({ id: 1, units, offer: blockOffer, bid: '9.99', ask: '10.01' })
      market.tick({ time: 61_001, bid, ask })
      market.checkBalancedLedger()
      return market
    }
    // 10.50 × 0.98 = 10.29: 1,893,360.00 + 946.68, of which 54,122.68 from free money.
    const paid = risen('10000', '10.49', '10.51')
    assert.deepEqual([paid.order(1).status, paid.trading.executions[0]?.available], ['filled', undefined])
    const cut = risen('10000', '10.99', '11.01')
    assert.deepEqual([cut.order(1).status, cut.order(1).reason], ['ended', 'NO_FUNDS'])
    assert.equal(formatQuantity(cut.position(1).quantity), '9574')
    assert.equal(cut.trading.executions[0]?.available, moneyOf('59816.00'))
    assert.ok(cut.trading.balances.available(7, 'STOCK') < moneyOf('200'))
    cut.tick({ time: 62_000, ...cheap })
    assert.equal(cut.trading.executions.length, 1, 'the next quote buys nothing more')
    const none = risen('10000', '9999999', '9999999')
    assert.deepEqual(
      [none.order(1).status, none.order(1).reason, none.trading.positions.size],
      ['ended', 'NO_FUNDS', 0],
    )
  })

  test('cannot be cancelled, before and after its confirmation', () => {
    const market = testTrading(share, funded, { ...rate, offers: [soldOffer()] })
    market.block({ id: 1, units: '10000', offer: blockOffer, ...cheap })
    assert.equal(market.tryCancel({ id: 1, time: 1001, feedHasPassed: true }), 'order_final')
    market.tick({ time: 61_001, ...cheap })
    assert.equal(market.tryCancel({ id: 1, time: 61_002 }), 'order_final')
  })

  test('is refused to a user who is short in the share, or has an order to be', () => {
    const market = testTrading(share, funded, { ...rate, offers: [soldOffer()] })
    market.open({ id: 1, units: '10', direction: 'short', ...cheap })
    assert.equal(market.tryBlock({ id: 2, units: '10000', offer: blockOffer, ...cheap }), 'short_not_available')
    market.tick({ time: 1500, ...cheap })
    market.reload()
    assert.equal(market.tryBlock({ id: 3, units: '10000', offer: blockOffer, ...cheap }), 'short_not_available')
    // Others may, and so may who is long.
    market.block({ id: 4, user: 8, units: '10000', offer: blockOffer, ...cheap })
    market.open({ id: 5, user: 8, units: '10', ...cheap })
    market.block({ id: 6, user: 8, units: '10000', offer: blockOffer, ...cheap })
  })

  test('counts waiting and filled blocks of the user against a tenth of the offer, not those that were sold out', () => {
    const market = testTrading(share, { STOCK: '9000000' }, { ...rate, offers: [{ offer: blockOffer, sales: [] }] })
    market.block({ id: 1, units: '10000', offer: blockOffer, ...cheap })
    assert.equal(market.tryBlock({ id: 2, units: '10001', offer: blockOffer, ...cheap }), 'block_too_large')
    market.tick({ time: 61_001, bid: '9.99', ask: '10.01' })
    assert.equal(
      market.tryBlock({ id: 3, time: 61_002, units: '10001', offer: blockOffer, ...cheap }),
      'block_too_large',
    )
    market.block({ id: 4, time: 61_002, units: '10000', offer: blockOffer, ...cheap })
    const other = testTrading(share, { STOCK: '9000000' }, { ...rate, offers: [soldOffer()] })
    other.block({ id: 1, units: '16000', offer: blockOffer, bid: '9.99', ask: '10.01' })
    other.lapse(70_000, { delaySeconds: 0, quoteAgeSecondsMax: 5 })
    other.block({ id: 2, time: 70_000, units: '15000', offer: blockOffer, bid: '9.99', ask: '10.01' })
  })

  test('lets several blocks of a user together take what is left, and no more', () => {
    const market = testTrading(share, { STOCK: '9000000' }, { ...rate, offers: [soldOffer()] })
    market.block({ id: 1, units: '10000', offer: blockOffer, ...cheap })
    market.tick({ time: 61_001, bid: '9.99', ask: '10.01' })
    // 15,000 are left by the schedule, of which the user has 10,000.
    assert.equal(
      market.tryBlock({ id: 2, time: 61_002, units: '10000', offer: blockOffer, ...cheap }),
      'block_too_large',
    )
  })
})
