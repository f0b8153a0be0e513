import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evenDecimals } from './even-decimals.ts'

test('the texts of an axis get the decimals of the one that has most', () => {
  const cases = [
    [
      ['524.2万', '524.25万', '524万'],
      ['524.20万', '524.25万', '524.00万'],
    ],
    [
      ['−1.5K', '0', '1.25K'],
      ['−1.50K', '0.00', '1.25K'],
    ],
    [
      ['4.97M', '4.98M'],
      ['4.97M', '4.98M'],
    ],
    [
      ['12,790', '12,800'],
      ['12,790', '12,800'],
    ],
  ] as const
  for (const [texts, expected] of cases) assert.deepEqual(evenDecimals(texts), expected)
})
