import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, moneyOf, rateOf } from '@mex/core/money/money.ts'

import { scenariosOf } from './scenarios.ts'

test('tells five outcomes after all fees: the value, the fee, and what is gained or lost', () => {
  const told = scenariosOf({ side: 'long', leverage: 2, stop: rateOf('0.06') }, moneyOf('5000'))
  assert.deepEqual(
    told.map(({ kind, value, fee, profit }) => [kind, formatMoney(value), formatMoney(fee), formatMoney(profit)]),
    [
      ['move', '5990.00', '99.00', '891.00'],
      ['move', '5290.00', '29.00', '261.00'],
      ['move', '4990.00', '0.00', '-10.00'],
      ['stop', '4390.00', '0.00', '-610.00'],
      ['gap', '3990.00', '0.00', '-1010.00'],
    ],
  )
})

test('a short campaign gains when the price falls, and never loses more than the amount', () => {
  const [best, , , stopped, gap] = scenariosOf({ side: 'short', leverage: 3, stop: rateOf('0.4') }, moneyOf('100'))
  assert.deepEqual([best?.move, formatMoney(best?.value ?? moneyOf('0'))], [-100_000_000_000n, '129.70'])
  assert.deepEqual([stopped?.value, gap?.value, gap?.profit], [0n, 0n, -10_000n])
})
