import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, formatPrice, formatRate, moneyOf, priceOf, rateOf } from '#money/money.ts'
import {
  campaignResult,
  capacityLeft,
  capacityText,
  feeOf,
  followValue,
  isOpenForOrders,
  isStopped,
  payoutOf,
  stopPrice,
} from './campaign.ts'

const long = { side: 'long', leverage: 2 } as const
const short = { side: 'short', leverage: 1 } as const

test('an amount becomes what the move, the leverage and the cost of two turns make of it (rulebook §25.2)', () => {
  const cases = [
    [long, '5000', '100', '100', '4990.00'],
    [long, '5000', '100', '110', '5990.00'],
    [long, '5000', '100', '94', '4390.00'],
    [short, '5000', '100', '94', '5295.00'],
    [short, '5000', '100', '110', '4495.00'],
    // Rounded down to the cent, once.
    [{ side: 'long', leverage: 3 }, '100.01', '3', '4', '199.71'],
    // Never below nothing.
    [{ side: 'long', leverage: 3 }, '1000', '100', '60', '0.00'],
    [short, '1000', '100', '300', '0.00'],
  ] as const
  for (const [terms, amount, open, close, value] of cases)
    assert.equal(formatMoney(followValue(moneyOf(amount), terms, priceOf(open), priceOf(close))), value)
})

test('the fee is 10 % of a profit, rounded up, and none of a loss', () => {
  const cases = [
    ['1000', '1080', '8.00', '1072.00', '72.00'],
    ['1000', '1000.01', '0.01', '1000.00', '0.00'],
    ['1000', '1000', '0.00', '1000.00', '0.00'],
    ['1000', '900', '0.00', '900.00', '-100.00'],
  ] as const
  for (const [amount, value, fee, paid, profit] of cases) {
    const told = payoutOf(moneyOf(amount), moneyOf(value))
    assert.deepEqual([told.fee, told.paid, told.profit].map(formatMoney), [fee, paid, profit])
    assert.equal(feeOf(moneyOf(amount), moneyOf(value)), told.fee)
  }
})

test('the figure of the agency is before the fee, and never below everything', () => {
  assert.equal(formatRate(campaignResult(long, priceOf('100'), priceOf('110'))), '0.198')
  assert.equal(formatRate(campaignResult(short, priceOf('100'), priceOf('110'))), '-0.101')
  assert.equal(formatRate(campaignResult({ side: 'long', leverage: 3 }, priceOf('100'), priceOf('50'))), '-1')
})

test('the stop is met by the lowest price of a long campaign, and by the highest of a short one', () => {
  const stop = rateOf('0.06')
  assert.equal(formatPrice(stopPrice({ side: 'long', stop }, priceOf('184.9'))), '173.806')
  assert.equal(formatPrice(stopPrice({ side: 'short', stop }, priceOf('100'))), '106')
  const cases = [
    ['long', '94', '99', true],
    ['long', '94.01', '120', false],
    ['short', '80', '106', true],
    ['short', '80', '105.99', false],
  ] as const
  for (const [side, low, high, met] of cases)
    assert.equal(isStopped({ side, stop }, priceOf('100'), { low: priceOf(low), high: priceOf(high) }), met)
})

test('the capacity falls by the placements that have happened, never below nothing', () => {
  const placements = [
    { at: 10, amount: moneyOf('600') },
    { at: 20, amount: moneyOf('500') },
  ]
  const capacity = moneyOf('1000')
  assert.deepEqual(
    [9, 10, 20].map((at) => formatMoney(capacityLeft({ capacity }, placements, at))),
    ['1000.00', '400.00', '0.00'],
  )
  assert.equal(capacityText('ab', placements), 'ab\n10:60000\n20:50000\n')
})

test('orders are taken from the publication until the end of the subscription, and not after a cancel', () => {
  const campaign = { publishedAt: 10, subscribeEnd: 20 }
  const cases = [
    [9, undefined, false],
    [10, undefined, true],
    [19, undefined, true],
    [20, undefined, false],
    [14, 15, true],
    [15, 15, false],
  ] as const
  for (const [now, cancelledAt, open] of cases) assert.equal(isOpenForOrders(campaign, { cancelledAt }, now), open)
})
