import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { closeGate, openGate } from './gate.ts'
import { inTransaction, sql, type Tx } from './sql.ts'
import { openTestDatabase } from './testing.ts'

const database = await openTestDatabase()
after(() => database[Symbol.asyncDispose]())
const { db } = database
await sql`create table last_tick (at bigint, begun bigint); insert into last_tick values (10, 10)`.execute(db)

const read = async (tx: Tx): Promise<number | undefined> =>
  (await sql<{ at: number }>`select greatest(at, begun) as at from last_tick`.execute(tx)).rows[0]?.at
const note = async (tx: Tx, tick: number): Promise<void> =>
  void (await sql`update last_tick set at = ${tick}`.execute(tx))

const begin = async (tx: Tx, tick: number): Promise<void> =>
  void (await sql`update last_tick set begun = ${tick}`.execute(tx))

/** The gate of one server, and what it has learned. */
function open(patience = 10_000) {
  const learned: number[] = []
  return { learned, gate: openGate({ db, read, begin, note, patience, learn: (tick) => void learned.push(tick) }) }
}

test('a list waits while a tick of another server is handled, and then knows of it', async () => {
  const [leading, following] = [open(), open()]
  const handling = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const tick = leading.gate.hold(20, () => {
    begun.resolve()
    return handling.promise
  })
  await begun.promise
  const list = inTransaction(db, (tx) => following.gate.pass(tx))
  assert.equal(await Promise.race([list, rest(300, 'waits')]), 'waits')
  handling.resolve()
  await Promise.all([tick, list])
  assert.deepEqual(following.learned, [20])
})

test('a tick waits for the lists under way', async () => {
  const [leading, following] = [open(), open()]
  const deciding = Promise.withResolvers<void>()
  const passed = Promise.withResolvers<void>()
  const list = inTransaction(db, async (tx) => {
    await following.gate.pass(tx)
    passed.resolve()
    await deciding.promise
  })
  await passed.promise
  const tick = leading.gate.hold(30, () => Promise.resolve()).then(() => 'handled')
  assert.equal(await Promise.race([tick, rest(300, 'waits')]), 'waits')
  deciding.resolve()
  await list
  assert.equal(await tick, 'handled')
})

test('a tick that could not be handled is not noted, and lets the lists pass', async () => {
  const { gate, learned } = open()
  const before = await read(db)
  await assert.rejects(
    gate.hold(99, () => Promise.reject(new Error('no quotes'))),
    /no quotes/,
  )
  assert.deepEqual([await read(db), learned], [before, []])
  await inTransaction(db, (tx) => gate.pass(tx))
  assert.deepEqual(learned, [before])
})

test('a list after a tick that failed half-way knows of what the tick has committed', async () => {
  const { gate, learned } = open()
  await assert.rejects(
    gate.hold(35, async () => {
      await inTransaction(db, gate.begin)
      throw new Error('no connection')
    }),
  )
  await inTransaction(db, gate.pass)
  assert.deepEqual(learned, [35])
  await inTransaction(db, gate.begin)
  assert.equal(await read(db), 35, 'no tick is being handled')
})

test('a tick that waits for another one in vain does not end it', async () => {
  const { gate } = open(100)
  const handling = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = gate.hold(36, async () => {
    begun.resolve()
    await handling.promise
    await inTransaction(db, gate.begin)
    assert.equal(await read(db), 36)
  })
  await begun.promise
  const second = gate.hold(37, () => Promise.resolve())
  await rest(300)
  handling.resolve()
  await Promise.all([first, second])
  assert.equal(await read(db), 37)
})

test('a list of a server that stands still is ended, and the tick is handled', async () => {
  const [leading, still] = [open(200), open()]
  const passed = Promise.withResolvers<void>()
  const standing = Promise.withResolvers<void>()
  const list = inTransaction(db, async (tx) => {
    await still.gate.pass(tx)
    passed.resolve()
    await standing.promise
    await sql`update last_tick set at = 0`.execute(tx)
  })
  await passed.promise
  let handled = 0
  await leading.gate.hold(40, () => {
    handled += 1
    return Promise.resolve()
  })
  assert.deepEqual([handled, leading.learned], [1, [40]])
  standing.resolve()
  await assert.rejects(list)
  assert.equal(await read(db), 40)
})

test('what an operator changes comes after the lists under way and before those that come, also when the operator stands still', async () => {
  const { gate } = open()
  const deciding = Promise.withResolvers<void>()
  const passed = Promise.withResolvers<void>()
  const list = inTransaction(db, async (tx) => {
    await gate.pass(tx)
    passed.resolve()
    await deciding.promise
  })
  await passed.promise
  const closed = Promise.withResolvers<void>()
  const still = Promise.withResolvers<void>()
  const change = inTransaction(db, async (tx) => {
    await closeGate(tx)
    closed.resolve()
    await still.promise
  })
  assert.equal(await Promise.race([closed.promise, rest(300, 'waits')]), 'waits')
  deciding.resolve()
  await Promise.all([list, closed.promise])
  const next = inTransaction(db, (tx) => gate.pass(tx)).then(() => 'passed')
  assert.equal(await Promise.race([next, rest(300, 'waits')]), 'waits')
  assert.equal(await Promise.race([next, rest(10_000, 'waits')]), 'passed')
  still.resolve()
  await assert.rejects(change)
})
