import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  convert,
  formatPrice,
  formatQuantity,
  formatRate,
  moneyOf,
  nothing,
  one,
  priceOf,
  quantityOf,
  rateOf,
  subtractQuantity,
  value,
  valueOf,
} from './money.ts'

test('money has 2 decimals, prices and quantities 8, rates 12 (rulebook §0.2)', () => {
  assert.deepEqual(
    [moneyOf('1'), priceOf('1'), quantityOf('1'), rateOf('1'), one, nothing],
    [100n, 100_000_000n, 100_000_000n, 1_000_000_000_000n, 1_000_000_000_000n, 0n],
  )
})

test('writes prices, quantities and rates without trailing zeros, or with the requested decimals', () => {
  assert.deepEqual([formatPrice(priceOf('12')), formatPrice(priceOf('12'), 2)], ['12', '12.00'])
  assert.deepEqual([formatRate(rateOf('18')), formatRate(rateOf('18'), 4)], ['18', '18.0000'])
  assert.equal(formatQuantity(quantityOf('100')), '100')
})

test('rounds a value down to eight decimals, whatever its sign', () => {
  const half = (at: string): bigint => valueOf(priceOf(at), quantityOf('0.5'), rateOf('1'))
  assert.deepEqual([half('0.00000001'), half('0.00000003'), half('-0.00000001')], [0n, 1n, -1n])
})

test('converts and divides a value first, then rounds once to the cent', () => {
  // 1.00 × 18.40 ÷ 3 = 6.1333…
  const third = (rounding: 'floor' | 'ceil' | 'near'): bigint =>
    convert(value(10n ** 8n), rateOf('18.40'), rounding, 3n)
  assert.deepEqual([third('floor'), third('ceil'), third('near')], [613n, 614n, 613n])
  assert.equal(convert(value(10n ** 8n), rateOf('18.40'), 'floor'), 1840n)
})

test('subtracts one quantity from another', () => {
  assert.equal(subtractQuantity(quantityOf('2.5'), quantityOf('1')), quantityOf('1.5'))
})
