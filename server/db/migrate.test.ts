import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { migrate, migrations, TablesInUse } from './migrate.ts'
import { inTransaction, sql } from './sql.ts'
import { openTestDatabase } from './testing.ts'

const database = await openTestDatabase()
after(() => database[Symbol.asyncDispose]())
const { db } = database
const name = '9999-later.sql'
const all = [...(await migrations()), { name, text: 'alter table halt add column colour text', hash: 'later' }]

/** Another program uses a table until it is told to end. */
async function useTable(): Promise<() => Promise<void>> {
  const used = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const using = inTransaction(db, async (tx) => {
    await sql`select from halt`.execute(tx)
    used.resolve()
    await over.promise
  })
  await used.promise
  return () => {
    over.resolve()
    return using
  }
}

test('a migration that waits for a table lets the others pass after two seconds, and tries again', async () => {
  const end = await useTable()
  const migrating = migrate(db, { all })
  let longest = 0
  const until = performance.now() + 5000
  while (performance.now() < until) {
    const begin = performance.now()
    await sql`select from halt`.execute(db)
    longest = Math.max(longest, performance.now() - begin)
    await rest(20)
  }
  await end()
  assert.deepEqual(await migrating, [name])
  assert(longest > 1000 && longest < 3500, `others waited ${longest} ms`)
  await sql`alter table halt drop column colour; delete from migration where name = ${sql.lit(name)}`.execute(db)
})

test('a migration that never gets its tables says so, and changes nothing', async () => {
  const end = await useTable()
  await assert.rejects(migrate(db, { all, triesMost: 2 }), (error) => {
    assert(error instanceof TablesInUse)
    assert.match(error.message, /^Migration 9999-later\.sql needs tables that other programs keep locked \(2 tries\)/)
    return true
  })
  await end()
  assert.deepEqual(await migrate(db, { all }), [name])
})
