import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Instrument } from '#market/instrument.ts'
import {
  formatMoney,
  formatPrice,
  formatQuantity,
  money,
  moneyOf,
  priceOf,
  quantityOf,
  type Money,
} from '#money/money.ts'
import type { Order } from './orders.ts'
import { pendingMargin } from './commands.ts'
import { unsettledTotal } from '#wallet/settlement.ts'
import { testTrading, type TestTrading } from './testing.ts'
import { hongKongShare, indexFuture, mexicanShare, share } from './examples-testing.ts'
import { tradingChanges } from './trading.ts'

const shown = (order: Order): string =>
  `${order.status} ${formatQuantity(order.filled)}${order.reason === undefined ? '' : ` ${order.reason}`}`
const available = (at: TestTrading, user = 7): string => formatMoney(at.trading.balances.available(user, 'US_STOCK'))
const order = (at: TestTrading, id: number): Order => at.order(id)

test('buy, fill on the next tick, add margin, close half, close all: the ledger accounts for every cent', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', leverage: 2, time: 1000, bid: '99.99', ask: '100.01' })
  assert.equal(available(at), '24488.95')
  at.tick({ time: 1000, bid: '99.99', ask: '100.01' })
  assert.equal(shown(order(at, 1)), 'accepted 0')
  at.tick({ time: 2000, bid: '99.99', ask: '100.01' })
  assert.equal(shown(order(at, 1)), 'filled 10')
  assert.equal(formatMoney(at.position(1).margin), '500.05')
  assert.equal(available(at), '24498.96')
  at.addMargin({ id: 1, position: 1, amount: '100.00', time: 2500 })
  assert.equal(formatMoney(pendingMargin(at.trading.additions.values(), 1)), '100.00')
  assert.equal(available(at), '24398.96')
  at.close({ id: 2, position: 1, amount: 'half', time: 3000 })
  assert.equal(at.position(1).locked, quantityOf('5'))
  at.tick({ time: 4000, bid: '102.00', ask: '102.02' })
  assert.equal(pendingMargin(at.trading.additions.values(), 1), 0n)
  assert.deepEqual([at.position(1).quantity, at.position(1).locked], [quantityOf('5'), 0n])
  assert.equal(formatMoney(at.position(1).margin), '300.03')
  // 300.02 of margin, 9.95 of profit, 0.99 commission, 0.03 levies.
  assert.equal(available(at), '24707.91')
  at.close({ id: 3, position: 1, amount: 'full', time: 5000 })
  at.tick({ time: 6000, bid: '98.00', ask: '98.02' })
  assert.deepEqual([at.position(1).state, at.position(1).closeReason], ['CLOSED', 'user'])
  // 300.03 of margin, 10.05 of loss, 0.99 commission, 0.03 levies.
  assert.equal(available(at), '24996.87')
  const { closings, executions, notices } = tradingChanges(at.trading)
  assert.deepEqual(
    closings.map((row) => [row.order, formatPrice(row.price), formatMoney(row.profit), formatMoney(row.netProfit)]),
    [
      [2, '102', '9.95', '8.44'],
      [3, '98', '-10.05', '-11.57'],
    ],
  )
  assert.deepEqual(
    executions.map((row) => [row.order, row.quote, formatPrice(row.price)]),
    [
      [1, 'US:EXMP@2000', '100.01'],
      [2, 'US:EXMP@4000', '102'],
      [3, 'US:EXMP@6000', '98'],
    ],
  )
  assert.deepEqual(
    notices.map((notice) => [notice.kind, notice.id]),
    [
      ['ORDER_FILLED', 1],
      ['ORDER_FILLED', 2],
      ['ORDER_FILLED', 3],
    ],
  )
  at.checkBalancedLedger()
})

test('a list is decided in order: the second command sees what the first reserved', () => {
  const at = testTrading(share, { US_STOCK: '600.00' })
  assert.equal(typeof at.tryOpen({ id: 1, units: '10', leverage: 2 }), 'object')
  assert.equal(at.tryOpen({ id: 2, units: '10', leverage: 2 }), 'insufficient_balance')
  assert.equal(at.tryClose({ id: 3, position: 1, amount: 'full' }), 'position_not_found')
  at.tick({ time: 2000 })
  assert.equal(at.tryClose({ id: 4, position: 1, amount: 'full', user: 8 }), 'position_not_found')
  assert.equal(typeof at.tryClose({ id: 5, position: 1, amount: 'half', time: 2000 }), 'object')
  assert.equal(at.tryClose({ id: 6, position: 1, amount: quantityOf('6'), time: 2000 }), 'quantity_not_closable')
  assert.equal(typeof at.tryClose({ id: 7, position: 1, amount: quantityOf('5'), time: 2000 }), 'object')
  at.checkBalancedLedger()
})

