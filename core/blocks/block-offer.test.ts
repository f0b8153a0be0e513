import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPrice, formatQuantity, priceOf, quantityOf, rateOf } from '#money/money.ts'
import { hongKongShare, share } from '#trading/examples-testing.ts'
import {
  blockPrice,
  blockQuantityMax,
  buyableBlock,
  forbidsShorts,
  isOpenBlock,
  remainingAt,
  scheduleText,
} from './block-offer.ts'
import { blockOffer, soldOffer } from './examples-testing.ts'

test('the price is the last price less the discount, down to the grid', () => {
  const cases = [
    [share, '0.02', '10.00', '9.8'],
    [share, '0.032', '5.31', '5.14'],
    [share, '0.05', '0.9999', '0.9499'],
    [hongKongShare, '0.024', '11.34', '11.06'],
    [hongKongShare, '0.01', '10.05', '9.945'],
  ] as const
  for (const [instrument, discount, last, expected] of cases)
    assert.equal(formatPrice(blockPrice({ discount: rateOf(discount) }, instrument.ticks, priceOf(last))), expected)
})

test('what is left falls by the sales that have happened, and never below nothing', () => {
  const { offer, sales } = soldOffer()
  const cases = [
    [499, '200000'],
    [500, '100000'],
    [49_999, '100000'],
    [50_000, '15000'],
  ] as const
  for (const [at, left] of cases) assert.equal(formatQuantity(remainingAt(offer, sales, at)), left)
  assert.equal(remainingAt(offer, [{ at: 0, shares: quantityOf('300000') }], 1), 0n)
})

test('one user may buy a tenth in whole lots, of what is left, less what was bought', () => {
  assert.equal(formatQuantity(blockQuantityMax({ total: quantityOf('110000'), lot: quantityOf('2000') })), '10000')
  const cases = [
    ['100000', '0', '20000'],
    ['15000', '0', '15000'],
    ['100000', '12000', '8000'],
    ['15000', '10000', '5000'],
    ['15000', '15000', '0'],
    ['100000', '20000', '0'],
    ['100000', '30000', '0'],
  ] as const
  for (const [left, bought, most] of cases)
    assert.equal(formatQuantity(buyableBlock(blockOffer, quantityOf(left), quantityOf(bought))), most)
})

test('it is open until its end, and forbids shorts until the end of the lock-up', () => {
  const offer = { ...blockOffer, publishedAt: 10 }
  const cases = [
    [9, false, false],
    [10, true, true],
    [999_999, true, true],
    [1_000_000, false, true],
    [4_999_999, false, true],
    [5_000_000, false, false],
  ] as const
  for (const [at, open, forbids] of cases) {
    assert.equal(isOpenBlock(offer, at), open)
    assert.equal(forbidsShorts(offer, at), forbids)
  }
})

test('the schedule is hashed as its nonce and a line for each sale', () => {
  assert.equal(scheduleText('ab', soldOffer().sales), 'ab\n500:100000\n50000:85000\n')
})
