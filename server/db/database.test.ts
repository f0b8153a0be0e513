import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { openStore, type Store } from './database.ts'
import { endOwner, ownerOf } from './ownership-testing.ts'
import { until } from '#waiting-testing.ts'
import { OtherSettings } from './membership.ts'
import { StoreTaken } from './server-session.ts'
import { inTransaction, sql, type Database, type Tx } from './sql.ts'
import { standStill } from './standstill-testing.ts'
import { openTestDatabase } from './testing.ts'

const log = (): void => undefined

/** Ends the session of the owner, and waits until its lock is gone; returns its process id. */
async function loseOwner(db: Database): Promise<number | undefined> {
  const pid = await endOwner(db)
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
    await loseOwner(database.db)
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
  const lost = await loseOwner(database.db)
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

test('long checks yield to everything else, where the database server is ours', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'mex-patient-'))
  // As root, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  context.after(() => rm(folder, { recursive: true, force: true }))
  const store = await openStore({ databaseUrl: undefined, dataFolder: folder, log })
  const priorityOf = async (db: Database): Promise<number> => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    return getPriority(rows[0]?.pid)
  }
  const ordinary = await priorityOf(store.db)
  assert.deepEqual([ordinary, await priorityOf(store.patient)], [getPriority(), constants.priority.PRIORITY_LOW])
  await store.close()
})

test('what one of several servers holds is free ten seconds after it stood still in a transaction', async () => {
  await using database = await openTestDatabase()
  const joins = { settings: '{}', onLeading: () => undefined }
  const store = await openStore({ databaseUrl: database.connectionString, dataFolder: '', log, joins })
  await store.membership?.joined()
  const held = 1
  const hold = (tx: Tx) => sql`select pg_advisory_xact_lock(${held})`.execute(tx)
  let from = 0
  const still = inTransaction(store.db, async (tx) => {
    await hold(tx)
    from = performance.now()
    await rest(14_000)
    await hold(tx)
  })
  const ended = assert.rejects(still)
  await until('it holds the lock', () => from > 0)
  await inTransaction(database.db, hold)
  const took = performance.now() - from
  assert(took > 8000 && took < 13_500, `it was free after ${took} ms`)
  await ended
  await store.close()
})

test('a server with other settings than the others is refused before it brings the tables up to date', async () => {
  await using database = await openTestDatabase()
  const options = { databaseUrl: database.connectionString, dataFolder: '', log }
  const joins = (settings: string) => ({ joins: { settings, onLeading: () => undefined } })
  const store = await openStore({ ...options, ...joins('{"speed":1}') })
  await store.membership?.joined()
  await sql`delete from migration where name = (select max(name) from migration)`.execute(database.db)
  await assert.rejects(openStore({ ...options, ...joins('{"speed":2}') }), OtherSettings)
  await store.close()
})

test('tables of a newer version of the program are refused, and stay as they are', async () => {
  await using database = await openTestDatabase()
  const options = { databaseUrl: database.connectionString, dataFolder: '', log }
  await sql`insert into migration (name, hash) values ('9999-later.sql', 'of a later version')`.execute(database.db)
  await assert.rejects(openStore(options), { name: 'NewerTables', message: /9999-later\.sql/ })
  await sql`delete from migration where name = '9999-later.sql'`.execute(database.db)
  const store = await openStore(options)
  await store.close()
})

test('a store whose own process stood still is ready all the same', async () => {
  await using database = await openTestDatabase()
  const store = await openStore({ databaseUrl: database.connectionString, dataFolder: '', log })
  const asked = store.ready()
  standStill(3000)
  assert.equal(await asked, true)
  await store.close()
})
