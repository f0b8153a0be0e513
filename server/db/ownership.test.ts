import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { until } from '#waiting-testing.ts'
import { endOwner } from './ownership-testing.ts'
import { takeOwnership, type Ownership } from './ownership.ts'
import { StoreTaken } from './server-session.ts'
import { connect, failureKind, sql, type Connection, type Database } from './sql.ts'
import { openTestDatabase, type TestDatabase } from './testing.ts'

const log = (): void => undefined
const before = (): Promise<void> => Promise.resolve()

/** An owner that shows that it is alive, and one connection of its pool. */
type Serving = Connection & { readonly ownership: Ownership; readonly isTaken: () => boolean; stop(): Promise<void> }

async function serve(database: TestDatabase, ownership: Ownership, beats = true): Promise<Serving> {
  await ownership.begin()
  let taken = false
  if (beats) ownership.watch({ before, onTaken: () => (taken = true) })
  const connection = connect(database.connectionString, 2, [], ownership.connections)
  await sql`select 1`.execute(connection.db)
  const stop = async (): Promise<void> => {
    await connection.db.destroy()
    await ownership.release()
  }
  return { ...connection, ownership, isTaken: () => taken, stop }
}

const take = (database: TestDatabase, standsBy?: AbortSignal): Promise<Ownership> =>
  takeOwnership({ connectionString: database.connectionString, standsBy, log })

/** An owner that lost its session is told, or has the store again. */
const withinSeconds = 10

const forEver = (): AbortSignal => new AbortController().signal

const works = (db: Database): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    (error: unknown) => {
      assert.equal(failureKind(error), 'away', 'to people it is a database that is away')
      return false
    },
  )

test('a process that stands by takes over when the owner ends', async () => {
  await using database = await openTestDatabase()
  const first = await serve(database, await take(database))
  const second = take(database, forEver())
  assert.equal(await Promise.race([second, rest(1000, 'waits')]), 'waits')
  await first.stop()
  const taken = await second
  assert.deepEqual([first.ownership.tookOver, taken.tookOver], [false, true])
  await taken.release()
})

test('an owner that shows that it is alive keeps the store, also when it is idle', async () => {
  await using database = await openTestDatabase()
  const first = await serve(database, await take(database))
  const second = take(database, forEver())
  assert.equal(await Promise.race([second, rest(6000, 'waits')]), 'waits')
  assert(await works(first.db))
  await first.stop()
  await (await second).release()
})

test('an owner that stands still is replaced: its open work is undone, and it can do nothing more', async () => {
  await using database = await openTestDatabase()
  const first = await serve(database, await take(database), false)
  const other = connect(database.connectionString, 1)
  await sql`select 1`.execute(other.db)
  const client = await first.pool.connect()
  await client.query('begin')
  await client.query(`update market_clock set speed = 7`)
  const second = await serve(database, await take(database, forEver()))
  await assert.rejects(client.query('commit'))
  client.release(true)
  assert.equal(await works(first.db), false)
  assert.equal(await works(second.db), true)
  assert.equal(await works(other.db), true, 'a program of the operator goes on')
  // When it goes on, it finds that it has to stop.
  let isTold = false
  first.ownership.watch({ before, onTaken: () => (isTold = true) })
  await until('it is told', () => isTold, withinSeconds)
  await first.stop()
  await second.stop()
  await other.db.destroy()
})

test('an owner that lost only its lock can commit nothing once another one has it', async () => {
  await using database = await openTestDatabase()
  const first = await serve(database, await take(database), false)
  const client = await first.pool.connect()
  await client.query('begin')
  await client.query(`update market_clock set speed = 7`)
  await endOwner(database.db)
  const second = await serve(database, await take(database, forEver()))
  await assert.rejects(client.query('commit'))
  client.release(true)
  await first.stop()
  await second.stop()
})

test('an owner that lost its session takes the store again, unless somebody has served it meanwhile', async () => {
  await using database = await openTestDatabase()
  const first = await serve(database, await take(database))
  await endOwner(database.db)
  await until(
    'it has taken the store again',
    () =>
      take(database).then(
        (other) => other.release().then(() => false),
        (error: unknown) => error instanceof StoreTaken,
      ),
    withinSeconds,
  )
  assert.equal(first.isTaken(), false)
  assert(await works(first.db))
  await first.ownership.release()
  const again = await serve(database, await take(database))
  // Somebody serves the store and ends before it looks.
  await sql`update store_owner set epoch = epoch + 1`.execute(database.db)
  await endOwner(database.db)
  await until('it is told', () => again.isTaken(), withinSeconds)
  await first.stop()
  await again.stop()
})

test('the wait for the owner ends when the process is told to stop', async () => {
  await using database = await openTestDatabase()
  const first = await serve(database, await take(database))
  const stop = new AbortController()
  const second = take(database, stop.signal)
  await rest(100)
  stop.abort()
  await assert.rejects(second, StoreTaken)
  await first.stop()
})
