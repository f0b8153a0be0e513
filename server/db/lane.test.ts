import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { refusal } from '@mex/core/refusal.ts'
import { openIds } from './database.ts'
import { openLane, runOne, UnknownOutcome, type Command, type ListFailure } from './lane.ts'
import { idempotencyKeyHash, type IdempotentRequest } from './idempotency-keys.ts'
import { connect, inTransaction, sql, type Database, type Tx } from './sql.ts'
import { openLossyWay, openTestDatabase, type TestDatabase } from './testing.ts'

let own: TestDatabase
let db: Database
before(async () => {
  own = await openTestDatabase()
  db = own.db
  await sql`create table note (id bigint generated always as identity primary key, text text not null unique)`.execute(
    db,
  )
})
after(() => own[Symbol.asyncDispose]())

type Write = Command & { readonly text: string; readonly waits?: Promise<unknown> }
const write = (text: string, waits: Promise<unknown> = Promise.resolve()): Write => ({ userId: undefined, text, waits })

async function save(tx: Tx, commands: readonly Write[]): Promise<string[]> {
  for (const { text, waits } of commands) {
    await waits
    await sql`insert into note (text) values (${text})`.execute(tx)
  }
  return commands.map(({ text }) => text)
}

async function notes(like: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from note where text like ${like} order by id`.execute(db)
  return rows.map(({ text }) => text)
}

test('settles earlier commands while new ones keep arriving', async () => {
  const lane = openLane<Write, string>({ db, work: save, listMax: 1 })
  let answered = 0
  let isOver = false
  const early = Array.from({ length: 5 }, (_, index) => lane.send(write(`early ${index}`)).then(() => (answered += 1)))
  const late = (async () => {
    const sending: Promise<unknown>[] = []
    for (let count = 0; !isOver; count += 1) {
      sending.push(lane.send(write(`late ${count}`)))
      if (count > 3) await sending[count - 3]
    }
    await Promise.all(sending)
  })()
  await Promise.race([lane.settled(), rest(5000).then(() => assert.fail('never settled'))])
  assert.equal(answered, 5)
  isOver = true
  await Promise.all([...early, late])
  await lane.settled()
})

test('an error of one command fails only that command', async () => {
  await sql`insert into note (text) values ('taken')`.execute(db)
  const failures: ListFailure['kind'][] = []
  const lane = openLane<Write, string>({ db, work: save, onFailure: ({ kind }) => failures.push(kind) })
  const outcomes = await Promise.allSettled(['one', 'taken', 'two'].map((text) => lane.send(write(text))))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(failures, ['undone', 'undone'])
})

test('a row that another program holds delays the others once, and its command is to try again', async () => {
  await sql`insert into note (text) values ('held'), ('free')`.execute(db)
  const impatient = connect(own.connectionString, 2, ['lock_timeout=400'])
  const lane = openLane<Write, string>({
    db: impatient.db,
    async work(tx, commands) {
      for (const { text } of commands) await sql`select from note where text = ${text} for update`.execute(tx)
      return commands.map(({ text }) => text)
    },
  })
  const outcomes = await inTransaction(db, async (tx) => {
    await sql`select from note where text = 'held' for update`.execute(tx)
    const begin = performance.now()
    const answers = await lane.sendAll(['free', 'held', 'free'].map((text) => write(text)))
    return { answers, isPrompt: performance.now() - begin < 700 }
  })
  assert.deepEqual(outcomes, { answers: ['free', refusal('try_again'), 'free'], isPrompt: true })
  assert.deepEqual(await lane.sendAll([write('held')]), ['held'])
  await impatient.db.destroy()
})

test('a command that meets a deadlock is decided again, and its answer is that of the second time', async () => {
  await sql`insert into note (text) values ('left'), ('right')`.execute(db)
  const lock = (tx: Tx, text: string) => sql`select from note where text = ${text} for update`.execute(tx)
  // Whoever waits for the shorter time notices the deadlock first, and is undone.
  const hasty = connect(own.connectionString, 1, ['deadlock_timeout=20'])
  const hasLeft = Promise.withResolvers<void>()
  const hasRight = Promise.withResolvers<void>()
  let tries = 0
  const command = runOne<Write, string>(hasty.db, write('deadlock'), async (tx, [wanted]) => {
    tries += 1
    await lock(tx, 'left')
    hasLeft.resolve()
    await hasRight.promise
    await lock(tx, 'right')
    return save(tx, wanted === undefined ? [] : [wanted])
  })
  const other = inTransaction(db, async (tx) => {
    await sql`set local deadlock_timeout = '10s'`.execute(tx)
    await lock(tx, 'right')
    await hasLeft.promise
    const left = lock(tx, 'left')
    await rest(50)
    hasRight.resolve()
    await left
  })
  assert.deepEqual([await command, tries], ['deadlock', 2])
  await other
  assert.deepEqual(await notes('deadlock'), ['deadlock'])
  await hasty.db.destroy()
})

test('a command that cannot be serialised is decided again a few times, and then is to try again', async () => {
  await sql`insert into note (text) values ('counted')`.execute(db)
  const counter = sql`update note set text = text where text = 'counted'`
  /** The command sees the counter as it was before the other one, `conflicts` times. */
  const meeting = async (conflicts: number) => {
    let tries = 0
    const answer = await runOne<Write, string>(db, write(`after ${conflicts}`), async (tx, commands) => {
      tries += 1
      await sql`set transaction isolation level repeatable read`.execute(tx)
      await sql`select from note`.execute(tx)
      if (tries <= conflicts) await counter.execute(db)
      await counter.execute(tx)
      return save(tx, commands)
    })
    return { answer, tries }
  }
  assert.deepEqual(await meeting(2), { answer: 'after 2', tries: 3 })
  assert.deepEqual(await meeting(9), { answer: refusal('try_again'), tries: 5 })
  assert.deepEqual(await notes('after %'), ['after 2'])
})

test('refuses commands beyond the queue limit as unavailable', async () => {
  const lane = openLane<Write, string>({ db, work: save, waitingMax: 2 })
  const outcomes = await lane.sendAll(['w1', 'w2', 'w3'].map((text) => write(text)))
  assert.deepEqual(outcomes, ['w1', 'w2', refusal('unavailable')])
})

test('does not rerun a committed list whose after-commit work fails', async () => {
  const failures: ListFailure['kind'][] = []
  const lane = openLane<Write, string>({
    db,
    onFailure: ({ kind }) => failures.push(kind),
    async work(tx, commands, { afterCommit }) {
      afterCommit(() => {
        throw new Error('an index is wrong')
      })
      return Promise.all(
        commands.map(async ({ text }) => {
          await sql`insert into note (text) values (${text} || gen_random_uuid()::text)`.execute(tx)
          return text
        }),
      )
    },
  })
  assert.equal(await lane.send(write('once')), 'once')
  assert.equal((await notes('once%')).length, 1)
  assert.deepEqual(failures, ['done'])
})

const requestUnder = (key: string, body = 'content'): IdempotentRequest => ({
  scope: 0,
  call: '/note',
  keyHash: idempotencyKeyHash(key),
  body: Buffer.from(body),
  // The stored answer differs from the first one: it has no credentials.
  encode: (answer) => JSON.stringify(`stored ${String(answer)}`),
  decode: (text) => JSON.parse(text) as unknown,
})

test('two commands under one key in one list: runs the first, answers the second from it, refuses other content', async () => {
  const lane = openLane<Write, string>({ db, work: save })
  const key = '20000000-0000-4000-8000-000000000002'
  const outcomes = await lane.sendAll([
    { ...write('duplicate'), request: requestUnder(key) },
    write('between'),
    { ...write('duplicate again'), request: requestUnder(key) },
    { ...write('not the duplicate'), request: requestUnder(key, 'other content') },
  ])
  assert.deepEqual(outcomes, ['duplicate', 'between', 'stored duplicate', refusal('request_key_reused')])
  assert.deepEqual(await notes('%duplicate%'), ['duplicate'])
  assert.equal(await lane.send({ ...write('duplicate after'), request: requestUnder(key) }), 'stored duplicate')
})

test('the second command under a key gets the refusal of the first, and a temporary refusal releases the key', async () => {
  const why = { value: refusal('try_again') }
  let worked = 0
  const lane = openLane<Write, string>({
    db,
    work: (_tx, commands) => Promise.resolve(commands.map(() => ((worked += 1), why.value))),
  })
  const twice = (key: string) => lane.sendAll([1, 2].map(() => ({ ...write('refused'), request: requestUnder(key) })))
  for (const word of ['try_again', 'insufficient_balance'] as const) {
    why.value = refusal(word)
    assert.deepEqual(await twice('30000000-0000-4000-8000-000000000003'), [refusal(word), refusal(word)])
  }
  assert.equal(worked, 2)
  why.value = refusal('not_found')
  assert.deepEqual(await twice('30000000-0000-4000-8000-000000000003'), Array(2).fill(refusal('insufficient_balance')))
})

test('stores only the hash of a key', async () => {
  const key = '40000000-0000-4000-8000-000000000004'
  await openLane<Write, string>({ db, work: save }).send({ ...write('hashed'), request: requestUnder(key) })
  const { rows } = await sql<{ row: string }>`select request_key::text as row from request_key`.execute(db)
  assert.ok(rows.some(({ row }) => row.includes(idempotencyKeyHash(key).toString('hex'))))
  for (const { row } of rows) assert.equal(row.includes('4000-8000'), false)
  const plain = { ...requestUnder(key), keyHash: Buffer.from(key) }
  await assert.rejects(openLane<Write, string>({ db, work: save }).send({ ...write('plain'), request: plain }), /check/)
})

test('does not rerun a commit with a lost answer: the outcome is unknown, and a retry under the key finds it', async () => {
  await using way = await openLossyWay(own)
  const { db: lossy } = connect(way.connectionString, 2)
  const failures: ListFailure['kind'][] = []
  const lane = openLane<Write, string>({ db: lossy, work: save, onFailure: ({ kind }) => failures.push(kind) })
  const request = requestUnder('10000000-0000-4000-8000-000000000001')
  await sql`select 1`.execute(lossy)
  way.loseCommit()
  await assert.rejects(lane.send({ ...write('perhaps'), request }), UnknownOutcome)
  assert.deepEqual(failures, ['unknown'])
  assert.deepEqual(await notes('perhaps'), ['perhaps'])
  assert.equal(await lane.send({ ...write('perhaps'), request }), 'stored perhaps')
  assert.deepEqual(await notes('perhaps'), ['perhaps'])
  await lossy.destroy()
})

test('a statement started after its transaction failed writes nothing', async () => {
  let late: Promise<unknown> = Promise.resolve()
  const failed = inTransaction(db, async (tx) => {
    late = rest(50).then(() => sql`insert into note (text) values ('stray')`.execute(tx))
    late.catch(() => undefined)
    await sql`insert into note (text) values ('taken')`.execute(tx)
  })
  await assert.rejects(failed, /duplicate key/)
  await assert.rejects(late, /Broken invariant/)
  assert.deepEqual(await notes('stray'), [])
})

test('rolls back the writes of a transaction whose work throws', async () => {
  const failed = inTransaction(db, async (tx) => {
    await sql`insert into note (text) values ('half')`.execute(tx)
    throw new Error('the other half is missing')
  })
  await assert.rejects(failed, /the other half/)
  assert.deepEqual(await notes('half'), [])
})

test('gives ids that grow from list to list, also when servers take turns', async () => {
  const servers = [openIds('contract_id'), openIds('contract_id')]
  const all: number[] = []
  for (const count of [2, 1500, 1, 3])
    for (const ids of servers) {
      all.push(...(await ids.take(db, count)))
      assert.deepEqual(await ids.take(db, 0), [])
    }
  assert.deepEqual(
    all,
    all.toSorted((one, other) => one - other),
  )
  assert.equal(new Set(all).size, 2 * 1506)
})
