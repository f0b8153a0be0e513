import assert from 'node:assert/strict'
import { test } from 'node:test'

import { slowDownOf } from './slow-down.ts'

test('the slow-down of a machine is that of the calculator of Lighthouse', () => {
  // The points that the calculator itself names.
  const cases: readonly [benchmarkIndex: number, slowDown: number][] = [
    [150, 1],
    [475, 1.5],
    [800, 2],
    [1050, 2.5],
    [1300, 3],
    [1533, 4],
    [1766, 5],
    [1999, 6],
  ]
  for (const [benchmarkIndex, slowDown] of cases) assert.equal(slowDownOf(benchmarkIndex), slowDown)
})

test('a machine that is slower than the phone is refused', () => {
  assert.throws(() => slowDownOf(149), /too slow/)
})
