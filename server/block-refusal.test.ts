import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addUser } from '#areas/testing.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { blockRefusal } from './block-refusal.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(async () => database[Symbol.asyncDispose]())

test('identity, permission, and a practice that starts again decide who may buy blocks', async () => {
  const { db, pool } = database
  const user = await addUser(db)
  const cases = [
    [0, 0, 'verification_missing'],
    [2, 3, 'verification_missing'],
    [1, 3, 'verification_pending'],
    [3, 0, 'permission_missing'],
    [3, 2, 'permission_missing'],
    [3, 1, 'permission_pending'],
    [3, 3, undefined],
  ] as const
  for (const [identity, permission, word] of cases) {
    await pool.query('update app_user set real_status = $2, block_status = $3 where id = $1', [
      user,
      identity,
      permission,
    ])
    assert.equal((await blockRefusal(db, user))?.refused, word)
  }
  await pool.query('insert into practice_reset (user_id, asked_at) values ($1, now())', [user])
  assert.equal((await blockRefusal(db, user))?.refused, 'wrong_state')
  await pool.query('update practice_reset set done_at = now() where user_id = $1', [user])
  assert.equal(await blockRefusal(db, user), undefined)
})
