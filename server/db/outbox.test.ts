import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { enqueueNotices, noticesOf, openNoticeReader, snapshotNow, writeNotices, type NoticeSource } from './outbox.ts'
import { inTransaction, sql } from './sql.ts'
import { openTestDatabase } from './testing.ts'

const database = await openTestDatabase()
after(() => database[Symbol.asyncDispose]())
const { db } = database

const notify = (refId: number): Promise<void> =>
  inTransaction(db, (tx) => enqueueNotices(tx, [{ userId: 1, topic: 'order', refId }]))

/** A transaction that ends without a commit: after a crash its id may be given to another one. */
async function undone(): Promise<string> {
  let id = ''
  await assert.rejects(
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)
      id = rows[0]?.id ?? ''
      throw new Error('undone')
    }),
  )
  return id
}

test('the id of a transaction that ended without a commit does not count as read', async () => {
  for (const isEmpty of [true, false]) {
    if (!isEmpty) await notify(1)
    const id = await undone()
    const after = await snapshotNow(db)
    // As if the database had crashed, and had given the id again.
    await sql`insert into outbox (xid, user_id, topic, ref_id) values (${id}::xid8, 1, 'order', 2)`.execute(db)
    const notices = await noticesOf(db, { after, by: await snapshotNow(db) }, 0, 10)
    assert.deepEqual(
      notices.map(({ refId }) => refId),
      [2],
    )
  }
})

test('the newest notice is the one with the highest number, not the last in the alphabet', async () => {
  await sql`delete from outbox`.execute(db)
  await sql`insert into outbox (xid, user_id, topic, ref_id) values ('9', 1, 'order', 1), ('10', 1, 'order', 2)`.execute(
    db,
  )
  assert.equal(await snapshotNow(db), '11:11:')
})

test('reads each notice once, while transactions end without a commit', async () => {
  await sql`delete from outbox`.execute(db)
  const reader = openNoticeReader(db, ['order'])
  const read: number[] = []
  const each = (): Promise<void> =>
    reader.read(
      () => Promise.resolve(),
      async (notices) => void read.push(...notices.map(({ refId }) => refId)),
    )
  await each()
  const all = Array.from({ length: 120 }, (_, index) => 100 + index)
  for (const refId of all) {
    await notify(refId)
    if (refId % 7 === 0) await undone()
    if (refId % 3 === 0) await each()
  }
  await each()
  assert.deepEqual(read, all)
})

/** A reader that has read everything, and what it reads from then on. */
async function openReader() {
  await sql`delete from outbox`.execute(db)
  const reader = openNoticeReader(db, ['order', 'wallet'])
  const read: number[] = []
  const each = (during = (): Promise<void> => Promise.resolve()): Promise<void> =>
    reader.read(during, async (notices) => {
      read.push(...notices.map(({ refId }) => refId))
      await during()
    })
  await each()
  return { reader, read, each }
}

const write = (refId: number): Promise<NoticeSource> =>
  inTransaction(db, async (tx) => present(await writeNotices(tx, [{ userId: 1, topic: 'order', refId }]), 'a notice'))

test('what this process brings to memory by its commit is not read again', async () => {
  const { reader, read, each } = await openReader()
  const applied: number[] = []
  const told = reader.own()
  told(await write(1), () => applied.push(1))
  await write(2)
  await each()
  assert.deepEqual([applied, read], [[1], [2]])
})

test('what was committed before a reading is read if it was not in memory then', async () => {
  const { reader, read, each } = await openReader()
  const applied: number[] = []
  const told = reader.own()
  const source = await write(1)
  await write(2)
  await each(async () => {
    const late = reader.own()
    late(await write(3), () => applied.push(3))
  })
  told(source, () => applied.push(1))
  await each()
  assert.deepEqual([applied, read], [[], [1, 2, 3]])
})

test('what could not be brought to memory is read', async () => {
  const { reader, read, each } = await openReader()
  const source = await write(1)
  assert.throws(
    () =>
      reader.own()(source, () => {
        throw new Error('not a number')
      }),
    /not a number/,
  )
  await each()
  assert.deepEqual(read, [1])
})

test('a transaction that was given the id of one in memory is read', async () => {
  const { reader, read, each } = await openReader()
  const source = await write(1)
  reader.own()(source, () => undefined)
  await sql`
    insert into outbox (xid, user_id, topic, ref_id, created_at)
    values (${source.xid}::xid8, 1, 'order', 2, ${source.begunAt}::timestamptz + interval '1 second')`.execute(db)
  await each()
  assert.deepEqual(read, [2])
})

test('a reading that fails knows afterwards what is in memory', async () => {
  const { reader, read, each } = await openReader()
  reader.own()(await write(1), () => undefined)
  await write(2)
  await assert.rejects(each(() => Promise.reject(new Error('away'))))
  await each()
  assert.deepEqual(read, [2, 2])
})

test('reads its topics only, and what is named several times once', async () => {
  const { read, each } = await openReader()
  for (const refId of [1, 2, 1])
    await inTransaction(db, (tx) =>
      enqueueNotices(tx, [
        { userId: 1, topic: 'order', refId },
        { userId: 1, topic: 'alert', refId: 9 },
      ]),
    )
  await each()
  assert.deepEqual(read, [2, 1])
})
