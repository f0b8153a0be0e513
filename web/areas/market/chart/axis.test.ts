import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isUnderTag } from './axis.ts'

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
