import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { until } from '#waiting-testing.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { joinServers, OtherSettings, type Membership } from './membership.ts'
import { takeOwnership } from './ownership.ts'
import { StoreTaken } from './server-session.ts'
import { connect, failureKind, sql, type Connection, type Database } from './sql.ts'
import { openTestDatabase, type TestDatabase } from './testing.ts'

/** Another server leads, and one that lost its session is back. */
const withinSeconds = 10
const log = (): void => undefined
const before = (): Promise<void> => Promise.resolve()

/** A server that has joined, and one connection of its pool. */
type Joined = Connection & {
  readonly membership: Membership
  readonly leads: () => boolean
  readonly isTaken: () => boolean
  stop(): Promise<void>
}

async function join(database: TestDatabase, { settings = '{}', beats = true } = {}): Promise<Joined> {
  const membership = await joinServers({ connectionString: database.connectionString, log })
  try {
    await membership.compare(settings)
    await membership.begin(settings)
  } catch (error) {
    await membership.release()
    throw error
  }
  let leads = await membership.lead()
  let taken = false
  if (beats) membership.watch({ before, onTaken: () => (taken = true), onLeading: () => (leads = true) })
  await membership.joined()
  const connection = connect(database.connectionString, 2, [], membership.connections)
  await sql`select 1`.execute(connection.db)
  const stop = async (): Promise<void> => {
    await connection.db.destroy()
    await membership.release()
  }
  return { ...connection, membership, leads: () => leads, isTaken: () => taken, stop }
}

const works = (db: Database): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    (error: unknown) => {
      assert.equal(failureKind(error), 'away', 'to people it is a database that is away')
      return false
    },
  )

test('of several servers one leads, and another one as soon as it has ended', async () => {
  await using database = await openTestDatabase()
  const first = await join(database)
  const second = await join(database)
  const third = await join(database)
  assert.deepEqual([first.leads(), second.leads(), third.leads()], [true, false, false])
  await first.stop()
  await until('one of them leads', () => second.leads() || third.leads(), withinSeconds)
  await rest(1200)
  assert.notEqual(second.leads(), third.leads(), 'one of the two')
  await Promise.all([second.stop(), third.stop()])
})

test('a server that leads and stands still is replaced, and can commit nothing when it goes on', async () => {
  await using database = await openTestDatabase()
  const still = await join(database, { beats: false })
  const follower = await join(database)
  await sql`create table written (by text)`.execute(follower.db)
  assert.deepEqual([still.leads(), follower.leads()], [true, false])
  await until('it leads', () => follower.leads(), withinSeconds)
  assert.equal(await works(still.db), false)
  assert.equal(await works(still.db), false, 'a new connection is refused too')
  assert.equal(await works(follower.db), true)
  await Promise.all([still.stop(), follower.stop()])
})

test('a server that follows and stands still keeps its place, and the others theirs', async () => {
  await using database = await openTestDatabase()
  const leader = await join(database)
  const still = await join(database, { beats: false })
  await rest(4000)
  assert.deepEqual([await works(still.db), await works(leader.db), leader.isTaken()], [true, true, false])
  await Promise.all([leader.stop(), still.stop()])
})

test('a server that lost its session joins again', async () => {
  await using database = await openTestDatabase()
  const leader = await join(database)
  const follower = await join(database)
  const holders = () =>
    sql<{ pid: number }>`
      select pid from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.store}
        and database = (select oid from pg_database where datname = current_database())`.execute(leader.db)
  const pids = (await holders()).rows.map(({ pid }) => pid)
  assert.equal(pids.length, 2)
  for (const pid of pids) await sql`select pg_terminate_backend(${pid}::int)`.execute(leader.db)
  await until('both have joined again', async () => (await holders()).rows.length === 2, withinSeconds)
  assert.deepEqual([leader.isTaken(), follower.isTaken(), follower.leads()], [false, false, false])
  await Promise.all([leader.stop(), follower.stop()])
})

