import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readStored } from '#data/storage.ts'
import { clearSearches, rememberSearch } from './searches.ts'

test('stores the last ten different searches, newest first', () => {
  for (let number = 1; number <= 12; number += 1) rememberSearch(`search ${number}`)
  rememberSearch('  search 5 ')
  rememberSearch('   ')
  const kept = JSON.parse(readStored('searches') ?? '') as string[]
  assert.deepEqual(kept.slice(0, 3), ['search 5', 'search 12', 'search 11'])
  assert.equal(kept.length, 10)
  clearSearches()
  assert.equal(readStored('searches'), undefined)
})
