import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Curve } from '@mex/contract/portfolio/shapes.ts'
import { moneyOf } from '@mex/core/money/money.ts'

import { endingAt, isFarFrom, profitParts } from './live-total.ts'

const curve = {
  start: moneyOf('1000000'),
  moneyIn: moneyOf('500'),
  profit: moneyOf('-20'),
  total: moneyOf('1000480'),
  sources: [
    { source: 'US_STOCK', profit: moneyOf('31.50') },
    { source: 'BONDS', profit: moneyOf('-1.50') },
    { source: 'CURRENCIES', profit: moneyOf('-50') },
  ],
  points: [{ total: moneyOf('1000000') }, { total: moneyOf('1000480') }],
} as unknown as Curve

test('a curve ends at the live total, and its profit is what the total has over the money in', () => {
  const { points, profit, total } = endingAt(curve, moneyOf('1000483.50'))
  assert.deepEqual(
    [points.map((point) => point.total), profit, total],
    [[moneyOf('1000000'), moneyOf('1000483.50')], moneyOf('-16.50'), moneyOf('1000483.50')],
  )
})

test('a step that may be a deposit or a withdrawal is not taken for profit', () => {
  assert.equal(isFarFrom(curve, moneyOf('1000580')), false)
  assert.equal(isFarFrom(curve, moneyOf('1000780')), true)
  assert.equal(endingAt(curve, moneyOf('1000780')), curve)
  assert.equal(endingAt(curve, undefined), curve)
})

test('exchange rates, all else and what came since the curve was read add up to the profit', () => {
  const [rates, others] = [moneyOf('-50'), moneyOf('30')]
  assert.equal(rates + others, curve.profit)
  assert.deepEqual(profitParts(curve), { rates, others, later: moneyOf('0') })
  assert.deepEqual(profitParts(endingAt(curve, moneyOf('1000483.50'))), { rates, others, later: moneyOf('3.50') })
})
