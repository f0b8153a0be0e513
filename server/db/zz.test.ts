import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore, StoreTaken } from './database.ts'
import { sql } from './sql.ts'
import { openTestDatabase } from './testing.ts'

const log = (): void => undefined

test('a store has one owner; whoever loses it to another process is told to stop', async () => {
  await using database = await openTestDatabase()
  const options = { databaseUrl: database.connectionString, dataFolder: '', log }
  let taken = (): void => undefined
  const isTaken = new Promise<void>((resolve) => {
    taken = resolve
  })
  const first = await openStore({ ...options, onTaken: () => taken() })
  await assert.rejects(openStore(options), StoreTaken)
  assert.equal(await first.ready(), true)
  const end = () =>
    sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7200
      and database = (select oid from pg_database where datname = current_database())`.execute(database.db)
  let second: Awaited<ReturnType<typeof openStore>> | undefined
  for (let tries = 0; second === undefined && tries < 20; tries += 1) {
    await end()
    second = await openStore(options).catch((e) => { console.error(String(e)); return undefined }); console.error("try", tries)
  }
  assert(second !== undefined, 'the lock is free when its connection is gone')
  console.error("got"); await isTaken; console.error("taken")
  await first.close(); console.error("closed first")
  await second.close()
})

test('an owner that lost its connection takes the store again', async () => {
  await using database = await openTestDatabase()
  const options = { databaseUrl: database.connectionString, dataFolder: '', log }
  const first = await openStore(options)
  const held = async (): Promise<number> => {
    const { rows } = await sql`select pid from pg_locks where locktype = 'advisory' and objid = 7200
      and database = (select oid from pg_database where datname = current_database())`.execute(database.db)
    return rows.length
  }
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7200
    and database = (select oid from pg_database where datname = current_database())`.execute(database.db)
  const latest = performance.now() + 10_000
  while ((await held()) === 0) assert(performance.now() < latest, 'the store is taken again')
  await assert.rejects(openStore(options), StoreTaken)
  await first.close(); console.error("closed first")
})
