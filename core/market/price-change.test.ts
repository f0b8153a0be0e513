import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePercent, priceChange } from './price-change.ts'
import { formatPrice, priceOf } from '#money/money.ts'

const cases: readonly (readonly [last: string, before: string, change: string, hundredths: bigint | undefined])[] = [
  ['101.25', '100', '1.25', 125n],
  ['98.75', '100', '-1.25', -125n],
  ['100', '100', '0', 0n],
  ['1', '3', '-2', -6667n],
  ['100.005', '100', '0.005', 1n],
  ['99.995', '100', '-0.005', -1n],
  ['-30', '-40', '10', 2500n],
  ['5', '0', '5', undefined],
]
for (const [last, before, change, hundredths] of cases) {
  void test(`${before} → ${last} is ${change}`, () => {
    assert.equal(formatPrice(priceChange(priceOf(last), priceOf(before))), change)
    assert.equal(changePercent(priceOf(last), priceOf(before)), hundredths)
  })
}
