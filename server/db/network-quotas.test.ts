import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { settings } from '@mex/core/settings.ts'
import { openQuotas, start } from '#areas/testing.ts'
import { defaultQuotaLimits, forgetNetworkUse } from './network-quotas.ts'
import { inTransaction, sql } from './sql.ts'
import { openTestDatabase } from './testing.ts'

const own = await openTestDatabase()
const { db } = own
after(() => own[Symbol.asyncDispose]())

const day = 86_400_000
const usedUp = { refused: 'too_many_requests', values: { reason: 'network_guests', n: '3' } }
const three = openQuotas({ guests: () => 3 })

test('a network can use its quota and no more, whatever other networks use', async () => {
  const network = '198.51.100.1'
  assert.equal(await three.take(db, network, 'guests', 2), undefined)
  assert.deepEqual(await three.take(db, network, 'guests', 2), usedUp)
  assert.equal(await three.refuses(db, network, 'guests'), undefined, 'one is left')
  assert.equal(await three.take(db, network, 'guests', 1), undefined)
  assert.deepEqual(await three.refuses(db, network, 'guests'), usedUp)
  assert.equal(await three.take(db, '198.51.100.2', 'guests', 3), undefined)
  assert.equal(await three.take(db, network, 'upload_bytes', 10), undefined)
})

test('refuses more than the whole quota at once on an unused day', async () => {
  assert.deepEqual(await three.take(db, '198.51.100.3', 'guests', 4), usedUp)
  assert.equal(await three.refuses(db, '198.51.100.3', 'guests'), undefined)
})

test('twenty simultaneous requests use no more than the quota', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => three.take(db, '198.51.100.4', 'guests', 1)))
  assert.equal(outcomes.filter((outcome) => outcome === undefined).length, 3)
})

test('a failed transaction returns its use of the quota', async () => {
  const network = '198.51.100.5'
  const failing = inTransaction(db, async (tx) => {
    await three.take(tx, network, 'guests', 3)
    throw new Error('later')
  })
  await assert.rejects(failing, /later/)
  assert.equal(await three.take(db, network, 'guests', 3), undefined)
})

test('a day begins at midnight UTC, and the use of past days is deleted', async () => {
  let now = start
  const quotas = openQuotas({ guests: () => 3 }, () => now)
  const network = '198.51.100.6'
  assert.equal(await quotas.take(db, network, 'guests', 3), undefined)
  now = Math.floor(start / day) * day + day - 1
  assert.deepEqual(await quotas.take(db, network, 'guests', 1), usedUp)
  now += 1
  assert.equal(await quotas.take(db, network, 'guests', 3), undefined)
  const count = async () =>
    (await sql<{ count: number }>`select count(*) as count from network_use`.execute(db)).rows[0]?.count
  await forgetNetworkUse(db, now)
  assert.notEqual(await count(), 0)
  await forgetNetworkUse(db, now + 2 * day)
  assert.equal(await count(), 0)
})

test('stores no address of a network', async () => {
  await three.take(db, '2001:db8:1:2::/64', 'guests', 1)
  const { rows } = await sql<{ row: string }>`select network_use::text as row from network_use`.execute(db)
  assert.ok(rows.length > 0)
  const plain = Buffer.from('2001:db8:1:2::/64').toString('hex')
  for (const { row } of rows) assert.ok(!row.includes('2001:db8') && !row.includes(plain))
})

test('uses the limits of the settings by default', () => {
  assert.equal(defaultQuotaLimits.guests(), settings.network.guestsPerDayMax)
  assert.equal(defaultQuotaLimits.upload_bytes(), settings.network.uploadMegabytesPerDayMax * 1024 * 1024)
})
