import assert from 'node:assert/strict'
import { test } from 'node:test'

import { scaleOf } from './curve-scale.ts'

const cases: readonly (readonly [low: number, high: number, lines: readonly string[]])[] = [
  [2.3, 6.1, ['3', '4', '5', '6']],
  [3.55, 4.85, ['4.0', '4.5']],
  [4.01, 4.04, []],
  [7.02, 7.31, ['7.1', '7.2', '7.3']],
  [-0.6, 3.1, ['0', '1', '2', '3']],
]

for (const [low, high, lines] of cases)
  test(`labels ${lines.join(', ') || 'nothing'} between ${low} and ${high}`, () => {
    assert.deepEqual(scaleOf(low, high), lines)
  })
