import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { enqueueNotices, noticesOf, openNoticeReader, snapshotNow } from './outbox.ts'
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
  const reader = openNoticeReader(db)
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
