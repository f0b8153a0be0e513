import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, formatPrice, moneyOf, priceOf, rateOf } from '#money/money.ts'
import { bondIndexAfter } from './bond-index.ts'
import { capacityPeriod, periodEnd, periodStart, planText, remainingCapacity } from './capacity.ts'
import { meanOf } from './recent.ts'

test('a period is a week from Monday on', () => {
  const monday = Date.UTC(2026, 10, 23)
  assert.equal(periodStart(capacityPeriod(monday)), monday)
  assert.equal(capacityPeriod(monday - 1), capacityPeriod(monday) - 1)
  assert.equal(periodEnd(capacityPeriod(monday)), Date.UTC(2026, 10, 30))
})

test('what is left falls by the steps that have happened, never below zero', () => {
  const steps = [
    { at: 10, amount: moneyOf('30') },
    { at: 20, amount: moneyOf('80') },
  ]
  const left = (at: number) => formatMoney(remainingCapacity({ total: moneyOf('100') }, steps, at))
  assert.deepEqual([left(9), left(10), left(20)], ['100.00', '70.00', '0.00'])
  assert.equal(planText('n', steps), 'n\n10:3000\n20:8000\n')
})

test('an index of bonds earns its yield, and falls when the yield rises', () => {
  const start = priceOf('100')
  const yearly = rateOf('0.04')
  let level = start
  for (let day = 0; day < 365; day += 1) level = bondIndexAfter(level, yearly, yearly, 1)
  assert.ok(Math.abs(Number(level) / 1e8 - 104) < 1e-4, formatPrice(level))
  // By seven years for each part of the yield, as a bond without coupons does.
  const fallen = Number(bondIndexAfter(start, yearly, rateOf('0.041'), 1)) / 1e10 - 1
  assert.ok(Math.abs(fallen + (7 * 0.001) / 1.04 - 0.04 / 365) < 5e-5, String(fallen))
})

test('rejects a mean of nothing', () => {
  assert.throws(() => meanOf([]), /a mean is of something/)
})
