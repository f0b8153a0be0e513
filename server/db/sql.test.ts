import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect, inTransaction, isAway, sql, type Database } from './sql.ts'
import { openTestDatabase } from './testing.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it should fail'),
    (error: unknown) => error,
  )

const nothing = (db: Database): Promise<unknown> => sql`select 1`.execute(db)

test('a server that is not there is away', async () => {
  // Port 1 is never PostgreSQL.
  const { db } = connect('postgres://nobody@127.0.0.1:1/none', 1)
  assert(isAway(await failureOf(nothing(db))))
  await db.destroy()
})

test('a connection that the server ends makes it away, also inside another failure', async () => {
  await using own = await openTestDatabase()
  const ended = await failureOf(
    inTransaction(own.db, (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)),
  )
  assert(isAway(ended))
  assert(isAway(new Error('around it', { cause: ended })))
})

test('a statement that is refused, and a mistake of ours, are no absence', async () => {
  await using own = await openTestDatabase()
  assert(!isAway(await failureOf(sql`select 1 / 0`.execute(own.db))))
  assert(!isAway(new TypeError('undefined is not a function')))
  assert(!isAway('text'))
})