test('servers that all lose their sessions at one moment join again', async () => {
  await using database = await openTestDatabase()
  const other = connect(database.connectionString, 1)
  // None of them leads.
  await sql`select pg_advisory_lock(${advisoryLocks.leader})`.execute(other.db)
  const members: Joined[] = []
  for (let count = 0; count < 5; count += 1) members.push(await join(database, { beats: false }))
  let taken = 0
  // All of them look at the same moments.
  for (const { membership } of members)
    membership.watch({ before, onTaken: () => void (taken += 1), onLeading: () => undefined })
  for (let round = 0; round < 4; round += 1) {
    await sql`
      select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.store}
        and database = (select oid from pg_database where datname = current_database())`.execute(other.db)
    await rest(700)
  }
  assert.equal(taken, 0)
  for (const member of members) await member.stop()
  await other.db.destroy()
})

test('the server that led goes on when all lose their sessions at one moment', async () => {
  await using database = await openTestDatabase()
  const leader = await join(database)
  const followers = [await join(database), await join(database), await join(database)]
  for (let round = 0; round < 4; round += 1) {
    await sql`
      select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.store}
        and database = (select oid from pg_database where datname = current_database())`.execute(database.db)
    await rest(1200)
  }
  assert.deepEqual([leader.isTaken(), followers.some(({ leads }) => leads())], [false, false])
  await leader.stop()
  await until('one of them leads', () => followers.some(({ leads }) => leads()), withinSeconds)
  for (const follower of followers) await follower.stop()
})

test('a server alone and several servers keep each other out', async () => {
  await using database = await openTestDatabase()
  const { connectionString } = database
  const member = await join(database)
  await assert.rejects(takeOwnership({ connectionString, log }), StoreTaken)
  await member.stop()
  const owner = await takeOwnership({ connectionString, log })
  await assert.rejects(join(database), StoreTaken)
  await owner.release()
})

test('a server that stood still opens no connection when another process serves the data alone', async () => {
  await using database = await openTestDatabase()
  // Another one leads, so that this one never led.
  const leader = await join(database)
  const still = await join(database, { beats: false })
  await leader.stop()
  const owner = await takeOwnership({
    connectionString: database.connectionString,
    standsBy: new AbortController().signal,
    log,
  })
  await owner.begin()
  assert.equal(await works(still.db), false)
  assert.equal(await works(still.db), false, 'a new connection is refused too')
  await Promise.all([still.stop(), owner.release()])
})

test('all servers have the settings of the first', async () => {
  await using database = await openTestDatabase()
  const settings = (more: Readonly<Record<string, unknown>>) => ({
    settings: JSON.stringify({ market: 'sim', ...more }),
  })
  const first = await join(database, settings({ speed: 1, 'data/rates.json': 'ab12' }))
  for (const [other, theirs, here] of [
    [{ speed: 2, 'data/rates.json': 'ab12' }, '{"speed":1}', '{"speed":2}'],
    [{ speed: 1, 'data/rates.json': 'cd34' }, '{"data/rates.json":"ab12"}', '{"data/rates.json":"cd34"}'],
    // Of another version, which has a setting that this one does not know.
    [{ speed: 1 }, '{"data/rates.json":"ab12"}', '{}'],
    [{ speed: 1, 'data/rates.json': 'ab12', more: true }, '{}', '{"more":true}'],
  ] as const)
    await assert.rejects(join(database, settings(other)), (error: unknown) => {
      assert(error instanceof OtherSettings)
      assert(error.message.includes(`: theirs ${theirs}, here ${here}. All must be the same`), error.message)
      return true
    })
  const second = await join(database, settings({ speed: 1, 'data/rates.json': 'ab12' }))
  await Promise.all([first.stop(), second.stop()])
  // The next first one may change them.
  const other = await join(database, settings({ speed: 2 }))
  await other.stop()
})
