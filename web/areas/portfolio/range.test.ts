import assert from 'node:assert/strict'
import { test } from 'node:test'

import { firstRange } from './range.ts'

test('a young account begins with a range that it fills', () => {
  const day = 24 * 60 * 60 * 1000
  assert.deepEqual([0, day - 1, day, 8 * day, 31 * day, 400 * day].map(firstRange), [
    '1D',
    '1D',
    '1W',
    '1M',
    '3M',
    '3M',
  ])
})
