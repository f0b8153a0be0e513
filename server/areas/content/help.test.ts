import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { anonymous, start } from '#areas/testing.ts'
import { openTestDatabase } from '#db/testing.ts'
import { openHelp, publishHelp, readHelpText } from './help.ts'
import { handlers } from './handlers.ts'
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
  const first = await publishHelp(db, topics, start)
  const second = await publishHelp(db, topics, start + 86_400_000)
  assert.deepEqual(second, first)
  const call = handlers({ traditional: (simplified) => simplified })
  const list = await call.articles({ tag: 'LEARN', pageNum: 1, pageSize: 50 }, anonymous({ db }))
  assert.equal(list.total, topics.length)
  assert(list.total >= 12)
  assert(list.rows.every(({ isSimulated, createdAt }) => !isSimulated && createdAt === start))
})

test('an article is found by its topic', async () => {
  await publishHelp(db, topics, start)
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
