import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf, one, priceOf, value } from '#money/money.ts'
import { dayNumber } from '#time-zone.ts'
import { splitHolding, type Holding } from './holding.ts'
import { holdingsBefore } from './past-holding.ts'

const coupon = dayNumber('2026-08-15')
const whole: Holding = {
  id: 1,
  user: 3,
  bond: 1,
  purchase: 1,
  parent: undefined,
  status: 'bought',
  face: moneyOf('1000'),
  price: priceOf('100'),
  conversionRate: one,
  settles: dayNumber('2026-05-04'),
  cost: moneyOf('1003.33'),
  couponsUntil: coupon,
  received: moneyOf('20'),
  interest: value(0n),
  redemption: undefined,
  boughtAt: 100,
  changedAt: 300,
  redeemedAt: undefined,
}
const [part, rest] = splitHolding(whole, moneyOf('333.33'), 2)
const redemption = {
  kind: 'sale',
  price: priceOf('99'),
  accrued: moneyOf('1'),
  conversionRate: one,
  proceeds: moneyOf('331'),
  settles: dayNumber('2026-09-01'),
  at: 300,
} as const
const sold: Holding = { ...part, status: 'redeemed', redemption, redeemedAt: 400 }
const told = (instant: number, next?: number) =>
  holdingsBefore([sold, rest], instant, next).map(({ status, face, couponsUntil }) => [status, face, couponsUntil])

test('is nothing until it was bought, and one holding until a part was sold', () => {
  assert.deepEqual(told(100), [])
  assert.deepEqual(told(101), [['bought', moneyOf('1000'), coupon]])
  assert.deepEqual(told(300), [['bought', moneyOf('1000'), coupon]])
})

test('a sold part waits for its money on its own, and is over when it was paid', () => {
  assert.deepEqual(told(301), [
    ['bought', moneyOf('666.67'), coupon],
    ['redeeming', moneyOf('333.33'), coupon],
  ])
  assert.deepEqual(told(400), told(301))
  assert.deepEqual(told(401), [['bought', moneyOf('666.67'), coupon]])
})

test('a coupon that was paid later was still to come', () => {
  assert.deepEqual(told(200, coupon), [['bought', moneyOf('1000'), coupon - 1]])
})
