import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { dayMilliseconds, isoDate, utcDay } from '@mex/core/time-zone.ts'
import { openTestDatabase } from '#db/testing.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { publishCommitments } from './commitments.ts'
import { insertCommitments } from './store.ts'
import { drawn, feed, now, secrets } from './testing.ts'
import { verifyQuotes } from './verify.ts'

/** A database whose first days were promised by a program with another price model. */
const database = await openTestDatabase()
after(() => database[Symbol.asyncDispose]())
const { db } = database

const other = modelVersion - 1
const today = utcDay(now)
const dates = [today, today + 1].map(isoDate)
await insertCommitments(
  db,
  dates.map((date) => ({ date, modelVersion: other, hash: '00'.repeat(32), publishedAt: now })),
)

test('a start refuses days that were promised with another price model, and names both models', async () => {
  await assert.rejects(publishCommitments(db, secrets, now), {
    name: 'CommitmentBroken',
    message: new RegExp(`The prices of ${dates[0]} were promised with price model ${other}, and this program has`),
  })
})

test('verify quotes names the days of another price model, and checks all others', async () => {
  const later = now + 2 * dayMilliseconds
  await publishCommitments(db, secrets, later)
  const quoteIds = [now, later].map((instant) => present(feed.quote('US:AAPL', instant), 'a quote').id)
  const { days, quotes, findings } = await verifyQuotes(db, { feed, drawn, now: now + 6 * dayMilliseconds, quoteIds })
  assert.deepEqual([days, quotes], [2, 1])
  assert.deepEqual(
    findings.map(({ about }) => about),
    [dates.join(' to ')],
  )
  assert.match(findings[0]?.message ?? '', new RegExp(`price model ${other}, .* price model ${modelVersion}`))
})
