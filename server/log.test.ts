import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { openTestDatabase } from '#db/testing.ts'
import { openLog, openUnfiltered } from './log.ts'

test('writes one JSON object with its time in UTC, and no row values of a database error', async () => {
  await using database = await openTestDatabase()
  const { pool } = database
  await pool.query('create table note (email text unique)')
  await pool.query("insert into note values ('somebody@example.org')")
  const error: unknown = await pool
    .query("insert into note values ('somebody@example.org')")
    .catch((why: unknown) => why)
  assert.match(JSON.stringify(error), /somebody@example\.org/, 'the error of the database contains the value')
  const written: string[] = []
  const log = openLog('info', new Writable({ write: (chunk, _, next) => (written.push(String(chunk)), next()) }))
  log.child({ reqId: 'request-1' }).error({ err: error }, 'program error\n{"level":30}')
  const [line = '', ...more] = written.join('').trimEnd().split('\n')
  assert.deepEqual(more, [])
  const { level, time, reqId, err, msg } = JSON.parse(line) as Record<string, unknown>
  assert.deepEqual([level, reqId, msg], [50, 'request-1', 'program error\n{"level":30}'])
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const { code, message } = err as Record<string, unknown>
  assert.equal(code, '23505')
  assert.match(String(message), /duplicate key value/)
  assert.doesNotMatch(line, /somebody/)
})

test('limits the length of a line with a long error or field, and keeps it valid JSON', () => {
  const written: string[] = []
  const log = openLog('info', new Writable({ write: (chunk, _, next) => (written.push(String(chunk)), next()) }))
  const long = 'x'.repeat(1_000_000)
  const error = new Error(long)
  error.stack = long
  log.error({ err: error, call: '/guest' }, 'program error')
  log.info({ field: long, reqId: 'request-1' }, long)
  const [first = '', second = '', ...more] = written.join('').trimEnd().split('\n')
  assert.deepEqual(more, [])
  for (const line of [first, second]) assert(line.length < 20_000, `${line.length} characters`)
  const { call, msg, err } = JSON.parse(first) as Record<string, unknown>
  assert.deepEqual([call, msg, (err as Error).message.slice(0, 3)], ['/guest', 'program error', 'xxx'])
  assert.match((err as Error).message, /… \(1000000 characters\)$/)
  const { level, time, fields } = JSON.parse(second) as Record<string, unknown>
  assert.equal(level, 30)
  assert.match(String(time), /Z$/)
  assert.match(String(fields), /^\{"field":"xxx/)
})

for (const level of ['info', 'warn', 'error'])
  test(`writes lines of the unfiltered log at level ${level}, in the same form`, () => {
    const written: string[] = []
    const log = openLog(level, new Writable({ write: (chunk, _, next) => (written.push(String(chunk)), next()) }))
    const unfiltered = openUnfiltered(log)
    if (level !== 'info') log.info('not this')
    unfiltered.info({ security: 'sign_in' }, 'security')
    unfiltered.debug('nor this')
    const [{ time, ...line } = { time: undefined }, ...more] = written.map(
      (text) => JSON.parse(text) as Readonly<Record<string, unknown>>,
    )
    assert.deepEqual([line, more], [{ level: 30, security: 'sign_in', msg: 'security' }, []])
    assert.match(String(time), /Z$/)
  })