test('counts the live orders of the same list against the limit', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' }, { liveOrders: 199 })
  assert.equal(typeof at.tryOpen({ id: 1, units: '1' }), 'object')
  assert.equal(at.tryOpen({ id: 2, units: '1' }), 'too_many_orders')
  at.cancel({ id: 1, time: 1500 })
  at.tick({ time: 2000 })
  assert.equal(typeof at.tryOpen({ id: 3, units: '1', time: 2000 }), 'object')
})

test('counts open positions against the limit: a fill adds one, a closing removes one', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' }, { openPositions: 998 })
  at.open({ id: 1, units: '1' })
  at.tick({ time: 2000 })
  at.open({ id: 2, units: '1', time: 2000 })
  assert.equal(at.tryOpen({ id: 3, units: '1', time: 2000 }), 'too_many_orders')
  at.tick({ time: 4000 })
  assert.equal(at.tryOpen({ id: 4, units: '1', time: 4000 }), 'too_many_orders')
  assert.equal(typeof at.tryClose({ id: 5, position: 1, amount: 'full', time: 4000 }), 'object')
  assert.equal(at.tryOpen({ id: 6, units: '1', time: 4000 }), 'too_many_orders')
  at.tick({ time: 6000 })
  assert.equal(typeof at.tryOpen({ id: 7, units: '1', time: 6000 }), 'object')
})

test('a cancel counts when the feed passes it: an earlier quote still fills (rulebook §13.6)', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  for (const id of [1, 2, 3]) at.open({ id, units: '10', limit: '100.00', time: 1000 })
  at.cancel({ id: 1, time: 5000 })
  at.cancel({ id: 3, time: 5000 })
  at.tick({ time: 4000, bid: '99.00', ask: '101.00' })
  assert.deepEqual([shown(order(at, 1)), order(at, 1).cancelRequestedAt], ['accepted 0', 5000])
  at.cancel({ id: 1, time: 9000 })
  assert.equal(order(at, 1).cancelRequestedAt, 5000)
  at.tick({ time: 5000, bid: '99.00', ask: '99.99', size: '15' })
  assert.deepEqual(
    [1, 2, 3].map((id) => shown(order(at, id))),
    ['filled 10', 'filled 10', 'filled 10'],
  )
  assert.equal(at.tryCancel({ id: 1, time: 6000 }), 'order_final')
  at.open({ id: 4, units: '10', limit: '90.00', time: 6000 })
  at.cancel({ id: 4, time: 7000 })
  at.tick({ time: 7001, bid: '80.00', ask: '80.02' })
  assert.equal(shown(order(at, 4)), 'ended 0 CANCELLED')
  assert.equal(typeof at.tryCancel({ id: 4, time: 8000 }), 'object')
  assert.equal(at.tryCancel({ id: 4, time: 8000, user: 8 }), 'not_found')
  assert.equal(at.tryCancel({ id: 99, time: 8000 }), 'not_found')
  at.checkBalancedLedger()
})

test('without quotes a cancel counts after lag and age; at once where the feed cannot lag', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', limit: '90.00', time: 1000 })
  at.open({ id: 2, units: '10', limit: '90.00', time: 1000 })
  at.cancel({ id: 1, time: 2000 })
  at.lapse(7000, { delaySeconds: 0, quoteAgeSecondsMax: 5 })
  assert.equal(shown(order(at, 1)), 'accepted 0')
  at.lapse(7001, { delaySeconds: 0, quoteAgeSecondsMax: 5 })
  assert.equal(shown(order(at, 1)), 'ended 0 CANCELLED')
  at.cancel({ id: 2, time: 8000, feedHasPassed: true })
  assert.equal(shown(order(at, 2)), 'ended 0 CANCELLED')
  assert.equal(available(at), '25000.00')
  at.open({ id: 3, units: '10', limit: '90.00', time: 9000 })
  assert.equal(at.tryCancel({ id: 3, time: 9500, noCancelPhase: true }), 'order_final')
  assert.equal(order(at, 3).cancelRequestedAt, undefined)
  // What was asked for before the phase began stands, and may be asked for again.
  at.cancel({ id: 3, time: 9600 })
  assert.equal(typeof at.tryCancel({ id: 3, time: 9700, noCancelPhase: true }), 'object')
})

