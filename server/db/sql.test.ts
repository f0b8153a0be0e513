import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, columns, connect, failureKind, inTransaction, sql, type Database } from './sql.ts'
import { openTestDatabase } from './testing.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it should fail'),
    (error: unknown) => error,
  )

const nothing = (db: Database): Promise<unknown> => sql`select 1`.execute(db)

test('a missing server counts as away', async () => {
  // Port 1 is never PostgreSQL.
  const { db } = connect('postgres://nobody@127.0.0.1:1/none', 1)
  assert.equal(failureKind(await failureOf(nothing(db))), 'away')
  await db.destroy()
})

test('a connection that the server ended counts as away, also as the cause of another error', async () => {
  await using own = await openTestDatabase()
  const ended = await failureOf(
    inTransaction(own.db, (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)),
  )
  assert.equal(failureKind(ended), 'away')
  assert.equal(failureKind(new Error('around it', { cause: ended })), 'away')
})

test('a refused statement and a programming error do not count as away', async () => {
  await using own = await openTestDatabase()
  assert.equal(failureKind(await failureOf(sql`select 1 / 0`.execute(own.db))), 'answered')
  assert.equal(failureKind(new TypeError('undefined is not a function')), 'unclear')
  assert.equal(failureKind('text'), 'unclear')
})

/** Every class of SQLSTATE that PostgreSQL has, by a code of it (PostgreSQL documentation, appendix A). */
const kinds: Readonly<Record<ReturnType<typeof failureKind>, readonly string[]>> = {
  // 08 connection failure; 57P01 to 57P03 the server stops, has crashed, or does not take anybody yet; 53300 or no more.
  away: ['08000', '08003', '08006', '08P01', '57P01', '57P02', '57P03', '53300'],
  // 57 otherwise: somebody intervened, a cancelled statement and a database that was dropped among them.
  unclear: ['57000', '57014', '57P04', '57P05'],
  answered: (
    '02000 03000 09000 0A000 0B000 0F000 0L000 0P000 0Z000 10608 20000 21000 22012 23505 24000 25P02 26000 27000 28P01 ' +
    '2B000 2D000 2F000 34000 38000 39000 3B000 3D000 3F000 40001 40P01 42601 44000 53400 54000 55P03 58000 72000 F0000 ' +
    'HV000 P0001 XX000'
  ).split(' '),
}

test('classifies every class of SQLSTATE', async () => {
  await using own = await openTestDatabase()
  for (const [kind, codes] of Object.entries(kinds))
    for (const code of codes) {
      const raised = sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
      const failure = await failureOf(raised.execute(own.db))
      assert.deepEqual([codeOf(failure), failureKind(failure)], [code, kind])
    }
  const cancelled = inTransaction(own.db, async (tx) => {
    await sql`set local statement_timeout = 20`.execute(tx)
    await sql`select pg_sleep(5)`.execute(tx)
  })
  assert.equal(failureKind(await failureOf(cancelled)), 'unclear', 'a statement that took too long is no absence')
})

const words: readonly (readonly [string, ReturnType<typeof failureKind>])[] = [
  ['ECONNREFUSED', 'away'],
  ['ECONNRESET', 'away'],
  ['EPIPE', 'away'],
  ['ENOENT', 'away'],
  ['ETIMEDOUT', 'away'],
  ['EACCES', 'unclear'],
  ['ERR_INVALID_ARG_TYPE', 'unclear'],
]
for (const [code, kind] of words)
  test(`${code} of the operating system is ${kind}`, () =>
    assert.equal(failureKind(Object.assign(new Error('no'), { code })), kind))

test('a transaction stays a snapshot when its connection replans statements', async () => {
  await using own = await openTestDatabase()
  // Around the statement at which a connection replans.
  for (let earlier = 58; earlier < 68; earlier += 1) {
    const { db } = connect(own.connectionString, 1)
    for (let done = 0; done < earlier; done += 1) await nothing(db)
    const level = await inTransaction(
      db,
      (tx) => sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx),
      'snapshot',
    )
    assert.equal(level.rows[0]?.level, 'repeatable read')
    await db.destroy()
  }
})

test('a snapshot refuses writes', async () => {
  await using own = await openTestDatabase()
  const writing = inTransaction(own.db, (tx) => sql`delete from mail`.execute(tx), 'snapshot')
  assert.equal(codeOf(await failureOf(writing)), '25006')
})

test('a transaction that caught a failed statement does not report a commit', async () => {
  await using own = await openTestDatabase()
  const failure = await failureOf(
    inTransaction(own.db, async (tx) => {
      await sql`insert into ended_session (session_id) values (1)`.execute(tx)
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
    }),
  )
  assert.deepEqual([codeOf(failure), failureKind(failure)], ['25P02', 'answered'])
  assert.deepEqual((await sql`select * from ended_session`.execute(own.db)).rows, [])
})

test('only inTransaction opens a transaction', async () => {
  await using own = await openTestDatabase()
  await assert.rejects(
    own.db.transaction().execute(() => Promise.resolve()),
    /inTransaction/,
  )
})

test('columns preserve every kind of value', async () => {
  await using own = await openTestDatabase()
  const rows = [
    {
      whole: 9_007_199_254_740_991,
      raw: -(10n ** 20n),
      text: 'a "quoted" \\ {word}, 中文 null',
      flag: true,
      bytes: '00ff5c22',
      json: { 'a "name"': 'two\nlines, a tab\t, \\ and a \u2028 \u0001', list: [1, null, '{}'] },
    },
    { whole: undefined, raw: null, text: 'null', flag: false, bytes: '', json: 'null' },
    { whole: 0, raw: 0n, text: '', flag: undefined, bytes: undefined, json: null },
  ]
  const given = columns(
    rows,
    ['bigint', (row) => row.whole],
    ['numeric', (row) => row.raw],
    ['text', (row) => row.text],
    ['boolean', (row) => row.flag],
    ['bytea', (row) => (row.bytes === undefined ? undefined : Buffer.from(row.bytes, 'hex'))],
    ['jsonb', (row) => JSON.stringify(row.json)],
  )
  const { rows: found } = await sql`select * from ${given} as given (whole, raw, text, flag, bytes, json)`.execute(
    own.db,
  )
  const plain = found.map((row) => ({
    ...(row as (typeof rows)[number]),
    bytes: (row as { bytes: Buffer | null }).bytes?.toString('hex'),
  }))
  assert.deepEqual(
    plain,
    rows.map((row) => ({ ...row, whole: row.whole ?? null, flag: row.flag ?? null })),
  )
})

test('columns without rows give no rows', async () => {
  await using own = await openTestDatabase()
  const none = columns([] as string[], ['text', (row) => row])
  assert.deepEqual((await sql`select * from ${none} as given (text)`.execute(own.db)).rows, [])
})
