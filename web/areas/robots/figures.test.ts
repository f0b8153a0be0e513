import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hasMiningFailed } from './figures.ts'

const createdAt = Date.UTC(2026, 10, 20, 15)
const rental = { status: 'finding', redeemStatus: 'none', createdAt, changedAt: createdAt } as const

test('mining has failed for a rental that still looks for a pool after its first try', () => {
  // A payment at 00:05 may change the rental before its first try.
  for (const seconds of [0, 59])
    assert.equal(hasMiningFailed({ ...rental, changedAt: createdAt + seconds * 1000 }), false)
  for (const seconds of [60, 600])
    assert.equal(hasMiningFailed({ ...rental, changedAt: createdAt + seconds * 1000 }), true)
})

test('mining has not failed for a rental that found a pool, or is on its way back', () => {
  const later = { ...rental, changedAt: createdAt + 600_000 }
  assert.equal(hasMiningFailed({ ...later, status: 'mining' }), false)
  assert.equal(hasMiningFailed({ ...later, redeemStatus: 'processing' }), false)
})
