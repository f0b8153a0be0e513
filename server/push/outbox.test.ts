import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deleteOldNotices, enqueueNotices } from '#db/outbox.ts'
import { inTransaction, sql, type Tx } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { openBus } from './bus.ts'
import { openOutbox, type OutboxOptions } from './outbox.ts'
import { until } from '#waiting-testing.ts'
import { at, wait } from './testing.ts'

const database = await openTestDatabase()
after(() => database[Symbol.asyncDispose]())
const { db } = database

const inCommit = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> => inTransaction(db, work)

/** Presents each notice by its id. */
const ids = async (_: number, refIds: readonly number[]) =>
  refIds.map((id) => ({ type: 'transfer', data: JSON.stringify({ id }) }) as const)

async function open(userIds: readonly number[], options: Partial<OutboxOptions> = {}) {
  const errors: unknown[] = []
  const bus = openBus((_, error) => errors.push(error))
  const told: string[] = []
  for (const userId of userIds)
    bus.subscribe(`user.${userId}`, ({ frames, incomplete }) => {
      for (const { data } of frames) told.push(`${userId}: ${(JSON.parse(data) as { id: number }).id}`)
      if (incomplete === true) told.push(`${userId}: incomplete`)
    })
  const onError = (error: unknown): number => errors.push(error)
  const outbox = await openOutbox({ db, bus, loaders: { transfer: ids }, now: () => at, onError, ...options })
  after(() => outbox.close())
  return { outbox, told, errors }
}

test('sends notices committed since it opened to the user they belong to', async () => {
  await inCommit((tx) => enqueueNotices(tx, [{ userId: 1, topic: 'transfer', refId: 7 }]))
  const { outbox, told } = await open([1, 2])
  await inCommit((tx) =>
    enqueueNotices(tx, [
      { userId: 1, topic: 'transfer', refId: 8 },
      { userId: 2, topic: 'transfer', refId: 9 },
      { userId: 3, topic: 'transfer', refId: 10 },
      { userId: 1, topic: 'topic without loader', refId: 11 },
      { userId: 1, topic: 'constructor', refId: 12 },
    ]),
  )
  await outbox.settled()
  assert.deepEqual(told, ['1: 8', '2: 9'])
  await outbox.settled()
  assert.equal(told.length, 2)
})

test('counts the committed notices that it has not read, and the age of the oldest', async () => {
  const { outbox } = await open([1], { pollMilliseconds: 1e9 })
  assert.deepEqual(await outbox.unsent(), { count: 0, oldestSeconds: 0 })
  await inCommit((tx) => enqueueNotices(tx, [{ userId: 1, topic: 'transfer', refId: 1 }]))
  await wait(60)
  await inCommit((tx) => enqueueNotices(tx, [{ userId: 1, topic: 'transfer', refId: 2 }]))
  await assert.rejects(
    inCommit(async (tx) => {
      await enqueueNotices(tx, [{ userId: 1, topic: 'transfer', refId: 3 }])
      assert.equal((await outbox.unsent()).count, 2, 'nothing that is not committed')
      throw new Error('rolled back')
    }),
  )
  const { count, oldestSeconds } = await outbox.unsent()
  assert.equal(count, 2)
  assert(oldestSeconds > 0.05 && oldestSeconds < 10, String(oldestSeconds))
  await outbox.settled()
  assert.deepEqual(await outbox.unsent(), { count: 0, oldestSeconds: 0 })
})

test('never sends a rolled-back notice, and sends a late one after its commit', async () => {
  const { outbox, told } = await open([1])
  await assert.rejects(
    inCommit(async (tx) => {
      await enqueueNotices(tx, [{ userId: 1, topic: 'transfer', refId: 1 }])
      throw new Error('rolled back')
    }),
  )
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const early = inCommit(async (tx) => {
    await enqueueNotices(tx, [{ userId: 1, topic: 'transfer', refId: 2 }])
    await held
  })
  await wait(20)
  await inCommit((tx) => enqueueNotices(tx, [{ userId: 1, topic: 'transfer', refId: 3 }]))
  await outbox.settled()
  assert.deepEqual(told, ['1: 3'])
  release()
  await early
  await outbox.settled()
  await outbox.settled()
  assert.deepEqual(told, ['1: 3', '1: 2'])
})

/** Runs concurrent transactions that each take a user's next number, under that user's lock, and send it. */
async function takeNumbers(
  people: readonly number[],
  each: number,
  lock: (tx: Tx, userId: number) => Promise<unknown>,
) {
  await sql`insert into turn select id, 0 from unnest(${people}::bigint[]) as id`.execute(db)
  await Promise.all(
    people.flatMap((userId) =>
      Array.from({ length: each }, (_, index) =>
        inCommit(async (tx) => {
          await lock(tx, userId)
          const { rows } = await sql<{ number: number }>`
            update turn set number = number + 1 where user_id = ${userId} returning number`.execute(tx)
          if (index % 5 === 0) await wait(3)
          await enqueueNotices(tx, [{ userId, topic: 'transfer', refId: rows[0]?.number ?? 0 }])
        }),
      ),
    ),
  )
}

