import assert from 'node:assert/strict'
import { test } from 'node:test'

import { addMoney, moneyOf, nothing, priceOf, rateOf, value } from '@mex/core/money/money.ts'
import { hongKongShare } from '@mex/core/trading/examples-testing.ts'

import { delta, viewOf } from './examples-testing.ts'
import { liveFiguresOf } from './live-figures.ts'
import { totalsOf } from './totals.ts'

const still = () => undefined
const moving = () => delta()
const rows = [
  viewOf({ id: 1 }),
  viewOf({ id: 2, direction: 'short', conversionRate: rateOf('18.4321'), markPrice: priceOf('99.99') }),
  viewOf({ id: 3, markPrice: priceOf('87.65'), dayBase: { worth: value(0n), fee: nothing } }),
]

test('the totals are the sums of the rows, before and after a pushed price', () => {
  for (const deltaOf of [still, moving]) {
    const figures = rows.map((row) => liveFiguresOf(row, deltaOf()))
    const [totals, ...others] = totalsOf(rows, deltaOf)
    assert.deepEqual(others, [])
    for (const name of ['marketValue', 'profit', 'today'] as const) {
      const expected = addMoney(nothing, ...figures.map((each) => each[name] ?? nothing))
      assert.equal(totals?.[name], expected, name)
      assert.notEqual(expected, nothing)
    }
  }
  assert.notDeepEqual(totalsOf(rows, still), totalsOf(rows, moving))
})

test('the percentage is that of the row for one position, and weighs several by their cost', () => {
  const [one] = totalsOf([viewOf()], still)
  assert.equal(one?.favour, liveFiguresOf(viewOf(), undefined).favour)
  // 1 % of the cost of one, and 4 % against the other, which costs the same.
  const pair = [viewOf({ id: 1 }), viewOf({ id: 2, markPrice: priceOf('96') })]
  assert.equal(totalsOf(pair, still)[0]?.favour, -150n)
})

test('amounts of different currencies are never added', () => {
  const dollars = viewOf({ id: 1, currency: 'USD' })
  const hongKong = viewOf({ id: 2, currency: 'HKD' }, hongKongShare)
  const totals = totalsOf([dollars, hongKong, dollars], still)
  assert.deepEqual(
    totals.map(({ currency }) => currency),
    ['HKD', 'USD'],
  )
  const single = liveFiguresOf(dollars, undefined).profit ?? nothing
  assert.equal(totals[1]?.profit, addMoney(single, single))
})

test('a total without the figure of one of its rows is unknown, not less', () => {
  const unpriced = viewOf({ id: 2, markPrice: undefined, profit: undefined })
  const [totals] = totalsOf([viewOf(), unpriced], still)
  const { marketValue, profit, favour, today } = totals ?? {}
  assert.deepEqual([marketValue, profit, favour, today], [undefined, undefined, undefined, undefined])
  const [rest] = totalsOf([viewOf(), viewOf({ dayBase: undefined })], still)
  assert.equal(rest?.today, undefined)
  assert.equal(rest?.profit, moneyOf('200'))
  const free = viewOf({ cost: value(0n) })
  assert.equal(totalsOf([free], still)[0]?.favour, undefined)
})
