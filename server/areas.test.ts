import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { everyOwnData } from './areas.ts'

/** Tables that name a person for a few hours at most, or for the server's own work. */
const passing = ['outbox']

test('every table with people in it belongs to an area that copies and erases it, and every copy can be read', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by table_name`.execute(db)
  const named = everyOwnData.flatMap(({ tables }) => tables)
  assert.deepEqual(
    named.toSorted(),
    [...rows.map(({ name }) => name).filter((name) => !passing.includes(name)), 'app_user'].toSorted(),
  )
  const lists = everyOwnData.flatMap(({ copy }) => Object.keys(copy))
  assert.equal(new Set(lists).size, lists.length, 'every list has a name of its own')
  for (const { copy, pending, erase } of everyOwnData) {
    for (const rowsOf of Object.values(copy)) assert.deepEqual((await sql`${rowsOf(1)}`.execute(db)).rows, [])
    if (pending !== undefined) assert.deepEqual((await sql`${pending(1)}`.execute(db)).rows, [])
    for (const statement of erase([1], '2026-11-22T00:00:00Z')) await sql`${statement}`.execute(db)
  }
})
