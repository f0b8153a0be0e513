import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'

import { totalChange } from './total-change.ts'

const textOf = (profit: string, total: string | undefined) =>
  totalChange(moneyOf(profit), total === undefined ? undefined : moneyOf(total), 'MXN')?.text

test('a profit is told in money and of the total before it', () => {
  assert.equal(textOf('404.32', '101484.32'), '+MX$404.32 (+0.40%)')
  assert.equal(textOf('-404.32', '100675.68'), '−MX$404.32 (−0.40%)')
  assert.equal(textOf('404.32', undefined), '+MX$404.32')
  assert.equal(textOf('404.32', '404.32'), '+MX$404.32', 'of nothing')
})

test('a profit that is less than half a hundredth of a per cent is not said to be none', () => {
  assert.equal(textOf('49.99', '1000049.99'), '+MX$49.99 (<0.01%)')
  assert.equal(textOf('-49.99', '999950.01'), '−MX$49.99 (<0.01%)')
  assert.equal(textOf('0.01', '5000000000'), '+MX$0.01 (<0.01%)')
  assert.equal(textOf('50', '1000050'), '+MX$50.00 (+0.01%)')
  assert.equal(textOf('0', '1000000'), 'MX$0.00 (0.00%)')
})
