import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, formatQuantity, moneyOf, quantityOf } from '#money/money.ts'
import { indexFuture, share } from './examples-testing.ts'
import { testTrading } from './testing.ts'
import { liveOrdersOf, openPositionsOf, settleLater, tradingChanges } from './trading.ts'

test('neither a position of the same side nor one of another user pays for a gap', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  const quote = { bid: '100.00', ask: '100.00' }
  at.open({ id: 1, units: '10', leverage: 5, time: 1000, ...quote })
  at.open({ id: 2, units: '10', leverage: 1, time: 1000, ...quote })
  at.open({ id: 3, units: '10', leverage: 5, direction: 'short', user: 8, time: 1000, ...quote })
  at.tick({ time: 2000, ...quote })
  at.tick({ time: 3000, bid: '75.70', ask: '75.70' })
  assert.deepEqual(
    [1, 2, 3].map((id) => formatMoney(at.position(id).margin)),
    ['0.00', '1000.00', '200.00'],
  )
  // 243.00 of loss, 200.00 of margin.
  assert.equal(
    at.sum((line) => line.account === 'SYS.RESERVE'),
    moneyOf('-43.00'),
  )
  at.checkBalancedLedger()
})

test('a closing in two ticks pays its fee as one order', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '100', leverage: 1, time: 1000 })
  at.tick({ time: 2000 })
  at.close({ id: 2, position: 1, amount: 'full', time: 2000 })
  at.tick({ time: 3000, bid: '100.00', ask: '100.02', size: '10' })
  const state = () => {
    const { status, filled, cost, notional, fee } = at.order(2)
    return [status, formatQuantity(filled), cost, notional, formatMoney(fee), at.position(1).locked]
  }
  // Ten each at 100.00 to 99.96 are 4,999.00: SEC 0.1029794, TAF 0.00975, the least commission.
  assert.deepEqual(state(), ['partly_filled', '50', 499_900_000_000n, 499_900_000_000n, '1.11', quantityOf('50')])
  at.tick({ time: 4000, bid: '101.00', ask: '101.02', size: '10' })
  // Ten each at 101.00 to 100.96 are 5,049.00; of 10,048.00: SEC 0.2069888, TAF 0.0195.
  assert.deepEqual(state(), ['filled', '100', 1_004_800_000_000n, 1_004_800_000_000n, '1.22', 0n])
  at.checkBalancedLedger()
})

test('margin requested at the instant of a quote waits for the next quote', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', leverage: 2, time: 1000 })
  at.tick({ time: 2000 })
  at.addMargin({ id: 1, position: 1, amount: '100.00', time: 3000 })
  at.tick({ time: 3000 })
  assert.deepEqual([at.trading.additions.get(1)?.state, at.position(1).addedMargin], ['waiting', 0n])
  at.tick({ time: 3001 })
  assert.deepEqual([at.trading.additions.get(1)?.state, at.position(1).addedMargin], ['added', moneyOf('100.00')])
})

test('a closing records that a reset or a closing account caused it', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  for (const id of [1, 2]) at.open({ id, units: '10', time: 1000 })
  at.tick({ time: 2000 })
  at.close({ id: 3, position: 1, amount: 'full', time: 2000, isForced: true })
  at.close({ id: 4, position: 2, amount: 'full', time: 2000 })
  at.tick({ time: 3000 })
  assert.deepEqual([at.position(1).closeReason, at.position(2).closeReason], ['reset', 'user'])
})

test('a tick handled for some users leaves the others unchanged', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', time: 1000 })
  at.open({ id: 2, units: '10', user: 8, time: 1000 })
  at.tick({ time: 2000, users: new Set([8]) })
  assert.deepEqual([at.order(1).status, at.order(2).status], ['accepted', 'filled'])
})

test('orders meet a quote in the order of their acceptance, however they were loaded', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  for (const id of [2, 1]) at.open({ id, units: '40', time: 1000 })
  at.tick({ time: 2000, size: '10' })
  assert.deepEqual(
    [1, 2].map((id) => formatQuantity(at.order(id).filled)),
    ['40', '10'],
  )
})

