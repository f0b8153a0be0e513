import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '#db/testing.ts'
import { openPaid } from './paid.ts'

const minute = 60_000

test('what followers were paid is summed once a minute, and again after a failure', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const paidNow = openPaid()
  const now = 100 * minute
  const sums = [paidNow({ db, now }), paidNow({ db, now }), paidNow({ db, now: now + minute - 1 })]
  assert.deepEqual(new Set(sums).size, 1)
  assert.equal((await sums[0])?.size, 0)
  assert.notEqual(paidNow({ db, now: now + minute }), sums[0])

  const closed = await openTestDatabase()
  await closed[Symbol.asyncDispose]()
  const later = { now: now + 2 * minute }
  await assert.rejects(paidNow({ db: closed.db, ...later }))
  assert.equal((await paidNow({ db, ...later })).size, 0)
})
