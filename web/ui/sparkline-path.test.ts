import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sparklinePath } from './sparkline-path.ts'

test('scales the line from the lowest to the highest point of the box', () => {
  const { line, area } = sparklinePath([1, 3, 2], 60, 28)
  assert.equal(line, 'M0.0 27.0L30.0 1.0L60.0 14.0')
  assert.equal(area, `${line}L60 28L0 28Z`)
})

test('draws a level line for a flat series or one point, and nothing for an empty series', () => {
  assert.equal(sparklinePath([5, 5], 60, 28).line, 'M0.0 14.0L60.0 14.0')
  assert.equal(sparklinePath([5], 60, 28).line, 'M0.0 14.0L60.0 14.0')
  assert.deepEqual(sparklinePath([], 60, 28), { line: '', area: '' })
})
