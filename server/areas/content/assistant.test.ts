import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openListings } from '#areas/market/listings.ts'
import { catalogue, feed, now } from '#areas/market/testing.ts'
import { openSimplified } from '#simplified-chinese.ts'
import { openAssistant } from './assistant.ts'
import { openHelpEntries, readEntries } from './help-entries.ts'
import { termsOf } from './help-words.ts'
import { openInstrumentWords } from './instrument-words.ts'

const helpFolder = join(import.meta.dirname, '..', '..', '..', 'data', 'help')
const { entries } = await openHelpEntries(helpFolder)
const assistant = openAssistant({
  entries,
  instrumentWords: await openInstrumentWords(join(helpFolder, 'instrument-words.csv')),
  simplified: openSimplified(),
})
const listings = openListings(feed, catalogue)(now)
const understand = (question: string) => assistant.understand(question, listings)

const known: readonly (readonly [question: string, kind: string, slug: string])[] = [
  ['How does leverage work?', 'article', 'leverage'],
  ['What fees do I pay?', 'article', 'fees'],
  ['Is this real money?', 'article', 'simulated'],
  ['how do I cancel an order', 'howTo', 'cancel-order'],
  ['cancle order', 'howTo', 'cancel-order'],
  ['what does spread mean', 'term', 'spread'],
  ['杠杆是怎么回事？', 'article', 'leverage'],
  ['手续费是多少？', 'article', 'fees'],
  ['这里是真钱吗？', 'article', 'simulated'],
  ['怎么撤单', 'howTo', 'cancel-order'],
  ['怎麼撤單', 'howTo', 'cancel-order'],
  ['點差是什麼意思', 'term', 'spread'],
]
for (const [question, kind, slug] of known) {
  test(`“${question}” leads to the ${kind} ${slug}`, () => {
    const understood = understand(question)
    assert(understood.kind === 'known', `${question}: ${understood.kind}`)
    assert.deepEqual([understood.entries[0]?.kind, understood.entries[0]?.slug], [kind, slug])
    assert(understood.entries.length <= 3)
  })
}

for (const question of [
  'Should I buy Apple?',
  'which stock is best',
  'what should I buy now',
  'will TSLA go up tomorrow',
  'Can you recommend something?',
  '应该买苹果吗',
  '推荐一只股票',
  '特斯拉会涨吗',
  '該買什麼',
  '现在买哪只股票好',
]) {
  test(`declines the request for advice “${question}”`, () => {
    assert.equal(understand(question).kind, 'advice')
  })
}

const otherKinds: readonly (readonly [question: string, kind: string])[] = [
  ['hello', 'greeting'],
  ['你好', 'greeting'],
  ['I want a person', 'person'],
  ['我要人工答复', 'person'],
  ['我要人工答覆', 'person'],
  ['charge my card 4111 1111 1111 1111', 'secret'],
  ['what is the weather like in Berlin', 'unknown'],
  ['???', 'unknown'],
  ['', 'unknown'],
  ['asdf qwer', 'unknown'],
  ['今天天气怎么样', 'unknown'],
  ['🙂', 'unknown'],
  ['price of a flat in london', 'unknown'],
]
for (const [question, kind] of otherKinds) {
  test(`“${question}” is of the kind ${kind}`, () => {
    assert.equal(understand(question).kind, kind)
  })
}

const prices: readonly (readonly [question: string, keys: readonly string[]])[] = [
  ['price of apple', ['US:AAPL']],
  ['AAPL', ['US:AAPL']],
  ['aapl?', ['US:AAPL']],
  ['how much is $TSLA', ['US:TSLA']],
  ['700.HK 现价', ['HK:00700']],
  ['腾讯股价', ['HK:00700']],
  ['騰訊股價', ['HK:00700']],
  ['price of alibaba', ['HK:09988', 'US:BABA']],
  ['阿里巴巴多少钱', ['HK:09988', 'US:BABA']],
  ['EUR/USD', ['FX:EURUSD']],
  ['dollar to peso rate', ['FX:USDMXN']],
]
for (const [question, keys] of prices) {
  test(`“${question}” asks for the price of ${keys.join(' and ')}`, () => {
    const understood = understand(question)
    assert(understood.kind === 'price', understood.kind)
    const found = understood.instruments.slice(0, keys.length).map(({ key }) => key)
    assert.deepEqual(found.toSorted(), keys)
  })
}

test('a product of futures counts once, however many months it has', () => {
  const understood = understand('price of crude oil')
  assert(understood.kind === 'price')
  const products = understood.instruments.flatMap(({ contract }) => contract?.product ?? [])
  assert(products.includes('CL'))
  assert.equal(new Set(products).size, products.length)
})

test('a name without a word for price inside another question is no question for a price', () => {
  assert.notEqual(understand('how old is the ceo of tesla').kind, 'price')
})

test('an unclear question names the nearest entries and answers with none', () => {
  const understood = understand('my order of seventeen purple elephants vanished mysteriously')
  assert(understood.kind === 'unknown')
  assert(understood.nearest.length <= 3)
})

test('odd input is understood like any other', () => {
  for (const question of ['<b>fees</b>', '\u0000\u202e fees \u200b', 'ｆｅｅｓ', 'FEES!!!'])
    assert.equal(understand(question).kind, 'known', question)
  for (const question of ['__proto__', 'constructor', 'toString', '(((((', '.*', '\\', '%', '\ud800'])
    assert.equal(understand(question).kind, 'unknown', question)
})

test('the longest questions take at most five milliseconds', () => {
  const longest = [
    'x'.repeat(500),
    'a b '.repeat(125),
    'price of '.repeat(55),
    'cancle ordr withdrw '.repeat(25),
    '1 '.repeat(250),
    '撤单保证金'.repeat(100),
    '多少钱'.repeat(166),
    'A1'.repeat(250),
    'AAPL TSLA '.repeat(50),
    entries
      .flatMap(({ texts }) => texts.en.asked)
      .join(' ')
      .slice(0, 500),
    entries
      .flatMap(({ texts }) => texts.zh.asked)
      .join('')
      .slice(0, 500),
  ]
  for (const question of longest) {
    // The CPU time of this thread, because other programs of the machine interrupt it; the best of several batches, because
    // they also share its caches.
    const runs = 8
    const batches = Array.from({ length: 5 }, () => {
      const before = process.threadCpuUsage()
      for (let run = 0; run < runs; run += 1) understand(question)
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000 / runs
    })
    assert(Math.min(...batches) <= 5, `${Math.min(...batches)} ms for ${question.slice(0, 30)}`)
  }
})

test('splits Latin text into stems and Chinese text into pairs', () => {
  assert.deepEqual(termsOf('How are Fees charged?'), ['fe', 'charg'])
  assert.deepEqual(termsOf('手续费 T+1'), ['t', '1', '手续', '续费'])
})

test('an entry in another form is rejected', () => {
  const entry = { slug: 'x', page: '/pages/trade/index', en: { title: 'X', asked: 'x', text: 'X' } }
  const zh = { title: '某', asked: '某', text: '某' }
  assert.equal(readEntries('howTo', JSON.stringify([{ ...entry, zh }])).length, 1)
  for (const wrong of [
    entry,
    { ...entry, zh, page: 'https://example.org' },
    { ...entry, zh, page: '/pages/x?<script>"' },
    { ...entry, zh, slug: 'X Y' },
    { ...entry, zh, en: { ...entry.en, asked: '' } },
    { ...entry, zh, more: 1 },
  ])
    assert.throws(() => readEntries('howTo', JSON.stringify([wrong])), JSON.stringify(wrong))
})