test('margin is added for the people of a tick alone, and uses up unsettled money first (rulebook §10.4)', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' }, { releaseDate: '2026-11-23' })
  for (const id of [1, 2]) at.open({ id, units: '10', leverage: 2, time: 1000 })
  at.tick({ time: 2000 })
  at.close({ id: 3, position: 2, amount: 'full', time: 2000 })
  at.tick({ time: 3000 })
  const unsettled = () => at.trading.unsettled.get('7 US_STOCK')?.rows.reduce((sum, row) => sum + row.amount, 0n) ?? 0n
  const before = unsettled()
  at.addMargin({ id: 1, position: 1, amount: '100.00', time: 3500 })
  at.tick({ time: 4000, users: new Set([8]) })
  assert.deepEqual([at.trading.additions.get(1)?.state, unsettled()], ['waiting', before])
  at.tick({ time: 5000 })
  assert.deepEqual([at.trading.additions.get(1)?.state, unsettled()], ['added', before - 10_000n])
})

test('a margin call comes again after an hour and not a millisecond before, and a liquidation is told', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '100', leverage: 5, time: 1000, bid: '49.99', ask: '50.00' })
  at.tick({ time: 2000, bid: '49.99', ask: '50.00' })
  for (const time of [3000, 3_602_999, 3_603_000]) at.tick({ time, bid: '46.00', ask: '46.02' })
  at.tick({ time: 3_604_000, bid: '44.00', ask: '44.02' })
  assert.deepEqual(
    at.trading.notices.slice(1).map(({ kind, at: time, quote }) => [kind, time, quote]),
    [
      ['MARGIN_CALL', 3000, 'US:EXMP@3000'],
      ['MARGIN_CALL', 3_603_000, 'US:EXMP@3603000'],
      ['LIQUIDATION', 3_604_000, 'US:EXMP@3604000'],
    ],
  )
})

test('a liquidation of half ends the closing orders of the position, and not the order that opens it', () => {
  const at = testTrading(indexFuture, { FUTURE: '3000000.00' }, { conversionRate: '18.40', mode: 'half' })
  at.open({ id: 1, units: '6', leverage: 20, limit: '6860.00', time: 1000, bid: '6850.00', ask: '6850.25' })
  at.tick({ time: 2000, bid: '6850.00', ask: '6850.25', size: '1' })
  assert.deepEqual([at.order(1).status, at.position(1).quantity], ['partly_filled', quantityOf('5')])
  const close = { id: 2, position: 1, amount: quantityOf('1'), limit: '6900.00' }
  at.close({ ...close, time: 2000, bid: '6850.00', ask: '6850.25' })
  at.tick({ time: 3000, bid: '6674.50', ask: '6674.75' })
  assert.deepEqual([at.order(2).status, at.order(2).reason], ['ended', 'POSITION_CLOSED'])
  // Two of five are closed, and the order that opens fills its sixth.
  const { quantity, locked, halved } = at.position(1)
  assert.deepEqual([at.order(1).status, quantity, locked, halved], ['filled', quantityOf('4'), 0n, true])
  at.checkBalancedLedger()
})

test('what a list saves is every row that it has changed', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' }, { releaseDate: '2026-11-23' })
  for (const id of [1, 2]) at.open({ id, units: '10', leverage: 2, time: 1000 })
  assert.deepEqual([liveOrdersOf(at.trading, 7), liveOrdersOf(at.trading, 8)], [2, 0])
  at.tick({ time: 2000 })
  assert.deepEqual([openPositionsOf(at.trading, 7), openPositionsOf(at.trading, 8)], [2, 0])
  at.reload()
  assert.deepEqual(tradingChanges(at.trading).orders, [])
  at.addMargin({ id: 1, position: 1, amount: '100.00', time: 2500 })
  at.close({ id: 3, position: 2, amount: 'full', time: 2500 })
  at.tick({ time: 3000 })
  const { orders, positions, additions, unsettled } = tradingChanges(at.trading)
  assert.deepEqual([orders, additions], [[at.order(3)], [at.trading.additions.get(1)]])
  assert.deepEqual(new Set(positions), new Set([at.position(1), at.position(2)]))
  assert.deepEqual(unsettled, [...at.trading.unsettled.values()])
  assert.equal(unsettled.length, 1)
})

