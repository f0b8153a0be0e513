import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf } from '#money/money.ts'
import { share } from './examples-testing.ts'
import { testTrading } from './testing.ts'

test('orders that the user asks for are not forced', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  assert.equal(at.open({ id: 1, units: '10' }).isForced, false)
  at.tick({ time: 2000 })
  assert.equal(at.close({ id: 2, position: 1, amount: 'full', time: 2000 }).isForced, false)
})

test('a cancel answers the order as it is kept, and an order that ended by itself is final', () => {
  const at = testTrading(share, { US_STOCK: '25000.00' })
  at.open({ id: 1, units: '10', limit: '90.00' })
  const requested = at.cancel({ id: 1, time: 1500 })
  assert.equal(requested, at.order(1))
  assert.deepEqual([requested.cancelRequestedAt, requested.changedAt], [1500, 1500])
  at.open({ id: 2, units: '10', limit: '90.00', time: 2000, expiresAt: 3000 })
  at.tick({ time: 3000 })
  assert.equal(at.order(2).reason, 'EXPIRED')
  assert.equal(at.tryCancel({ id: 2, time: 4000 }), 'order_final')
})

test('margin may be a cent, and all of the free money', () => {
  const at = testTrading(share, { US_STOCK: '600.00' })
  at.open({ id: 1, units: '10', leverage: 2 })
  at.tick({ time: 2000 })
  const cent = at.addMargin({ id: 1, position: 1, amount: '0.01', time: 2500 })
  assert.equal(cent, at.trading.additions.get(1))
  // 600.00 less 500.05 of margin, 0.99 of commission and the cent.
  assert.equal(at.tryAddMargin({ id: 2, position: 1, amount: '98.96', time: 2500 }), 'insufficient_balance')
  assert.equal(at.addMargin({ id: 2, position: 1, amount: '98.95', time: 2500 }).amount, moneyOf('98.95'))
})
