import assert from 'node:assert/strict'
import { test } from 'node:test'

import { moneyOf, priceOf } from '@mex/core/money/money.ts'

import { viewOf } from './examples-testing.ts'
import { positionOrderOf, sortPositions, type PositionOrder } from './position-order.ts'

const base = viewOf()
const rows = [
  viewOf({ id: 3, name: 'Beta', openedAt: 2, markPrice: priceOf('101') }),
  viewOf({ id: 2, name: 'alpha', openedAt: 3, markPrice: undefined, profit: undefined, favour: undefined }),
  viewOf({ id: 1, name: 'Gamma', openedAt: 1, markPrice: priceOf('90'), direction: 'short' }),
  viewOf({ id: 4, name: 'Delta', openedAt: 3, dayBase: { worth: base.cost, fee: moneyOf('500') } }),
]
const ids = (order: PositionOrder) =>
  sortPositions(rows, order, 'en')
    .map(({ id }) => id)
    .join('')

test('sorts positions by each column, with unknown figures last in both directions', () => {
  const cases: [PositionOrder, string][] = [
    [undefined, '3214'],
    [{ column: 'opened', from: 'low' }, '1324'],
    [{ column: 'opened', from: 'high' }, '4231'],
    [{ column: 'name', from: 'low' }, '2341'],
    [{ column: 'value', from: 'high' }, '3412'],
    [{ column: 'value', from: 'low' }, '1342'],
    [{ column: 'profit', from: 'high' }, '1342'],
    [{ column: 'favour', from: 'low' }, '3412'],
    [{ column: 'today', from: 'high' }, '1342'],
    [{ column: 'today', from: 'low' }, '4312'],
  ]
  for (const [order, expected] of cases) assert.equal(ids(order), expected, JSON.stringify(order))
})

test('reads the stored order, and forgets one that is not known', () => {
  assert.deepEqual(positionOrderOf('profit:low'), { column: 'profit', from: 'low' })
  for (const stored of [undefined, '', 'profit', 'profit:up', 'size:low'])
    assert.equal(positionOrderOf(stored), undefined)
})
