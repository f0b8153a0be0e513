import assert from 'node:assert/strict'
import test from 'node:test'

import { repeatedMemos } from './repeated-memos.ts'

test('only the memos of several movements are repeated', () => {
  const isRepeated = repeatedMemos([{ memo: 'Financing' }, { memo: 'Deposit' }, { memo: 'Financing' }])
  assert.deepEqual(['Financing', 'Deposit', 'Dividend'].map(isRepeated), [true, false, false])
})
