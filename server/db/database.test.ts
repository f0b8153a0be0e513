import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { openStore, StoreTaken, type Store } from './database.ts'
import { sql, type Database } from './sql.ts'
import { openTestDatabase } from './testing.ts'

const log = (): void => undefined

/** The database process behind the connection that owns a store. */
async function ownerOf(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and objid = 7200
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.pid
}

/** Ends that connection as a network failure would; returns its process id. */
async function endOwner(db: Database): Promise<number | undefined> {
  const pid = await ownerOf(db)
  if (pid !== undefined) await sql`select pg_terminate_backend(${pid}::int)`.execute(db)
  while (pid !== undefined && (await ownerOf(db)) === pid) await rest(5)
  return pid
}

test('a store has one owner; the owner that loses it to another process is told to stop', async () => {
  await using database = await openTestDatabase()
  const options = { databaseUrl: database.connectionString, dataFolder: '', log }
  let tell = (): void => undefined
  const isTaken = new Promise<void>((resolve) => {
    tell = resolve
  })
  const first = await openStore({ ...options, onTaken: () => tell() })
  await assert.rejects(openStore(options), StoreTaken)
  let second: Store | undefined
  // The first owner retries once a second and may be faster.
  for (let tries = 0; second === undefined && tries < 20; tries += 1) {
    await endOwner(database.db)
    second = await openStore(options).catch(() => undefined)
  }
  assert(second !== undefined, 'the lock is free when its connection is gone')
  await isTaken
  await first.close()
  await second.close()
})

test('an owner that lost its connection takes the store again, and its store can be closed', async () => {
  await using database = await openTestDatabase()
  const options = { databaseUrl: database.connectionString, dataFolder: '', log }
  const store = await openStore(options)
  const lost = await endOwner(database.db)
  const latest = performance.now() + 10_000
  while ((await ownerOf(database.db)) === undefined) {
    assert(performance.now() < latest, 'the store is taken again')
    await rest(20)
  }
  assert.notEqual(await ownerOf(database.db), lost)
  await assert.rejects(openStore(options), StoreTaken)
  await store.close()
})

test('an owner whose connection ends while the store is closing releases it once', async () => {
  await using database = await openTestDatabase()
  const options = { databaseUrl: database.connectionString, dataFolder: '', log }
  // The events may come in any order, also with a message of the database between them.
  for (let round = 0; round < 30; round += 1) {
    const store = await openStore(options)
    const pid = await ownerOf(database.db)
    await Promise.all([sql`select pg_terminate_backend(${pid ?? 0}::int)`.execute(database.db), store.close()])
    while ((await ownerOf(database.db)) !== undefined) await rest(5)
  }
})
