import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { expectSameKeys, OtherKeys } from './installation-keys.ts'
import { systemRandomness } from './randomness.ts'
import type { Secrets } from './secrets.ts'

const newSecrets = (): Secrets => ({
  market: randomBytes(32),
  pepper: randomBytes(32),
  hmac: randomBytes(32),
  papers: randomBytes(32),
  chain: randomBytes(32),
  webPush: randomBytes(32),
})

test('accepts the keys that the data began with, and refuses other keys by their names', async () => {
  await using database = await openTestDatabase()
  const secrets = newSecrets()
  await expectSameKeys(database.db, secrets, systemRandomness)
  await expectSameKeys(database.db, secrets, systemRandomness)
  const { pepper, papers } = newSecrets()
  await assert.rejects(expectSameKeys(database.db, { ...secrets, pepper, papers }, systemRandomness), (error) => {
    assert(error instanceof OtherKeys)
    assert.match(error.message, /other keys \((pepper, papers|papers, pepper)\)/)
    return true
  })
  await expectSameKeys(database.db, secrets, systemRandomness)
})

test('stores nothing that tells a key', async () => {
  await using database = await openTestDatabase()
  const secrets = newSecrets()
  await expectSameKeys(database.db, secrets, systemRandomness)
  const { rows } = await sql<{ digest: Buffer }>`select digest from installation_key`.execute(database.db)
  assert.equal(rows.length, Object.keys(secrets).length)
  for (const { digest } of rows) for (const key of Object.values(secrets)) assert.equal(digest.equals(key), false)
})
