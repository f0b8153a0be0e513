import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf, priceOf, rateOf } from '#money/money.ts'
import { indexReturns, timeWeightedReturns } from './returns.ts'

type Case = {
  readonly title: string
  /** Instant and total. */
  readonly points: readonly (readonly [number, string])[]
  readonly flows?: readonly (readonly [number, string])[]
  /** In hundredths of a percent. */
  readonly expected: readonly bigint[]
}

const cases: readonly Case[] = [
  { title: 'no point has no return', points: [], expected: [] },
  { title: 'the left edge is zero', points: [[0, '100']], expected: [0n] },
  {
    title: 'without flows it is the change of the total, in every point from the left edge',
    points: [
      [0, '1000'],
      [10, '1100'],
      [20, '990'],
    ],
    expected: [0n, 1_000n, -100n],
  },
  {
    title: 'a deposit is no return, wherever in an interval it came',
    points: [
      [0, '1000'],
      [10, '3000'],
      [20, '3300'],
    ],
    flows: [[4, '2000']],
    expected: [0n, 0n, 1_000n],
  },
  {
    title: 'a withdrawal is no loss',
    points: [
      [0, '1000'],
      [10, '400'],
    ],
    flows: [[5, '-600']],
    expected: [0n, 0n],
  },
  {
    title: 'money counts for the part of the interval that it was there',
    // 1000 for all of it and 1000 for half of it earned 150: 10 percent.
    points: [
      [0, '1000'],
      [10, '2150'],
    ],
    flows: [[5, '1000']],
    expected: [0n, 1_000n],
  },
  {
    title: 'two flows of an interval count each by its time',
    // 1000 + 1000 × 0.9 − 400 × 0.25 = 1800 earned 180: 10 percent.
    points: [
      [0, '1000'],
      [100, '1780'],
    ],
    flows: [
      [10, '1000'],
      [75, '-400'],
    ],
    expected: [0n, 1_000n],
  },
  {
    title: 'a loss before a large deposit weighs as much as the gain after it',
    points: [
      [0, '100'],
      [10, '50'],
      [20, '1000050'],
      [30, '2000100'],
    ],
    flows: [[10, '1000000']],
    expected: [0n, -5_000n, -5_000n, 0n],
  },
  {
    title: 'a flow at the instant of a point belongs to the interval after it, one at the last instant to the last',
    points: [
      [0, '100'],
      [10, '110'],
      [20, '160'],
    ],
    flows: [
      [10, '30'],
      [20, '20'],
    ],
    expected: [0n, 1_000n, 1_000n],
  },
  {
    title: 'where nothing was invested nothing was earned',
    points: [
      [0, '0'],
      [10, '0'],
      [20, '110'],
    ],
    flows: [[10, '100']],
    expected: [0n, 0n, 1_000n],
  },
  {
    title: 'nobody loses more than everything, and what is lost does not come back with a deposit',
    points: [
      [0, '100'],
      [10, '-20'],
      [20, '500'],
    ],
    flows: [[12, '600']],
    expected: [0n, -10_000n, -10_000n],
  },
]

for (const { title, points, flows = [], expected } of cases)
  test(title, () => {
    const returns = timeWeightedReturns(
      points.map(([at, total]) => ({ at, total: moneyOf(total) })),
      flows.map(([at, amount]) => ({ at, amount: moneyOf(amount) })),
    )
    assert.deepEqual(returns, expected)
  })

const level = (price: string | undefined, rate: string | undefined) => ({
  level: price === undefined ? undefined : priceOf(price),
  rate: rate === undefined ? undefined : rateOf(rate),
})

test('an index is compared in pesos: its own change and that of its currency', () => {
  assert.deepEqual(indexReturns([level('5000', '20'), level('5500', '20'), level('5500', '18')]), [0n, 1_000n, -100n])
})

test('an index without a level at the start has no return', () => {
  assert.equal(indexReturns([level(undefined, '20'), level('5500', '20')]), undefined)
  assert.equal(indexReturns([level('5000', undefined), level('5500', '20')]), undefined)
  assert.equal(indexReturns([level('0', '20'), level('5500', '20')]), undefined)
  assert.equal(indexReturns([]), undefined)
})

test('a point without a level stands where the one before stood', () => {
  assert.deepEqual(indexReturns([level('100', '1'), level('102', '1'), level(undefined, '1'), level('99', '1')]), [
    0n,
    200n,
    200n,
    -100n,
  ])
})