test('an order ends when it expires, and keeps what it got', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', limit: '100.00', time: 1000, expiresAt: 5000 })
  at.tick({ time: 2000, ask: '100.00', size: '1' })
  assert.equal(shown(order(at, 1)), 'partly_filled 1')
  at.tick({ time: 5000, ask: '99.00' })
  assert.equal(shown(order(at, 1)), 'ended 1 EXPIRED')
  assert.equal(at.position(1).quantity, quantityOf('1'))
  at.checkBalancedLedger()
})

test('an order that a gap has made too dear is cut, then ended for want of funds (rulebook §14.3)', () => {
  const at = testTrading(share, { US_STOCK: '1100.00' })
  at.open({ id: 1, units: '10', leverage: 1, time: 1000 })
  at.tick({ time: 2000, bid: '149.99', ask: '150.00' })
  assert.equal(shown(order(at, 1)), 'partly_filled 7')
  assert.equal(formatMoney(at.trading.executions[0]?.available ?? money(0n)), '78.90')
  at.tick({ time: 3000, bid: '149.99', ask: '150.00' })
  assert.equal(shown(order(at, 1)), 'ended 7 NO_FUNDS')
  assert.equal(order(at, 1).reserve, 0n)
  at.checkBalancedLedger()
})

test('orders wait for their session; the first tick of it works for them', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', limit: '100.00', time: 1000, phase: 'closed' })
  at.tick({ time: 2000, ask: '99.00', phase: 'pre' })
  assert.equal(shown(order(at, 1)), 'accepted 0')
  at.tick({ time: 3000, bid: '94.98', ask: '95.02', last: '95.00', opening: true })
  assert.equal(formatPrice(at.trading.executions[0]?.price ?? priceOf('0')), '95')
})

test('queued market orders and limits of different people open at one price, and what is left goes on by the ladder', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '30', time: 1000, phase: 'pre' })
  at.open({ id: 2, units: '10', limit: '95.01', time: 1000, phase: 'pre' })
  at.open({ id: 3, units: '10', limit: '94.99', time: 1000, phase: 'pre' })
  at.tick({ time: 3000, bid: '94.98', ask: '95.02', last: '95.00', size: '5', opening: true })
  at.tick({ time: 4000, bid: '94.97', ask: '94.98', size: '5' })
  assert.deepEqual(
    at.trading.executions.map(({ order: id, rule, price }) => `${id} ${rule} ${formatPrice(price)}`),
    // The second order met the auction but found nothing left of its depth: it was not resting.
    ['1 auction 95', '1 ladder 94.98', '2 ladder 94.99', '2 ladder 95', '3 resting 94.99'],
  )
  at.checkBalancedLedger()
})

test('a quote that is not usable fills and liquidates nothing, but the feed passes', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', time: 1000 })
  at.open({ id: 2, units: '10', time: 1000 })
  at.cancel({ id: 2, time: 1500 })
  at.tick({ time: 2000, usable: false })
  assert.deepEqual([shown(order(at, 1)), shown(order(at, 2))], ['accepted 0', 'ended 0 CANCELLED'])
  at.tick({ time: 3000, bid: '-1.00', ask: '0.50' })
  assert.equal(shown(order(at, 1)), 'accepted 0')
})

test('margin call once an hour, then liquidation at the quote, never touching free money (rulebook §16.5)', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '100', leverage: 5, time: 1000, bid: '49.99', ask: '50.00' })
  at.tick({ time: 2000, bid: '49.99', ask: '50.00' })
  at.close({ id: 2, position: 1, amount: quantityOf('40'), limit: '55.00', time: 2500, bid: '49.99', ask: '50.00' })
  at.addMargin({ id: 1, position: 1, amount: '1.00', time: 9_000_000 })
  const before = available(at)
  at.tick({ time: 3000, bid: '47.00', ask: '47.02' })
  at.tick({ time: 4000, bid: '46.00', ask: '46.02' })
  at.tick({ time: 3_603_000, bid: '46.00', ask: '46.02' })
  const calls = at.trading.notices.filter((notice) => notice.kind === 'MARGIN_CALL')
  assert.deepEqual(
    calls.map((notice) => notice.at),
    [3000, 3_603_000],
  )
  at.tick({ time: 3_604_000, bid: '39.00', ask: '39.02', phase: 'post' })
  assert.equal(at.position(1).state, 'OPEN')
  at.tick({ time: 3_605_000, bid: '39.00', ask: '39.02' })
  assert.deepEqual([at.position(1).state, at.position(1).closeReason], ['CLOSED', 'liquidation'])
  assert.equal(shown(order(at, 2)), 'ended 0 POSITION_CLOSED')
  // The waiting addition came later than the quote: it is returned, and the loss beyond the margin is the reserve's.
  assert.equal(at.trading.additions.get(1)?.state, 'returned')
  assert.equal(money(at.cents(available(at)) - at.cents(before)), moneyOf('1.00'))
  const row = at.trading.closings[0]
  assert.deepEqual([row?.reason, row?.order, formatMoney(row?.fee ?? money(1n))], ['liquidation', undefined, '0.00'])
  at.checkBalancedLedger()
})

