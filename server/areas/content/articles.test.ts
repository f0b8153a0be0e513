import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addUser, anonymous, personal, refusedWith, start } from '#areas/testing.ts'
import type { Context, PersonContext } from '#context.ts'
import { inTransaction, sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { publishArticle } from './articles.ts'
import { handlers } from './handlers.ts'

let own: TestDatabase
let db: Database
const call = handlers({ traditional: (simplified) => simplified.replaceAll('维护', '維護') })
before(async () => {
  own = await openTestDatabase()
  db = own.db
})
after(() => own[Symbol.asyncDispose]())

const page = { pageNum: 1, pageSize: 10 }
const stranger = (now = start): Context => anonymous({ db, now })
const person = async (): Promise<PersonContext> => personal(await addUser(db), { db })

const maintenance = {
  type: 'notice',
  tag: 'SERVICE',
  isSimulated: false,
  title: { en: 'Maintenance on Sunday', zh: '周日维护' },
  summary: { en: 'For an hour.', zh: '约一小时。' },
  body: { en: '<p>Orders wait.</p>', zh: '<p>维护期间委托会等待。</p>' },
  at: start,
} as const
const gold = {
  ...maintenance,
  type: 'news',
  tag: 'COMMODITY',
  isSimulated: true,
  title: { en: 'Gold up 100% of nothing_', zh: '黄金' },
} as const

test('a notice is unread for each user until it is opened; anonymous readers have no read mark', async () => {
  const id = await publishArticle(db, maintenance)
  const [ann, bo] = [await person(), await person()]
  const read = async (context: Context) => {
    const { rows, unread } = await call.articles({ ...page, type: 'notice' }, context)
    return [rows.find((row) => row.id === id)?.isRead, unread]
  }
  const earlier = (await call.articles({ ...page, type: 'notice' }, ann)).unread ?? 0
  assert.deepEqual(await read(ann), [false, earlier])
  assert.deepEqual(await read(stranger()), [undefined, undefined])
  assert.equal((await call.article({ id }, stranger())).isRead, undefined)
  assert.equal((await call.article({ id }, ann)).isRead, true)
  assert.equal((await call.article({ id }, ann)).isRead, true)
  assert.deepEqual(await read(ann), [true, earlier - 1])
  assert.deepEqual(await read(bo), [false, earlier])
})

test('news has no read mark and is marked as simulated', async () => {
  const id = await publishArticle(db, { ...gold, cover: [0, 1000, 500] })
  const context = await person()
  const { isRead, isSimulated, cover, tagName } = await call.article({ id }, context)
  assert.deepEqual([isRead, isSimulated, tagName], [undefined, true, 'Commodities'])
  assert.match(cover ?? '', /^data:image\/svg\+xml,/)
  assert.equal((await call.articles({ ...page, type: 'news' }, context)).unread, undefined)
})

test('filters by type, tag and keyword, without wildcards', async () => {
  await publishArticle(db, gold)
  const titles = async (filter: object, language: 'en' | 'zh-CN' = 'en') =>
    new Set((await call.articles({ ...page, ...filter }, { ...stranger(), language })).rows.map((row) => row.title))
  assert.deepEqual(await titles({ tag: 'COMMODITY' }), new Set([gold.title.en]))
  assert.deepEqual(await titles({ keyword: '100% of' }), new Set([gold.title.en]))
  assert.deepEqual(await titles({ keyword: '1%0' }), new Set())
  assert.deepEqual(await titles({ keyword: 'nothing_' }), new Set([gold.title.en]))
  assert.deepEqual(await titles({ keyword: 'g_ld' }), new Set())
  assert.deepEqual(await titles({ keyword: 'GOLD', type: 'notice' }), new Set())
  assert.deepEqual(await titles({ keyword: '黄金' }, 'zh-CN'), new Set(['黄金']))
  assert.deepEqual(await titles({ keyword: '黄金' }), new Set())
})

test('articles are in the reader’s language; Traditional Chinese is derived', async () => {
  const id = await publishArticle(db, maintenance)
  const of = (language: 'en' | 'zh-CN' | 'zh-TW') => call.article({ id }, { ...stranger(), language })
  assert.deepEqual([(await of('en')).title, (await of('en')).content], ['Maintenance on Sunday', '<p>Orders wait.</p>'])
  assert.deepEqual([(await of('zh-CN')).title, (await of('zh-TW')).title], ['周日维护', '周日維護'])
  assert.equal((await of('zh-TW')).content, '<p>維護期间委托会等待。</p>')
})

test('publishing a key again adds a version if the text differs, and keeps the old one', async () => {
  const rule = { ...maintenance, key: 'help:test' }
  const id = await publishArticle(db, rule)
  assert.equal(await publishArticle(db, { ...rule, at: start + 1000 }), id)
  const changed = { ...rule, body: { ...rule.body, en: '<p>Orders wait an hour.</p>' } }
  assert.equal(await publishArticle(db, { ...changed, at: start + 2000 }), id)
  const shown = await call.article({ id }, stranger())
  assert.deepEqual([shown.content, shown.createdAt], ['<p>Orders wait an hour.</p>', start])
  const { rows } = await sql<{ version: number; body: string }>`
    select version, body from article_text where article_id = ${id} and language = 'en' order by version`.execute(db)
  assert.deepEqual(rows, [
    { version: 1, body: '<p>Orders wait.</p>' },
    { version: 2, body: '<p>Orders wait an hour.</p>' },
  ])
})

test('twenty concurrent publications of one key publish it once', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => inTransaction(db, (tx) => publishArticle(tx, { ...gold, key: 'close:test' }))),
  )
  assert.equal(new Set(ids).size, 1)
})

test('an article is hidden until its publication time', async () => {
  const id = await publishArticle(db, { ...maintenance, at: start + 60_000 })
  await refusedWith('not_found', call.article({ id }, stranger(start + 59_999)))
  const { rows } = await call.articles({ ...page, type: 'notice' }, stranger(start + 59_999))
  assert(!rows.some((row) => row.id === id))
  assert.equal((await call.article({ id }, stranger(start + 60_000))).id, id)
})

test('an unknown article is not found', async () => {
  await refusedWith('not_found', call.article({ id: 999_999 }, stranger()))
})

test('articles are listed newest first, page by page', async () => {
  const ids: number[] = []
  for (const seconds of [20, 10, 30]) {
    const tag = 'FOREX' as const
    ids.push(await publishArticle(db, { ...gold, tag, at: start - 86_400_000 + seconds * 1000 }))
  }
  const of = async (pageNum: number) => call.articles({ tag: 'FOREX', pageNum, pageSize: 2 }, stranger())
  const [first, second] = [await of(1), await of(2)]
  assert.deepEqual([first.total, first.rows.map((row) => row.id)], [3, [ids[2], ids[0]]])
  assert.deepEqual(
    second.rows.map((row) => row.id),
    [ids[1]],
  )
})

test('the tag names are in the reader’s language, in their defined order', async () => {
  const words = await call.dictionary({ name: 'article_tag' }, { ...stranger(), language: 'zh-CN' })
  assert.deepEqual(words[0], { label: '美股', value: 'US', order: 1 })
  assert.deepEqual(
    words.map(({ order }) => order),
    [1, 2, 3, 4, 5, 6, 7, 8],
  )
})
