import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, priceOf, quantityOf } from '#money/money.ts'
import type { RefusalWord } from '#refusal.ts'
import { share } from './examples-testing.ts'
import { testTrading, type TestTrading } from './testing.ts'

const funds = { US_STOCK: '10000.00' }
const free = (at: TestTrading): string => formatMoney(at.trading.balances.available(7, 'US_STOCK'))
const held = (at: TestTrading): string => formatMoney(at.trading.balances.holdings(7, 'US_STOCK').order)
const state = (at: TestTrading, id: number) => {
  const { status, reason, filled } = at.order(id)
  return [status, reason, Number(filled / 10n ** 8n)]
}

/** 50 shares at 90.00: 4,500.00 of margin and 0.99 of commission are put aside. */
function working() {
  const at = testTrading(share, funds)
  at.open({ id: 1, units: '50', limit: '90.00' })
  return at
}

test('a change is a cancel and a new order: the old one ends when the feed passes, and the new one takes its money', () => {
  const at = working()
  const put = held(at)
  const order = at.amend({ id: 2, order: 1, units: '60', limit: '95.00', time: 1500, expiresAt: 9000 })
  assert.deepEqual(
    [order.quantity, order.limit, order.acceptedAt, order.expiresAt, order.feeDate, order.replaces?.order],
    [quantityOf('60'), priceOf('95.00'), 1500, 9000, '2026-11-20', 1],
  )
  // What both need together is put aside at once: 5,700.00 and 0.99 in all.
  assert.deepEqual([put, held(at), free(at)], ['4500.99', '5700.99', '4299.01'])
  assert.equal(at.order(1).cancelRequestedAt, 1500)
  at.tick({ time: 1501 })
  assert.deepEqual(
    [state(at, 1), state(at, 2)],
    [
      ['ended', 'CANCELLED', 0],
      ['accepted', undefined, 0],
    ],
  )
  assert.deepEqual([formatMoney(at.order(2).reserve), held(at)], ['5700.99', '5700.99'])
  at.tick({ time: 2000, bid: '94.99', ask: '95.00' })
  assert.deepEqual(state(at, 2), ['filled', undefined, 60])
  at.checkBalancedLedger()
})

test('a smaller change frees money once it counts, not before', () => {
  const at = working()
  at.amend({ id: 2, order: 1, units: '20', limit: '90.00', time: 1500 })
  assert.equal(held(at), '4500.99')
  at.tick({ time: 1500 })
  assert.equal(held(at), '4500.99')
  at.tick({ time: 1501 })
  assert.deepEqual([held(at), free(at)], ['1800.99', '8199.01'])
  at.checkBalancedLedger()
})

test('an order may use all money for its change, its own included, and not a cent more', () => {
  const at = working()
  assert.equal(at.tryAmend({ id: 2, order: 1, units: '50', limit: '100.00', time: 1500, last: '95.00' }), at.order(2))
  const other = working()
  assert.equal(other.tryAmend({ id: 2, order: 1, units: '112', limit: '90.00', time: 1500 }), 'insufficient_balance')
  assert.equal(held(other), '4500.99')
  assert.equal(other.order(1).cancelRequestedAt, undefined)
  // 111 shares at 90.00 are 9,990.00, with 0.99 of commission 9,990.99.
  other.amend({ id: 3, order: 1, units: '111', limit: '90.00', time: 1500 })
  assert.equal(free(other), '9.01')
  other.checkBalancedLedger()
})

test('a fill of before the change comes first: the change does not happen, and the order works on', () => {
  for (const [size, filled, old, open] of [
    ['50', 50, 'filled', false],
    ['2', 10, 'partly_filled', true],
  ] as const) {
    const at = working()
    at.amend({ id: 2, order: 1, units: '80', limit: '95.00', time: 1500 })
    // Quotes of until the change are handled after it.
    at.tick({ time: 1500, bid: '89.00', ask: '89.50', size })
    assert.deepEqual(state(at, 2), ['ended', 'FILLED_FIRST', 0])
    assert.deepEqual(state(at, 1), [old, undefined, filled])
    assert.equal(at.order(1).cancelRequestedAt, undefined)
    at.checkBalancedLedger()
    at.tick({ time: 2500, bid: '89.00', ask: '89.50', size: '100' })
    assert.deepEqual(state(at, 1), ['filled', undefined, 50], open ? 'it works on' : 'it is filled')
    at.checkBalancedLedger()
  }
})

test('a cancel of either order cancels both, also if the old one is filled a little first', () => {
  for (const id of [1, 2]) {
    const at = working()
    at.amend({ id: 2, order: 1, units: '80', limit: '95.00', time: 1500 })
    assert.equal(at.cancel({ id, time: 1600 }).id, id)
    assert.equal(at.order(2).cancelRequestedAt, 1600)
    at.tick({ time: 1600, bid: '94.00', ask: '96.00' })
    assert.deepEqual(
      [state(at, 1), state(at, 2)],
      [
        ['ended', 'CANCELLED', 0],
        ['accepted', undefined, 0],
      ],
    )
    at.tick({ time: 1601, bid: '94.00', ask: '94.50' })
    assert.deepEqual(state(at, 2), ['ended', 'CANCELLED', 0])
    assert.deepEqual([held(at), free(at)], ['0.00', '10000.00'])
    at.checkBalancedLedger()
  }
  const at = working()
  at.amend({ id: 2, order: 1, units: '80', limit: '95.00', time: 1500 })
  at.cancel({ id: 1, time: 1600 })
  at.tick({ time: 1500, bid: '89.00', ask: '89.50', size: '2' })
  assert.deepEqual(state(at, 2), ['ended', 'FILLED_FIRST', 0])
  at.tick({ time: 1700, bid: '89.00', ask: '89.50', size: '2' })
  assert.deepEqual(state(at, 1), ['ended', 'CANCELLED', 10])
  at.checkBalancedLedger()
})

