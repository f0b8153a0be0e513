import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, formatQuantity, moneyOf, quantityOf } from '#money/money.ts'
import { share } from './examples-testing.ts'
import { desk } from './testing.ts'

test('neither a position of the same side nor one of somebody else pays for a gap', () => {
  const at = desk(share, { US_STOCK: '25000.00' })
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
  at.checkBooks()
})

test('a closing in two ticks pays its fee as one order', () => {
  const at = desk(share, { US_STOCK: '25000.00' })
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
  at.checkBooks()
})

test('margin that was asked for at the instant of a quote waits for the next one', () => {
  const at = desk(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', leverage: 2, time: 1000 })
  at.tick({ time: 2000 })
  at.addMargin({ id: 1, position: 1, amount: '100.00', time: 3000 })
  at.tick({ time: 3000 })
  assert.deepEqual([at.trading.additions.get(1)?.state, at.position(1).addedMargin], ['waiting', 0n])
  at.tick({ time: 3001 })
  assert.deepEqual([at.trading.additions.get(1)?.state, at.position(1).addedMargin], ['added', moneyOf('100.00')])
})

test('a position that a reset or a leaving person closes says so', () => {
  const at = desk(share, { US_STOCK: '25000.00' })
  for (const id of [1, 2]) at.open({ id, units: '10', time: 1000 })
  at.tick({ time: 2000 })
  at.close({ id: 3, position: 1, amount: 'full', time: 2000, isForced: true })
  at.close({ id: 4, position: 2, amount: 'full', time: 2000 })
  at.tick({ time: 3000 })
  assert.deepEqual([at.position(1).closeReason, at.position(2).closeReason], ['reset', 'user'])
})

test('a tick that is handled for some people leaves the others alone', () => {
  const at = desk(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', time: 1000 })
  at.open({ id: 2, units: '10', user: 8, time: 1000 })
  at.tick({ time: 2000, users: new Set([8]) })
  assert.deepEqual([at.order(1).status, at.order(2).status], ['accepted', 'filled'])
})