test('nothing is opened where the bid is nothing', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', time: 1000 })
  at.tick({ time: 2000, bid: '0', ask: '0.01' })
  assert.equal(at.order(1).status, 'accepted')
})

test('an order that has filled in part keeps what is left of its reserve', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', limit: '100.00', time: 1000 })
  at.tick({ time: 2000, ask: '100.00', size: '1' })
  // 1000.99 less 100.00 of margin and 0.50 of commission, which is 0.5 % at most.
  assert.equal(formatMoney(at.order(1).reserve), '900.49')
})

test('closing orders of one user share a ladder, and one that closes a part leaves the others', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '20', time: 1000 })
  at.tick({ time: 2000 })
  for (const id of [2, 3]) at.close({ id, position: 1, amount: quantityOf('10'), time: 2000 })
  at.tick({ time: 3000, size: '2' })
  assert.deepEqual(
    [2, 3].map((id) => at.order(id).status),
    ['filled', 'accepted'],
  )
  at.tick({ time: 4000, size: '2' })
  assert.deepEqual([at.order(3).status, at.position(1).state], ['filled', 'CLOSED'])
})

test('a closing order that is cancelled unlocks what it has not closed, and says so', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '20', time: 1000 })
  at.tick({ time: 2000 })
  at.close({ id: 2, position: 1, amount: 'full', time: 2000 })
  at.tick({ time: 3000, size: '2' })
  assert.deepEqual([at.position(1).quantity, at.position(1).locked], [quantityOf('10'), quantityOf('10')])
  const ended = at.cancel({ id: 2, time: 3500, feedHasPassed: true })
  assert.equal(ended, at.order(2))
  assert.deepEqual([ended.status, ended.reason, at.position(1).locked], ['ended', 'CANCELLED', 0n])
  const { kind, id, reason } = at.trading.notices.at(-1) ?? {}
  assert.deepEqual([kind, id, reason], ['ORDER_ENDED', 2, 'CANCELLED'])
})

test('what a closing costs uses up unsettled money, and one that pays nothing leaves it (rulebook §10.4)', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  const rows = () => at.trading.unsettled.get('7 US_STOCK')?.rows
  const settle = (amount: string, date?: string) =>
    settleLater(at.trading, { user: 7, at: 1000 }, 'US_STOCK', moneyOf(amount), date)
  settle('0.00', '2026-11-23')
  settle('5.00')
  assert.equal(rows(), undefined)
  settle('5.00', '2026-11-23')
  settle('-0.01', '2026-11-23')
  assert.deepEqual(rows(), [{ releaseDate: '2026-11-23', amount: moneyOf('4.99') }])
  settle('0.01', '2026-11-23')
  assert.deepEqual(rows(), [{ releaseDate: '2026-11-23', amount: moneyOf('5.00') }])
})

test('an order that expired before its cancel was asked for has expired, however late it is looked at', () => {
  for (const [asked, reason] of [
    [4000, 'CANCELLED'],
    [5000, 'EXPIRED'],
    [6000, 'EXPIRED'],
  ] as const) {
    const at = testTrading(share, { US_STOCK: '25000.00' })
    at.open({ id: 1, units: '10', limit: '90.00', time: 1000, expiresAt: 5000 })
    at.cancel({ id: 1, time: asked })
    at.tick({ time: 9000, ask: '99.00' })
    assert.deepEqual([at.order(1).status, at.order(1).reason], ['ended', reason])
  }
})
