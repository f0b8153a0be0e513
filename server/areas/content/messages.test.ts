import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { settings } from '@mex/core/settings.ts'
import { addUser, openPerson, openRateFeed, personal, refusedWith, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { sendMessages } from './messages.ts'
import { messageFrames } from './frames.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'

let own: TestDatabase
let db: Database
const call = handlers({ traditional: (simplified) => `〔${simplified}〕` })
before(async () => {
  own = await openTestDatabase()
  db = own.db
})
after(() => own[Symbol.asyncDispose]())

const page = { pageNum: 1, pageSize: 10 }
const verified = { type: 'KYC', about: { kind: 'kyc_verified' } } as const
const refused = { type: 'KYC', about: { kind: 'kyc_refused', values: { reason: 'COUNTRY' } } } as const
const marginCall = { type: 'MARGIN_CALL', about: { kind: 'margin_call', values: { code: 'META' } } } as const

async function person(): Promise<PersonContext> {
  return personal(await addUser(db), { db })
}

/** A user with three messages, the newest a margin call. */
async function reader(): Promise<PersonContext> {
  const context = await person()
  const user = context.person.userId
  await sendMessages(db, [
    { user, ...refused, at: start },
    { user, ...verified, at: start + 1000 },
    { user, ...marginCall, at: start + 2000, reference: { type: 'position', id: 7 } },
  ])
  return context
}

const outboxOf = async (userId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from outbox where user_id = ${userId} and topic = 'message'`.execute(db)
  return rows[0]?.count ?? 0
}

test('lists messages newest first with a preview, and counts the unread ones', async () => {
  const context = await reader()
  const { rows, total, unread } = await call.messages(page, context)
  assert.deepEqual([total, unread], [3, 3])
  assert.deepEqual(
    rows.map(({ type, title, isRead, referenceType, referenceId, createdAt }) => [
      type,
      title,
      isRead,
      referenceType,
      referenceId,
      createdAt,
    ]),
    [
      ['MARGIN_CALL', 'Margin call', false, 'position', 7, start + 2000],
      ['KYC', 'Your identity is verified', false, undefined, undefined, start + 1000],
      ['KYC', 'Identity verification was not successful', false, undefined, undefined, start],
    ],
  )
  assert.equal(rows[0]?.preview, (await call.message({ id: rows[0]?.id ?? 0 }, context)).content)
  assert.match(rows[0]?.preview ?? '', /META/)
  const second = await call.messages({ pageNum: 2, pageSize: 2 }, context)
  assert.deepEqual([second.total, second.rows.map((row) => row.id)], [3, [rows[2]?.id]])
})

test('filters by type and read state; the unread count covers all messages', async () => {
  const context = await reader()
  const { rows } = await call.messages({ ...page, type: 'KYC' }, context)
  assert.equal(rows.length, 2)
  await call.readMessages({ id: rows[0]?.id ?? 0 }, context)
  const old = await call.messages({ ...page, isRead: true }, context)
  assert.deepEqual([old.total, old.unread, old.rows.map((row) => row.id)], [1, 2, [rows[0]?.id]])
  assert.equal((await call.messages({ ...page, isRead: false }, context)).total, 2)
  assert.deepEqual((await call.messages({ ...page, type: 'BOND' }, context)).rows, [])
})

test('a message is rendered in the language of the request', async () => {
  const context = await reader()
  const id = (await call.messages({ ...page, type: 'MARGIN_CALL' }, context)).rows[0]?.id ?? 0
  assert.match((await call.message({ id }, context)).content, /^Your position in META is close/)
  assert.match((await call.message({ id }, { ...context, language: 'zh-CN' })).content, /^您的 META 持仓/)
  assert.match((await call.message({ id }, { ...context, language: 'zh-TW' })).content, /^〔您的 META 持仓.*〕$/)
})

test('a message of another user is not found, and cannot be marked', async () => {
  const [ann, bo] = [await reader(), await reader()]
  const id = (await call.messages(page, ann)).rows[0]?.id ?? 0
  await refusedWith('not_found', call.message({ id }, bo))
  await refusedWith('not_found', call.message({ id: 999_999 }, ann))
  assert.deepEqual(await call.readMessages({ id, ids: [id] }, bo), { unread: 3 })
  assert.equal((await call.message({ id }, ann)).isRead, false)
})

test('marks one, some or all as read, and pushes only after a change', async () => {
  const context = await reader()
  const user = context.person.userId
  const ids = (await call.messages(page, context)).rows.map((row) => row.id)
  assert.equal(await outboxOf(user), 1)
  assert.deepEqual(await call.readMessages({ ids: ids.slice(0, 1) }, context), { unread: 2 })
  assert.equal(await outboxOf(user), 2)
  assert.deepEqual(await call.readMessages({ ids: ids.slice(0, 1) }, context), { unread: 2 })
  assert.deepEqual(await call.readMessages({ ids: [] }, context), { unread: 2 })
  assert.equal(await outboxOf(user), 2)
  assert.deepEqual(await call.readMessages({ all: true }, context), { unread: 0 })
  assert.deepEqual(await call.readMessages({ all: true }, context), { unread: 0 })
  assert.equal(await outboxOf(user), 3)
})

test('the push frame has the unread count', async () => {
  const context = await reader()
  const read = async () => {
    const [frame] = await messageFrames(db, context.person.userId)
    assert(frame?.type === 'message')
    return JSON.parse(frame.data) as unknown
  }
  assert.deepEqual(await read(), { unread: 3 })
  await call.readMessages({ all: true }, context)
  assert.deepEqual(await read(), { unread: 0 })
})

test('messages to many users are one statement, and an empty list is none', async () => {
  const users = await Promise.all([person(), person()])
  await sendMessages(
    db,
    users.map(({ person: { userId } }) => ({ user: userId, ...verified, at: start })),
  )
  for (const context of users) assert.equal((await call.messages(page, context)).total, 1)
  await sendMessages(db, [])
})

test('a new user gets one welcome message', async () => {
  const context = personal(await openPerson(db), { db })
  const { rows, unread } = await call.messages(page, context)
  assert.deepEqual([rows.map((row) => row.title), unread], [['Welcome to practice trading'], 1])
})

test('messages older than a year are deleted, younger ones are kept', async () => {
  const context = await person()
  const user = context.person.userId
  const keep = settings.message.keepDays * 86_400_000
  await sendMessages(db, [
    { user, ...verified, at: start },
    { user, ...verified, at: start + 1 },
  ])
  const [job] = jobs({ db, feed: openRateFeed(), bars: { bars: async () => [] }, calendars: new Map() })
  await job?.run(start + keep)
  assert.equal((await call.messages(page, context)).total, 2)
  await job?.run(start + keep + 1)
  assert.deepEqual(
    (await call.messages(page, context)).rows.map((row) => row.createdAt),
    [start + 1],
  )
})
