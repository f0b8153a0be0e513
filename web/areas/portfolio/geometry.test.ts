import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'

import {
  heightOf,
  leastOfMoney,
  markOf,
  marksOf,
  nearest,
  pathsOf,
  placesOf,
  roundLines,
  scaleOf,
  withSteps,
} from './geometry.ts'

const point = (at: number, total: string, moneyIn = '100') => {
  return { at, line: moneyOf(total), base: moneyOf(moneyIn) }
}

test('places points by their time, and leaves room above the highest and below the lowest line', () => {
  const points = [point(0, '100'), point(10, '184'), point(40, '142')]
  const scale = scaleOf(points)
  const places = placesOf(points, scale)
  assert.deepEqual(
    places.map(({ x, line, base }) => [x, Math.round(line), Math.round(base)]),
    [
      [0, 92, 92],
      [25, 8, 92],
      [100, 50, 92],
    ],
  )
  assert.equal(Math.round(heightOf(10_000, scale)), 92)
})

test('draws a loss of some pesos of millions almost level, and a loss of a hundredth over the whole height', () => {
  const heights = (last: string) => {
    const points = [point(0, '4973921.77', '4973921.77'), point(1, last, '4973921.77')]
    const [, end] = placesOf(points, scaleOf(points, leastOfMoney(points)))
    return [Math.round(end?.base ?? 0), Math.round(end?.line ?? 0)]
  }
  assert.deepEqual(heights('4973868.60'), [50, 50])
  assert.deepEqual(heights('4972921.77'), [45, 55])
  assert.deepEqual(heights('4924182.55'), [8, 92])
})

test('draws the lines of the grid at round values', () => {
  const cases: [low: number, high: number, lines: readonly bigint[]][] = [
    [0, 100, [20n, 40n, 60n, 80n]],
    [646_266_000, 646_319_000, [646_280_000n, 646_300_000n]],
    [-119, 0, [-100n, -50n]],
    [-300, 700, [-200n, 0n, 200n, 400n, 600n]],
    [99_940, 100_060, [99_950n, 100_000n, 100_050n]],
    [1e12, 3.4e12, [1_500_000_000_000n, 2_000_000_000_000n, 2_500_000_000_000n, 3_000_000_000_000n]],
  ]
  for (const [low, high, lines] of cases) assert.deepEqual(roundLines({ low, high }), lines, `${low} to ${high}`)
})

test('draws a level line in the middle for a total that never moved, also of a single point', () => {
  const points = [point(5, '100')]
  const { line, base, between } = pathsOf(placesOf(points, scaleOf(points)))
  assert.equal(line, 'M0.00 50.00L100.00 50.00')
  assert.equal(base, line)
  assert.equal(between, 'M0.00 50.00L100.00 50.00L100.00 50.00L0.00 50.00Z')
})

test('steps where money came or went, with the profit until then before it, within the drawing', () => {
  const points = [point(0, '1000', '1000'), point(10, '1050', '1000'), point(20, '300', '200')]
  const drawn = withSteps(points, [2])
  assert.deepEqual(drawn, [points[0], points[1], point(20, '1100', '1000'), points[2]])
  for (const { line, base } of placesOf(drawn, scaleOf(drawn)))
    for (const height of [line, base]) assert.ok(height >= 0 && height <= 100, String(height))
  assert.deepEqual(withSteps(points, []), points)
  assert.deepEqual(withSteps(points, [0]), points)
})

test('finds the point next to a finger, and the one where money arrived', () => {
  const points = [point(0, '100'), point(10, '150', '150'), point(40, '142', '150')]
  const places = placesOf(points, scaleOf(points))
  assert.deepEqual(
    [-5, 12, 13, 60, 70, 130].map((x) => nearest(places, x)),
    [0, 0, 1, 1, 2, 2],
  )
  assert.deepEqual(
    [0, 9, 10, 40].map((at) => markOf(points, { at })),
    [1, 1, 2, 2],
  )
})

test('a point is marked with what came less what went since the one before it', () => {
  const points = [point(0, '100'), point(10, '90'), point(20, '90')]
  const flow = (at: number, amount: string) => ({ at, amount: moneyOf(amount) })
  assert.deepEqual(marksOf(points, [flow(3, '20'), flow(4, '-30'), flow(12, '5'), flow(13, '-5')]), [
    [1, moneyOf('-10')],
  ])
})