test('a liquidation pays levies only as far as something is left, and no commission', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '100', leverage: 5, time: 1000, bid: '49.99', ask: '50.00' })
  at.tick({ time: 2000, bid: '49.99', ask: '50.00' })
  at.tick({ time: 3000, bid: '44.00', ask: '44.02' })
  const [row] = at.trading.closings
  assert.equal(formatMoney(row?.fee ?? money(0n)), '0.12')
  const levies = at.sum((line) => line.account.startsWith('SYS.LEVY'))
  assert.equal(formatMoney(levies), '0.12')
  const empty = testTrading(share, { US_STOCK: '25000.00' })
  empty.open({ id: 1, units: '100', leverage: 5, time: 1000, bid: '49.99', ask: '50.00' })
  empty.tick({ time: 2000, bid: '49.99', ask: '50.00' })
  const before = available(empty)
  empty.tick({ time: 3000, bid: '40.00', ask: '40.02' })
  assert.equal(empty.trading.balances.journals.at(-1)?.event, 'E34')
  assert.deepEqual([available(empty), empty.trading.closings[0]?.fee], [before, 0n])
})

test('a straddle pays for its own gap before the reserve does (rulebook §16.5)', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '100', leverage: 5, time: 1000, bid: '100.00', ask: '100.00' })
  at.open({ id: 2, units: '100', leverage: 5, direction: 'short', time: 1000, bid: '100.00', ask: '100.00' })
  at.tick({ time: 2000, bid: '100.00', ask: '100.00' })
  at.tick({ time: 3000, bid: '75.70', ask: '75.70' })
  assert.equal(at.position(1).state, 'CLOSED')
  assert.equal(formatMoney(at.position(2).margin), '1570.00')
  assert.equal(
    at.sum((line) => line.account === 'SYS.RESERVE'),
    0n,
  )
  at.close({ id: 3, position: 2, amount: 'full', time: 3500 })
  at.tick({ time: 4000, bid: '75.70', ask: '75.70' })
  // Even but for the fees of two openings and one closing: 0.99 × 3, SEC 0.21 and TAF 0.02 of the short sale.
  assert.equal(available(at), formatMoney(money(at.cents('25000.00') - at.cents('3.20'))))
  at.checkBalancedLedger()
})

test('half of a large position first, the rest when it is still due (rulebook §16.5)', () => {
  const at = testTrading(indexFuture, { FUTURE: '900000.00' }, { conversionRate: '18.40', mode: 'half' })
  at.open({ id: 1, units: '2', leverage: 20, time: 1000, bid: '6850.00', ask: '6850.25' })
  at.tick({ time: 2000, bid: '6850.00', ask: '6850.25' })
  at.tick({ time: 3000, bid: '6674.50', ask: '6674.75' })
  assert.deepEqual(
    [at.position(1).state, at.position(1).quantity, at.position(1).halved],
    ['OPEN', quantityOf('1'), true],
  )
  at.tick({ time: 4000, bid: '6674.00', ask: '6674.25' })
  assert.equal(at.position(1).state, 'CLOSED')
  assert.equal(at.trading.closings.length, 2)
  at.checkBalancedLedger()
})

test('all orders of one user share a ladder, those of another do not; also across lists', () => {
  const at = testTrading(share, { US_STOCK: '900000.00' })
  for (const id of [1, 2]) at.open({ id, units: '2000', time: 1000, leverage: 5 })
  at.open({ id: 3, units: '2000', time: 1000, leverage: 5, user: 8 })
  at.tick({ time: 2000, ask: '100.00', size: '500' })
  assert.deepEqual(
    [1, 2, 3].map((id) => shown(order(at, id))),
    ['filled 2000', 'partly_filled 500', 'filled 2000'],
  )
  const used = [{ user: 7, quote: 'US:EXMP@2000', side: 'buy', quantity: quantityOf('2400') }] as const
  const again = testTrading(share, { US_STOCK: '900000.00' }, { used })
  again.open({ id: 4, units: '2000', time: 1000, leverage: 5 })
  again.tick({ time: 2000, ask: '100.00', size: '500' })
  assert.equal(shown(order(again, 4)), 'partly_filled 100')
  assert.equal(formatPrice(again.trading.executions[0]?.price ?? priceOf('0')), '100.04')
})

