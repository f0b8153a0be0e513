import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { connect, sql } from '@mex/server/testing.ts'
import type { Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { openReading } from './reading.ts'

/**
 * Every part of the server logs an unexpected error with its stack, at level error, so that no log level hides it. Each
 * test renames a table that the part needs.
 */

let world: World
let ann: Person
const reading = openReading('error')
before(async () => {
  world = await openWorld({ seed: 'errors', log: reading.log })
  ann = await world.person()
})
after(() => world[Symbol.asyncDispose]())

type LoggedError = { readonly msg: unknown; readonly message: string; readonly stack: string }

/** The errors logged while a table is renamed; waits up to 5 seconds for the first one. */
async function errorsWithout(table: string, work: () => Promise<unknown>): Promise<readonly LoggedError[]> {
  const { db: owner } = connect(world.connectionString, 1)
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(owner)
  const before = reading.errors().length
  const logged = () => reading.errors().slice(before)
  try {
    await rename(table, `${table}_away`)
    await work()
    for (let tries = 0; logged().length === 0 && tries < 100; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50))
  } finally {
    await rename(`${table}_away`, table)
    await owner.destroy()
  }
  return logged().map(({ msg, err }) => ({ msg, ...(err as { message: string; stack: string }) }))
}

function expectLogged(errors: readonly LoggedError[], msg: string, message: RegExp): void {
  const [first] = errors
  assert.equal(first?.msg, msg)
  assert.match(first.message, message)
  assert.match(first.stack, /\n +at /)
}

test('a call logs the error and answers 500 without details', async () => {
  const errors = await errorsWithout('watch', async () => {
    const { status, envelope } = await ann.ask(calls.watchlist.list, {})
    assert.deepEqual([status, envelope.code], [500, 500])
    assert.doesNotMatch(envelope.msg, /watch/)
  })
  expectLogged(errors, 'program error', /"watch" does not exist/)
})

test('a client that leaves in the midst of its answer is no error', async () => {
  const from = reading.errors().length
  const { port } = new URL(world.url)
  const body = JSON.stringify({ pageNum: 1, pageSize: 50 })
  const headers = ['host: 127.0.0.1', 'accept-encoding: gzip', 'content-type: application/json']
  const request = ['POST /m_ft/preMarketList HTTP/1.1', ...headers, `content-length: ${body.length}`, '', body].join(
    '\r\n',
  )
  for (let each = 0; each < 60; each += 1) {
    const socket = connectSocket(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(request)
    await rest(each % 12)
    socket.destroy()
  }
  await rest(200)
  assert.deepEqual(reading.errors().slice(from), [])
})

test('a picture download logs the error and answers 500', async () => {
  const headers = { authorization: ann.token ?? '' }
  const errors = await errorsWithout('file', async () => {
    assert.equal((await ann.fetch(`/file/${'x'.repeat(22)}`, { headers })).status, 500)
  })
  expectLogged(errors, 'program error', /"file" does not exist/)
})

test('a failed scheduled job logs the error, and no other job fails', async () => {
  const errors = await errorsWithout('mail', () => world.server.jobs.runAll(world.clock.now()))
  expectLogged(errors, 'a job failed', /"mail" does not exist/)
  assert.deepEqual(
    errors.map(({ message }) => message),
    Array.from(errors, () => 'relation "mail" does not exist'),
  )
})

test('a push socket logs the error and stays open', async () => {
  await using listener = await ann.listen('user')
  const errors = await errorsWithout('chat_message', async () => {
    await listener.tell({ op: 'chat', text: 'Hello' }).catch(() => undefined)
  })
  expectLogged(errors, 'a push connection failed', /"chat_message" does not exist/)
  await listener.tell({ op: 'ping' })
})

test('the outbox logs an error while it pushes a committed change', async () => {
  await using _listener = await ann.listen('user')
  const { id } = await ann.call(calls.account.me, {})
  const errors = await errorsWithout('deposit', async () => {
    const { pool } = world.server.dependencies.store
    await pool.query("insert into outbox (user_id, topic, ref_id) values ($1, 'deposit', 1)", [id])
  })
  expectLogged(errors, 'the outbox could not be read', /"deposit" does not exist/)
})

test('the trading engine logs the errors that its onError receives', async () => {
  const from = reading.errors().length
  world.server.dependencies.engine.dependencies.onError?.(new Error('after its commit'))
  const [line] = reading.errors().slice(from)
  assert.equal(line?.['msg'], 'a list of orders lost its connection, or its push frames failed')
  assert.equal((line['err'] as { message: string }).message, 'after its commit')
})
