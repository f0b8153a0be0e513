import assert from 'node:assert/strict'
import { test } from 'node:test'

import { at, axisText, isExact, isUnderTag } from './axis.ts'

test('a price of the scale is hidden if a tag would cover a part of it, also a tag that another one moves', () => {
  const cases: readonly (readonly [top: number, tags: readonly number[], expected: boolean])[] = [
    [100, [], false],
    [100, [100], true],
    [100, [90], true],
    [100, [86], false],
    [100, [86, 70], false],
    [100, [86, 80], true],
    [100, [80, 80], true],
    [100, [160, 150], false],
  ]
  for (const [top, tags, expected] of cases) assert.equal(isUnderTag(top, tags, 11), expected, `${top} ${tags.join()}`)
})

test('a day between hours is written with its month, and a day between days without it', () => {
  const midnight = at(Date.UTC(2026, 10, 20) / 1000)
  assert.equal(axisText(midnight, 2, 'en', 'intraday'), '11/20')
  assert.equal(axisText(midnight, 2, 'en', '1D'), '20')
  assert.equal(axisText(midnight, 3, 'en', 'intraday'), '00:00')
})

test('a price that its decimals do not write exactly has no label on the scale', () => {
  assert.ok(isExact(1617, 0))
  assert.ok(!isExact(1617.5, 0))
  assert.ok(isExact(1617.5, 1))
  assert.ok(isExact(0.1 + 0.2, 1))
})
