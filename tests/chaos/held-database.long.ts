import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { openListener } from '@mex/world/listener.ts'
import { until, type Connection } from '@mex/server/testing.ts'
import { connectTo, expectAcknowledged, expectBalancedLedger, expectFills } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { clear, openFolder, startServer, type ServerProcess } from './server-process.ts'

/** Another program holds what the server needs of its database: every connection, or the row of a person. */
const people = 8

let folder: string
let server: ServerProcess
let load: Load
before(async () => {
  folder = await openFolder()
  server = await startServer(folder)
  load = await openLoad(server.url, people)
})
after(() => clear(server, folder))

/** How many commands that people send for a while are done, and how many wait for a retry. */
async function outcomes(milliseconds: number): Promise<{ readonly done: number; readonly open: number }> {
  const before = load.commands.length
  const running = load.run()
  await rest(milliseconds)
  load.stop()
  await running
  const all = load.commands.slice(before).map(({ outcome }) => outcome?.kind)
  const done = all.filter((kind) => kind === 'done').length
  return { done, open: all.length - done }
}

/** A connection of another program, which must be closed; undefined when the database server takes no more. */
async function openOther(): Promise<Connection | undefined> {
  const other = await connectTo(folder)
  try {
    await other.pool.query('select 1')
    return other
  } catch {
    await other.db.destroy()
    return undefined
  }
}

test('with every free connection held by another program, orders go on', async () => {
  const held: Connection[] = []
  for (let other = await openOther(); other !== undefined; other = await openOther()) held.push(other)
  assert(held.length > 0)
  const { done, open } = await outcomes(3000)
  assert(done > people, `${done} commands were done`)
  // A command that needs another connection waits for a retry.
  assert(open <= people, `${open} commands were not done`)
  assert.doesNotMatch(server.output(), /program error/)
  await Promise.all(held.map(({ db }) => db.destroy()))
  await until('a connection is free again', async () => {
    const other = await openOther()
    await other?.db.destroy()
    return other !== undefined
  })
  await load.settle()
  await expectAcknowledged(load)
})

test('a person whose row is locked by another program does not stop the others', async () => {
  const { db, pool } = await connectTo(folder)
  const other = await pool.connect()
  await other.query('begin')
  await other.query('select from app_user order by id limit 1 for update')
  const begin = performance.now()
  const { done, open } = await outcomes(6000)
  assert(done >= people - 1 && open >= 1, `${done} commands were done, ${open} were not`)
  // A list waits five seconds for the row, and then goes on without its command.
  const took = performance.now() - begin
  assert(took < 20_000, `the last answer came after ${took} ms`)
  await other.query('rollback')
  other.release()
  await db.destroy()
  await load.settle()
  await expectAcknowledged(load)
  await expectFills(load)
})

test('a transaction of another program that stays open delays no order and no event of one', async () => {
  const { db, pool } = await connectTo(folder)
  const other = await pool.connect()
  await other.query('begin isolation level repeatable read')
  // With an id of its own it also holds back what counts only transactions that have ended, as the chain of journals does.
  await other.query('select pg_current_xact_id(), count(*) from journal')
  const [person] = load.people
  assert(person !== undefined)
  const listener = await openListener(server.url, person.token, ['user'])
  const { done, open } = await outcomes(8000)
  assert(done > 8 * people && open === 0, `${done} commands were done, ${open} were not`)
  const events = listener.frames.filter(({ type }) => type === 'order').length
  assert(events > 8, `${events} events of orders came`)
  await other.query('rollback')
  other.release()
  await db.destroy()
  await listener[Symbol.asyncDispose]()
  await expectAcknowledged(load)
  await expectFills(load)
})

test('another program that locks people in the opposite order loses no command, though it meets deadlocks', async () => {
  const { db, pool } = await connectTo(folder)
  const deadlocks = async (): Promise<number> => {
    const { rows } = await pool.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.deadlocks)
  }
  const before = await deadlocks()
  let isOver = false
  const crossing = (async () => {
    while (!isOver) {
      const other = await pool.connect()
      try {
        await other.query('begin')
        await other.query('select from app_user order by id desc limit 1 for update')
        await rest(300)
        await other.query('select from app_user order by id limit 1 for update')
      } catch (error) {
        assert.match(String(error), /deadlock detected/)
      } finally {
        await other.query('rollback')
        other.release()
      }
      await rest(200)
    }
  })()
  const { done } = await outcomes(15_000)
  isOver = true
  await crossing
  await until('a deadlock', async () => (await deadlocks()) > before)
  await db.destroy()
  assert(done > people, `${done} commands were done`)
  assert.doesNotMatch(server.output(), /program error/)
  await load.settle()
  await expectAcknowledged(load)
  await expectFills(load)
})

test('the ledger and all fills are right afterwards', () => expectBalancedLedger(folder))