test('an order that ends before its change takes the change with it', () => {
  const at = testTrading(share, funds)
  at.open({ id: 1, units: '50', limit: '90.00', expiresAt: 1400 })
  at.amend({ id: 2, order: 1, units: '80', limit: '95.00', time: 1400 })
  at.tick({ time: 2000 })
  assert.deepEqual(
    [state(at, 1), state(at, 2)],
    [
      ['ended', 'EXPIRED', 0],
      ['ended', 'EXPIRED', 0],
    ],
  )
  assert.equal(free(at), '10000.00')
  at.checkBalancedLedger()
})

test('a closing order keeps its quantity locked, and no more than the position has', () => {
  const at = testTrading(share, funds)
  at.open({ id: 1, units: '50' })
  at.tick({ time: 2000 })
  at.close({ id: 2, position: 1, amount: quantityOf('20'), limit: '110.00', time: 2000 })
  assert.equal(at.tryAmend({ id: 3, order: 2, units: '51', limit: '110.00', time: 2500 }), 'quantity_not_closable')
  at.amend({ id: 3, order: 2, units: '50', limit: '112.00', time: 2500 })
  assert.equal(at.position(1).locked, quantityOf('50'))
  at.checkBalancedLedger()
  at.tick({ time: 3000 })
  assert.equal(at.position(1).locked, quantityOf('50'))
  at.amend({ id: 4, order: 3, units: '10', limit: '112.00', time: 3500 })
  assert.equal(at.position(1).locked, quantityOf('50'))
  at.tick({ time: 4000 })
  assert.deepEqual([at.position(1).locked, at.order(4).position], [quantityOf('10'), 1])
  at.checkBalancedLedger()
  at.tick({ time: 5000, bid: '112.00', ask: '112.02' })
  assert.deepEqual(state(at, 4), ['filled', undefined, 10])
  at.checkBalancedLedger()
})

test('refuses a change with the first rule that it breaks, and changes nothing', () => {
  const at = testTrading(share, funds)
  at.open({ id: 2, units: '1', time: 500 })
  at.tick({ time: 900 })
  at.open({ id: 1, units: '50', limit: '90.00' })
  at.open({ id: 3, units: '1', limit: '90.00', expiresAt: 1100 })
  at.open({ id: 4, units: '1', limit: '80.50' })
  at.open({ id: 5, units: '10', limit: '90.00' })
  at.tick({ time: 1100, bid: '80.99', ask: '81.00', size: '1' })
  at.cancel({ id: 4, time: 1200 })
  const partly = at.order(1)
  assert.equal(partly.status, 'partly_filled')
  const good = { order: 1, units: '10', limit: '85.00', time: 1300, bid: '84.99', ask: '85.01' }
  const cases: readonly (readonly [RefusalWord, Partial<Parameters<TestTrading['tryAmend']>[0]>])[] = [
    ['not_found', { order: 99 }],
    ['not_found', { user: 8 }],
    ['order_not_changeable', { order: 2 }],
    ['order_not_changeable', { order: 3 }],
    ['order_not_changeable', { order: 4 }],
    ['order_not_changeable', { noCancelPhase: true }],
    ['order_filled', { filled: '0' }],
    ['order_unchanged', { units: String(50 - Number(partly.filled / 10n ** 8n)), limit: '90.00' }],
    ['quantity_step', { units: '1.5' }],
    ['quantity_missing', { units: '0' }],
    ['price_step', { limit: '85.001' }],
    ['price_far', { limit: '60.00' }],
    ['insufficient_balance', { units: '300' }],
  ]
  for (const [word, given] of cases) {
    assert.equal(at.tryAmend({ id: 9, ...good, ...given }), word, word)
    assert.equal(at.order(1), partly)
  }
  assert.equal(at.trading.orders.has(9), false)
  at.amend({ id: 9, ...good })
  assert.equal(at.tryAmend({ id: 10, ...good, units: '11' }), 'order_not_changeable')
  assert.equal(at.tryAmend({ id: 10, ...good, order: 9, units: '11' }), 'order_not_changeable')
  at.tick({ time: 1400, bid: '84.99', ask: '85.50' })
  at.amend({ id: 10, ...good, order: 9, units: '11', time: 1500 })
  at.checkBalancedLedger()
})

test('a person at the limit of open orders may change one', () => {
  const at = testTrading(share, funds, { liveOrders: 199 })
  at.open({ id: 1, units: '1', limit: '90.00' })
  assert.equal(at.tryOpen({ id: 2, units: '1' }), 'too_many_orders')
  at.amend({ id: 3, order: 1, units: '2', limit: '90.00', time: 1500 })
})
