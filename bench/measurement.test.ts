import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReached, type Figure } from './measurement.ts'

test('a target is one for the value, or for the ratio where it says so', () => {
  const figure: Figure = { name: '', value: 8, unit: 'ms', beside: { name: '', value: 6, ratio: 1.3 } }
  const least: Figure = { ...figure, isTargetOfRatio: true, target: { atLeast: 1.3 } }
  assert.equal(isReached(figure), true)
  assert.equal(isReached({ ...figure, target: { atMost: 8 } }), true)
  assert.equal(isReached({ ...figure, target: { atMost: 7 } }), false)
  assert.equal(isReached({ ...figure, target: { atMost: 1.3 }, isTargetOfRatio: true }), true)
  assert.equal(isReached({ ...figure, target: { atMost: 1.15 }, isTargetOfRatio: true }), false)
  assert.deepEqual([isReached(least), isReached({ ...least, target: { atLeast: 3 } })], [true, false])
})