/** A user who has sold 100 shares, and the rows of the proceeds that are not settled. */
function soldShares(releaseDate: string) {
  const at = testTrading(share, { US_STOCK: '25000.00' }, { releaseDate })
  at.open({ id: 1, units: '100', time: 1000 })
  at.tick({ time: 2000, bid: '99.99', ask: '100.00' })
  at.close({ id: 2, position: 1, amount: 'full', time: 2000 })
  at.tick({ time: 3000, bid: '100.00', ask: '100.02' })
  const rows = () => at.trading.unsettled.get('7 US_STOCK')?.rows ?? []
  return { at, rows }
}

test('proceeds of shares settle later, fills use them up first (rulebook §10.4)', () => {
  const { at, rows } = soldShares('2026-11-23')
  assert.deepEqual(rows(), [{ releaseDate: '2026-11-23', amount: moneyOf('9998.78') }])
  at.open({ id: 3, units: '50', time: 3000 })
  assert.equal(unsettledTotal(rows()), moneyOf('9998.78'))
  at.tick({ time: 4000, bid: '99.99', ask: '100.00' })
  assert.equal(unsettledTotal(rows()), moneyOf('4997.79'))
})

test('fills use no proceeds whose release date has come, whether or not their row is deleted', () => {
  const { at, rows } = soldShares('1970-01-05')
  assert.equal(rows().length, 1)
  const monday = Date.parse('1970-01-05T05:15:00Z')
  at.open({ id: 3, units: '10', time: monday - 1 })
  at.tick({ time: monday, bid: '99.99', ask: '100.00' })
  assert.equal(unsettledTotal(rows()), moneyOf('9998.78'))
})

test('an opening order ends with its position, and never reopens it (rulebook §14.4)', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '100', limit: '100.00', time: 1000 })
  at.tick({ time: 2000, ask: '100.00', bid: '99.99', size: '2' })
  assert.equal(shown(order(at, 1)), 'partly_filled 2')
  at.close({ id: 2, position: 1, amount: 'full', time: 2000 })
  at.tick({ time: 3000, bid: '101.00', ask: '101.02' })
  assert.deepEqual([shown(order(at, 1)), shown(order(at, 2))], ['ended 2 POSITION_CLOSED', 'filled 2'])
  at.tick({ time: 4000, ask: '99.00' })
  assert.equal(at.position(1).quantity, 0n)
  at.checkBalancedLedger()
})

test('refuses margin additions that the position or balance does not allow', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', leverage: 1, time: 1000 })
  at.open({ id: 2, units: '10', leverage: 2, time: 1000 })
  at.tick({ time: 2000 })
  const cases: [number, string, string, number?][] = [
    [1, '5.00', 'margin_not_possible'],
    [2, '0.00', 'incorrect_amount'],
    [2, '-5.00', 'incorrect_amount'],
    [2, '99999.00', 'insufficient_balance'],
    [9, '5.00', 'position_not_found'],
    [2, '5.00', 'position_not_found', 8],
  ]
  for (const [position, amount, word, user] of cases) {
    assert.equal(at.tryAddMargin({ id: 5, position, amount, time: 2500, user: user ?? 7 }), word)
  }
})

test('each class pays from its own wallet, in its currency', () => {
  const cases: [Instrument, string, Parameters<typeof testTrading>[1], Money][] = [
    [hongKongShare, '1', { HK_STOCK: '200000.00' }, moneyOf('10000.00')],
    [mexicanShare, '1', { BALANCE: '200000.00' }, moneyOf('10000.00')],
    [indexFuture, '18.40', { FUTURE: '500000.00' }, moneyOf('92000.00')],
  ]
  for (const [instrument, conversionRate, funds, margin] of cases) {
    const at = testTrading(instrument, funds, { conversionRate })
    const units = instrument === indexFuture ? '1' : '100'
    at.open({ id: 1, units, leverage: 1, time: 1000, bid: '100', ask: '100' })
    at.tick({ time: 2000, bid: '100', ask: '100' })
    assert.equal(at.position(1).margin, margin, instrument.key)
    at.checkBalancedLedger()
  }
})

test('refuses orders for instruments that are only quoted', () => {
  const at = testTrading({ ...share, source: 99, classify: 'Index' }, { US_STOCK: '25000.00' })
  assert.equal(at.tryOpen({ id: 1, units: '1' }), 'not_tradable')
})