test('sends notices of concurrent transactions in commit order', async () => {
  await sql`create table turn (user_id bigint primary key, number bigint not null)`.execute(db)
  const cases = [
    {
      people: [101, 102, 103],
      batch: 7,
      lock: (tx: Tx, id: number) => sql`select from turn where user_id = ${id} for update`.execute(tx),
    },
    // A transaction that wrote before it waited for the lock has a lower transaction id and commits later.
    {
      people: [201, 202, 203],
      batch: 7,
      lock: (tx: Tx) => sql`insert into turn values (-pg_current_xact_id()::text::bigint, 0)`.execute(tx),
    },
  ]
  const each = 30
  for (const { people, batch, lock } of cases) {
    const { outbox, told } = await open(people, { batch, pollMilliseconds: 5 })
    await takeNumbers(people, each, lock)
    await outbox.settled()
    for (const userId of people)
      assert.deepEqual(
        told.filter((line) => line.startsWith(`${userId}:`)),
        Array.from({ length: each }, (_, index) => `${userId}: ${index + 1}`),
      )
  }
})

test('sends a row that changed twice once, at the place of its last change', async () => {
  const loaded: number[][] = []
  const loaders: OutboxOptions['loaders'] = {
    transfer: (userId, refIds) => {
      loaded.push([...refIds])
      return ids(userId, refIds)
    },
    order: async (_, refIds) => refIds.map((id) => ({ type: 'order', data: JSON.stringify({ id: -id }) })),
  }
  const { outbox, told } = await open([1], { loaders })
  await inCommit((tx) =>
    enqueueNotices(
      tx,
      [
        ['transfer', 1],
        ['transfer', 2],
        ['order', 5],
        ['transfer', 1],
        ['transfer', 3],
      ].map(([topic, refId]) => ({ userId: 1, topic: String(topic), refId: Number(refId) })),
    ),
  )
  await outbox.settled()
  assert.deepEqual(told, ['1: 2', '1: -5', '1: 1', '1: 3'])
  assert.deepEqual(loaded, [[2], [1, 3]])
})

test('marks the batch of one user as incomplete if its look-up fails', async () => {
  const loaders: OutboxOptions['loaders'] = {
    transfer: (userId, refIds) => (userId === 1 ? Promise.reject(new Error('broken')) : ids(userId, refIds)),
  }
  const { outbox, told, errors } = await open([1, 2], { loaders })
  const both = [1, 2].map((userId) => ({ userId, topic: 'transfer', refId: 4 }))
  await inCommit((tx) => enqueueNotices(tx, both))
  await outbox.settled()
  assert.deepEqual(told, ['1: incomplete', '2: 4'])
  assert.equal(errors.length, 1)
})

test('sends nothing to a user who does not listen', async () => {
  const { outbox, told } = await open([1, 2], { isListening: (userId) => userId === 2 })
  await inCommit((tx) =>
    enqueueNotices(
      tx,
      [1, 2].map((userId) => ({ userId, topic: 'transfer', refId: 4 })),
    ),
  )
  await outbox.settled()
  assert.deepEqual(told, ['2: 4'])
})

test('polls without being woken', async () => {
  const { told } = await open([1], { pollMilliseconds: 10 })
  await inCommit((tx) => enqueueNotices(tx, [{ userId: 1, topic: 'transfer', refId: 5 }]))
  await until('the notice', () => told.length === 1)
})

test('deletes notices older than 24 hours and keeps newer ones', async () => {
  await sql`delete from outbox`.execute(db)
  await inCommit((tx) =>
    enqueueNotices(
      tx,
      // More than one statement deletes.
      Array.from({ length: 12_002 }, (_, refId) => ({ userId: 1, topic: 'transfer', refId })),
    ),
  )
  await sql`update outbox set created_at = now() - interval '25 hours' where ref_id < 12000`.execute(db)
  await deleteOldNotices(db, 24)
  assert.deepEqual(await refIdsLeft(), [12_000, 12_001])
  await sql`update outbox set created_at = now() - interval '25 hours' where ref_id = 12000`.execute(db)
  await open([], { pruneMilliseconds: 10 })
  await until('the deletion of the old notice', async () => (await refIdsLeft()).length === 1)
  assert.deepEqual(await refIdsLeft(), [12_001])
})

async function refIdsLeft(): Promise<number[]> {
  const { rows } = await sql<{ refId: number }>`select ref_id as "refId" from outbox order by id`.execute(db)
  return rows.map(({ refId }) => refId)
}
