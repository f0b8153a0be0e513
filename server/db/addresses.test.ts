import assert from 'node:assert/strict'
import { connect as connectSocket, createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { addressesOf, eachAddress } from './addresses.ts'
import { openServerSession } from './server-session.ts'
import { connect, sql } from './sql.ts'
import { openTestDatabase } from './testing.ts'

const cases: readonly (readonly [string, readonly string[]])[] = [
  ['postgres://role@one/mex', ['postgres://role@one/mex']],
  ['postgresql://role:a,b@one:5432/mex', ['postgresql://role:a,b@one:5432/mex']],
  [
    'postgres://role:a%40b@one:5432,two:5433/mex',
    ['postgres://role:a%40b@one:5432/mex', 'postgres://role:a%40b@two:5433/mex'],
  ],
  [
    'postgres://one,[fd00::2]:5433?sslmode=require',
    ['postgres://one?sslmode=require', 'postgres://[fd00::2]:5433?sslmode=require'],
  ],
  ['/var/run/postgresql mex', ['/var/run/postgresql mex']],
]
for (const [given, expected] of cases)
  test(`${given} names ${expected.length} servers`, () => assert.deepEqual(eachAddress(given), expected))

test('connections that fail at the same time move on once', () => {
  const addresses = addressesOf('postgres://role@first,second/mex')
  const tried = addresses.current()
  for (let failed = 0; failed < 3; failed += 1) addresses.leave(tried)
  assert.equal(addresses.current(), 'postgres://role@second/mex')
  // Another role of the same database goes there at once.
  assert.equal(addressesOf('postgres://owner@first,second/mex').current(), 'postgres://owner@second/mex')
  addresses.leave(addresses.current())
  assert.equal(addresses.current(), tried)
})

test('a server that was replaced is not used when it comes back as it was', () => {
  const addresses = addressesOf('postgres://role@old,new/mex')
  assert.deepEqual(
    [1, 2, 1, 2, 3].map((timeline) => addresses.isLatest(timeline)),
    [true, true, false, true, true],
  )
})

test('connects to the next server when one does not answer', async () => {
  await using database = await openTestDatabase()
  // Port 1 is never PostgreSQL.
  const behind = (first: string): string => database.connectionString.replace(/@/, `@${first}:1,`)
  const { db } = connect(behind('127.0.0.1'), 2)
  await Promise.all([1, 2].map(() => sql`select 1`.execute(db)))
  await db.destroy()
  const session = await openServerSession(behind('localhost'), 'test')
  await session.end()
})

test('a connection that is lost while it is made ends nothing else, and the next server is tried', async () => {
  await using database = await openTestDatabase()
  const { hostname, port } = new URL(database.connectionString)
  let lost = 0
  const way = createServer((client) => {
    const server = connectSocket(Number(port), hostname)
    client.on('data', (chunk: Buffer) => {
      if (!chunk.includes('pg_is_in_recovery')) return void server.write(chunk)
      lost += 1
      client.destroy()
    })
    server.on('data', (chunk: Buffer) => void client.write(chunk)).on('error', () => undefined)
    client.on('error', () => undefined).on('close', () => server.destroy())
  })
  await new Promise<void>((done) => way.listen(0, '127.0.0.1', done))
  const first = `@127.0.0.1:${(way.address() as AddressInfo).port},`
  const { db } = connect(database.connectionString.replace('@', first), 1)
  await sql`select 1`.execute(db)
  await db.destroy()
  way.close()
  assert.equal(lost, 1)
})
