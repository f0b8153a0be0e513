import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { everyOwnData } from './areas.ts'

/** Tables that keep a user id for a few hours at most. */
const temporary = ['outbox']

test('every table with a user id is declared by an area, and every copy and erase statement runs', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by table_name`.execute(db)
  const named = everyOwnData.flatMap(({ tables }) => tables)
  assert.deepEqual(
    named.toSorted(),
    [...rows.map(({ name }) => name).filter((name) => !temporary.includes(name)), 'app_user'].toSorted(),
  )
  const lists = everyOwnData.flatMap(({ copy }) => Object.keys(copy))
  assert.equal(new Set(lists).size, lists.length, 'the names of the lists are unique')
  for (const { copy, pending, erase } of everyOwnData) {
    for (const rowsOf of Object.values(copy)) assert.deepEqual((await sql`${rowsOf(1)}`.execute(db)).rows, [])
    if (pending !== undefined) assert.deepEqual((await sql`${pending(1)}`.execute(db)).rows, [])
    for (const statement of erase([1], '2026-11-22T00:00:00Z')) await sql`${statement}`.execute(db)
  }
})
