import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/calls.ts'
import { connect, sql } from '@mex/server/testing.ts'
import type { Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { openReading } from './reading.ts'

/**
 * Whatever part of the server meets an error that nobody expected, the log says so, with the error and at the level of
 * errors, so that it is there however little is logged. Here a table is gone while each part needs it.
 */

let world: World
let ann: Person
const reading = openReading('error')
before(async () => {
  world = await openWorld({ seed: 'errors', log: reading.log })
  ann = await world.person()
})
after(() => world[Symbol.asyncDispose]())

type Told = { readonly msg: unknown; readonly message: string; readonly stack: string }

/** What is logged while a table is away; waits until there is something. */
async function loggedWithout(table: string, work: () => Promise<unknown>): Promise<readonly Told[]> {
  const { db: owner } = connect(world.connectionString, 1)
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(owner)
  const before = reading.errors().length
  const told = () => reading.errors().slice(before)
  try {
    await rename(table, `${table}_away`)
    await work()
    for (let looks = 0; told().length === 0 && looks < 100; looks += 1)
      await new Promise((resolve) => setTimeout(resolve, 50))
  } finally {
    await rename(`${table}_away`, table)
    await owner.destroy()
  }
  return told().map(({ msg, err }) => ({ msg, ...(err as { message: string; stack: string }) }))
}

function expectTold(told: readonly Told[], msg: string, message: RegExp): void {
  const [first] = told
  assert.equal(first?.msg, msg)
  assert.match(first.message, message)
  assert.match(first.stack, /\n +at /)
}

test('in a call: it answers 500, which says nothing about it', async () => {
  const told = await loggedWithout('watch', async () => {
    const { status, envelope } = await ann.ask(calls.watchlist.list, {})
    assert.deepEqual([status, envelope.code], [500, 500])
    assert.doesNotMatch(envelope.msg, /watch/)
  })
  expectTold(told, 'program error', /"watch" does not exist/)
})

test('where a picture is shown, which is no call', async () => {
  const headers = { authorization: ann.token ?? '' }
  const told = await loggedWithout('file', async () => {
    assert.equal((await ann.fetch(`/file/${'x'.repeat(22)}`, { headers })).status, 500)
  })
  expectTold(told, 'program error', /"file" does not exist/)
})

test('in a job of the clock: the others run', async () => {
  const told = await loggedWithout('mail', () => world.server.jobs.runAll(world.clock.now()))
  expectTold(told, 'a job failed', /"mail" does not exist/)
  assert.deepEqual(
    told.map(({ message }) => message),
    Array.from(told, () => 'relation "mail" does not exist'),
  )
})

test('on a socket: it stays open', async () => {
  await using listener = await ann.listen('user')
  const told = await loggedWithout('chat_message', async () => {
    await listener.tell({ op: 'chat', text: 'Hello' }).catch(() => undefined)
  })
  expectTold(told, 'a push connection failed', /"chat_message" does not exist/)
  await listener.tell({ op: 'ping' })
})

test('where news of a commit is told to its person', async () => {
  await using _listener = await ann.listen('user')
  const { id } = await ann.call(calls.account.me, {})
  const told = await loggedWithout('deposit', async () => {
    const { pool } = world.server.parts.store
    await pool.query("insert into outbox (user_id, topic, ref_id) values ($1, 'deposit', 1)", [id])
  })
  expectTold(told, 'the outbox could not be read', /"deposit" does not exist/)
})

test('after a list of orders', async () => {
  const from = reading.errors().length
  world.server.parts.desk.parts.onError?.(new Error('after its commit'))
  const [line] = reading.errors().slice(from)
  assert.equal(line?.['msg'], 'a list of orders lost its connection or its after-effects')
  assert.equal((line['err'] as { message: string }).message, 'after its commit')
})
