import assert from 'node:assert/strict'
import { test } from 'node:test'

import { liquidationPrice } from '@mex/core/trading/liquidation.ts'
import { formatMoney, nothing, priceOf, rateOf } from '@mex/core/money/money.ts'
import { indexFuture, openPosition, share } from '@mex/core/trading/examples-testing.ts'

import { delta, viewOf } from './examples-testing.ts'
import { listOfNumber } from './links.ts'
import { liveFiguresOf } from './live-figures.ts'
import { positionOf } from './position-of.ts'

test('marks a long position at the bid and a short one at the ask', () => {
  assert.equal(formatMoney(liveFiguresOf(viewOf(), delta()).profit ?? nothing), '199.00')
  assert.equal(formatMoney(liveFiguresOf(viewOf({ direction: 'short' }), delta()).profit ?? nothing), '-201.00')
  assert.equal(liveFiguresOf(viewOf(), delta()).favour, 199n)
})

test('shows the figures of the server before the first tick', () => {
  const { profit, favour, mark } = liveFiguresOf(viewOf(), undefined)
  assert.deepEqual([profit, favour, mark], [10_000n, 100n, priceOf('101')])
  assert.deepEqual(liveFiguresOf(viewOf(), delta({ bid: undefined })).mark, priceOf('101'))
})

test("today's profit follows the pushed price, from the base and after the fees of the day", () => {
  assert.equal(formatMoney(liveFiguresOf(viewOf(), undefined).today ?? nothing), '99.00')
  assert.equal(formatMoney(liveFiguresOf(viewOf(), delta()).today ?? nothing), '198.00')
  assert.equal(liveFiguresOf(viewOf({ dayBase: undefined }), delta()).today, undefined)
  assert.equal(liveFiguresOf(viewOf({ conversionRate: undefined }), delta()).today, undefined)
})

test('leaves figures undefined without a price or a conversion rate', () => {
  const unpriced = liveFiguresOf(viewOf({ markPrice: undefined, profit: undefined, favour: undefined }), undefined)
  assert.deepEqual([unpriced.profit, unpriced.favour, unpriced.marketValue], [undefined, undefined, undefined])
  const unrated = liveFiguresOf(viewOf({ conversionRate: undefined, profit: undefined }), delta())
  assert.deepEqual([unrated.profit, unrated.marketValue], [undefined, undefined])
})

test('converts the floating profit of a dollar contract to pesos ', () => {
  const view = viewOf({ conversionRate: rateOf('18') }, indexFuture)
  // 100 contracts × 50 dollars × 1.99 points × 18 pesos.
  assert.equal(formatMoney(liveFiguresOf(view, delta()).profit ?? nothing), '179100.00')
})

test('rebuilds from the answer the position whose liquidation price the server uses', () => {
  const original = openPosition(share, { leverage: 5 })
  const again = positionOf(viewOf())
  assert.equal(liquidationPrice(again, share, rateOf('1')), liquidationPrice(original, share, rateOf('1')))
})

test('reads the list of the Trade tab from the URL, holdings by default', () => {
  const names = ['0', '1', '2', '4', '5', '6', '3', undefined, 'x'].map(listOfNumber)
  const rest = ['holding', 'holding', 'holding']
  assert.deepEqual(names, ['holding', 'closed', 'orders', 'subscriptions', 'follow', 'bonds', ...rest])
})
