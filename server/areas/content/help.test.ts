import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { anonymous, start } from '#areas/testing.ts'
import { openTestMarketData } from '#areas/market/testing.ts'
import { openTestDatabase } from '#db/testing.ts'
import { openHelp, publishHelp, readHelpText } from './help.ts'
import { openContent } from './actions.ts'
import { handlers } from './handlers.ts'
import { openHelpEntries, type HelpEntry } from './help-entries.ts'
import { helpHandlers } from './help-handlers.ts'
import { htmlOf } from './marked-text.ts'
import { sanitizeHtml } from './sanitize.ts'

const topics = await openHelp(join(import.meta.dirname, '..', '..', '..', 'data', 'help'))
const own = await openTestDatabase()
const { db } = own
after(() => own[Symbol.asyncDispose]())

for (const { slug, texts } of topics) {
  test(`${slug} has both languages, and its HTML passes the sanitiser unchanged`, () => {
    const shape = (text: string): string[] => [...htmlOf(text).matchAll(/<(\w+)/g)].map((match) => match[1] ?? '')
    assert.deepEqual(
      shape(texts.zh.body).filter((tag) => tag !== 'strong'),
      shape(texts.en.body).filter((tag) => tag !== 'strong'),
    )
    for (const { title, summary, body, keywords } of Object.values(texts)) {
      assert(title.length <= 60 && summary.length <= 140 && keywords.length >= 5)
      assert.equal(sanitizeHtml(htmlOf(body)), htmlOf(body), 'the sanitiser removes nothing')
      assert.doesNotMatch(htmlOf(body), /\*|\]\(/)
    }
    assert.match(texts.zh.title + texts.zh.body, /[\u4e00-\u9fff]/)
    assert.doesNotMatch(texts.en.title + texts.en.body, /[\u4e00-\u9fff]/)
  })
}

test('the articles are published once under Learn, however often the server starts', async () => {
  const first = await publishHelp(db, topics)
  const second = await publishHelp(db, topics)
  assert.deepEqual(second, first)
  const call = handlers({ traditional: (simplified) => simplified })
  const list = await call.articles({ tag: 'LEARN', pageNum: 1, pageSize: 50 }, anonymous({ db }))
  assert.equal(list.total, topics.length)
  assert(list.total >= 12)
  assert(list.rows.every(({ isSimulated, createdAt }) => !isSimulated && createdAt < start))
})

test('an article is found by its topic', async () => {
  await publishHelp(db, topics)
  const call = handlers({ traditional: (simplified) => simplified })
  const titles = async (topic: string) => {
    const { total, rows } = await call.articles({ topic, pageNum: 1, pageSize: 50 }, anonymous({ db }))
    return [total, ...rows.map(({ title }) => title)]
  }
  const auction = topics.find(({ slug }) => slug === 'auction')
  assert.deepEqual(await titles('auction'), [1, auction?.texts.en.title])
  assert.deepEqual(await titles('auct%'), [0])
})

test('a file in another format is rejected', () => {
  assert.throws(() => readHelpText('fees.en.md', '# Fees\n\nNo keywords.\n\nText'), /fees\.en\.md must have/)
  assert.throws(() => readHelpText('fees.en.md', ''), /fees\.en\.md must have/)
})

test('the help is searched over articles, how-tos and terms; without a keyword it lists all', async () => {
  const content = await openContent({
    db,
    helpFolder: join(import.meta.dirname, '..', '..', '..', 'data', 'help'),
    market: openTestMarketData(),
    traditional: (text) => `〔${text}〕`,
    simplified: (text) => text.replaceAll('點差', '点差'),
    speed: 1,
    wake: () => undefined,
  })
  await content.start(start)
  const { help } = helpHandlers({ traditional: (text) => `〔${text}〕`, help: content.help })
  const all = await help({}, anonymous({ db }))
  assert.equal(all.length, content.help.entries.length)
  assert(all.every(({ kind, articleId }) => kind !== 'article' || articleId !== undefined))
  const terms = await help({ kind: 'term' }, anonymous({ db }))
  assert(terms.length >= 80 && terms.every(({ kind, page }) => kind === 'term' && page === undefined))
  const [slippage] = await help({ keyword: '  slipage ' }, anonymous({ db }))
  assert.deepEqual([slippage?.kind, slippage?.slug], ['term', 'slippage'])
  const [chinese] = await help({ keyword: '點差' }, anonymous({ db, language: 'zh-TW' }))
  assert.deepEqual([chinese?.slug, chinese?.title], ['spread', '〔点差〕'])
  const [cancel] = await help({ keyword: 'cancel an order' }, anonymous({ db }))
  assert.deepEqual([cancel?.slug, cancel?.page], ['cancel-order', '/pages/trade/index?list=2'])
  assert.deepEqual(await help({ keyword: 'zzz qqq' }, anonymous({ db })), [])
  assert.deepEqual(await help({ keyword: '%' }, anonymous({ db })), [])
})

test('no two terms and no two how-tos have one title or one slug, in either language', async () => {
  const { entries } = await openHelpEntries(join(import.meta.dirname, '..', '..', '..', 'data', 'help'))
  for (const kind of ['howTo', 'term'] as const)
    for (const of of [
      (entry: HelpEntry) => entry.slug,
      (entry: HelpEntry) => entry.texts.en.title,
      (entry: HelpEntry) => entry.texts.zh.title,
    ]) {
      const values = entries.filter((entry) => entry.kind === kind).map(of)
      assert.equal(new Set(values).size, values.length)
    }
  for (const { texts } of entries.filter(({ kind }) => kind !== 'article')) {
    assert.match(texts.zh.text, /[\u4e00-\u9fff]/)
    assert.doesNotMatch(texts.en.title + texts.en.text, /[\u4e00-\u9fff]/)
    assert(texts.en.text.length <= 260 && texts.en.title.length <= 40)
  }
})
