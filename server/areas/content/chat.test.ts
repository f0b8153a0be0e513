import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { settings } from '@mex/core/settings.ts'
import { feed, openTestMarketData } from '#areas/market/testing.ts'
import { addUser, openRateFeed, start } from '#areas/testing.ts'
import { sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { chatThread, chatThreads, mutePerson, operatorReply, unmutePerson, type ChatPerson } from './chat.ts'
import { openContent, type Content } from './actions.ts'
import { jobs } from './jobs.ts'
import { priceText } from './market-words.ts'
import type { ChatRow } from './store-chat.ts'

let own: TestDatabase
let db: Database
let content: Content
let wakes = 0
const market = openTestMarketData({ isHalted: (key) => key === 'US:TSLA' })
const simplified = (text: string): string => text
before(async () => {
  own = await openTestDatabase()
  db = own.db
  content = await openContent({
    db,
    helpFolder: join(import.meta.dirname, '..', '..', '..', 'data', 'help'),
    market,
    traditional: (simplified) => `〔${simplified}〕`,
    simplified,
    speed: 1,
    wake: () => void (wakes += 1),
  })
  await content.start(start)
})
after(() => own[Symbol.asyncDispose]())

const second = 1000
const minute = 60 * second
const person = async (language: ChatPerson['language'] = 'en'): Promise<ChatPerson> => ({
  userId: await addUser(db),
  language,
})
const send = (who: ChatPerson, text: string | undefined, now = start, image?: string, key?: string) =>
  content.chat.send(who, { text, image, key }, { now, wallNow: now })
const threadOf = async ({ userId }: ChatPerson): Promise<ChatRow[]> => chatThread(db, userId)
const senders = async (who: ChatPerson): Promise<string[]> => (await threadOf(who)).map((row) => row.from)

test('the assistant answers a question with a link to the article', async () => {
  const ann = await person()
  assert.equal(await send(ann, ' How does leverage work? '), undefined)
  const [question, answer] = await threadOf(ann)
  assert.deepEqual([question?.from, question?.text, answer?.from], ['user', 'How does leverage work?', 'bot'])
  assert.match(answer?.text ?? '', /small margin carry a larger position/)
  assert.equal(answer?.articles[0]?.title, 'How leverage works')
  const { rows } = await sql<{ tag: string }>`select tag from article where id = ${answer?.articles[0]?.id}`.execute(db)
  assert.deepEqual(rows, [{ tag: 'LEARN' }])
})

test('a question in Chinese is answered in Chinese, in the script of the user', async () => {
  const [ann, bo, cy] = [await person('en'), await person('zh-CN'), await person('zh-TW')]
  for (const who of [ann, bo, cy]) await send(who, '手续费是多少')
  const answers = await Promise.all([ann, bo, cy].map(async (who) => (await threadOf(who))[1]?.text ?? ''))
  assert.match(answers[0] ?? '', /^费用参照真实券商/)
  assert.equal(answers[1], answers[0])
  assert.equal(answers[2], `〔${answers[0] ?? ''}〕`)
})

test('a question how to do something is answered in words and with a link to the page', async () => {
  const [ann, bo] = [await person(), await person('zh-TW')]
  await send(ann, 'how do I cancel an order?')
  await send(bo, '怎么撤单')
  const [, answer] = await threadOf(ann)
  assert.match(answer?.text ?? '', /press Cancel order/)
  assert.deepEqual(answer?.links[0], { title: 'Cancel an order', page: '/pages/trade/index?list=2' })
  const [, chinese] = await threadOf(bo)
  assert.match(chinese?.text ?? '', /^〔打开委托列表/)
  assert.deepEqual(chinese?.links[0], { title: '〔撤销委托〕', page: '/pages/trade/index?list=2' })
})

test('a word is explained, with the article that says more', async () => {
  const ann = await person()
  await send(ann, 'what is a lock-up?')
  const [, answer] = await threadOf(ann)
  assert.match(answer?.text ?? '', /^Lock-up: The time in which shares/)
  assert(answer?.articles.some(({ title }) => title.startsWith('Placings')))
})

test('a question for a price is answered with the public quote, its phase and its time', async () => {
  const [ann, bo] = [await person(), await person('zh-CN')]
  await send(ann, 'price of apple')
  await send(bo, '苹果股价')
  const { instrument, quote } = shown('US:AAPL')
  const price = priceText(instrument, quote.last)
  const [, answer] = await threadOf(ann)
  const escaped = price.replaceAll('.', '[.]')
  assert.match(
    answer?.text ?? '',
    new RegExp(
      `^Apple \\(AAPL\\): ${escaped} USD, [+−]\\d+[.]\\d\\d% since the last close[.] Open, price of 2026-11-20 1[56]:\\d\\d UTC[.]`,
    ),
  )
  assert.match(answer?.text ?? '', /simulated/)
  const page = '/pages/quote/stock?name=Apple&code=AAPL&source=2&market=US'
  assert.deepEqual(
    answer?.links.map((link) => [link.title, link.page.replace(/source=\d+/, 'source=2')]),
    [['Apple (AAPL)', page]],
  )
  const [, chinese] = await threadOf(bo)
  assert((chinese?.text ?? '').startsWith(`苹果（AAPL）：${price} USD，较上一收盘`))
})

test('several instruments of a name are all told, and the search if there are more than three', async () => {
  const ann = await person()
  await send(ann, 'price of alibaba')
  await send(ann, 'price of gold')
  const [, both, , gold] = await threadOf(ann)
  assert.match(both?.text ?? '', /^Several match “alibaba”:\n/)
  assert.deepEqual(
    both?.links.map(({ title }) => title),
    ['Alibaba (09988)', 'Alibaba ADR (BABA)', 'Alibaba Health (00241)'],
  )
  const { instrument, quote } = shown('FX:XAUUSD')
  assert((gold?.text ?? '').includes(`Gold spot (XAUUSD): ${priceText(instrument, quote.last)} USD`))
})

test('a price of a halted instrument says so', async () => {
  const ann = await person()
  await send(ann, 'TSLA')
  assert.match((await threadOf(ann))[1]?.text ?? '', /Trading is halted/)
})

function shown(key: string) {
  const instrument = feed.instruments(start).get(key)
  const row = instrument === undefined ? undefined : market.board.row(instrument, start)
  assert(row !== undefined, key)
  return row
}

test('the assistant declines advice, and says when it has no answer', async () => {
  const ann = await person()
  await send(ann, 'Should I buy Apple?')
  await send(ann, 'zzz qqq', start + second)
  await send(ann, 'charge my card 4111 1111 1111 1111', start + 2 * second)
  const [, advice, , unknown, , secret] = await threadOf(ann)
  assert.match(advice?.text ?? '', /cannot say what to buy or sell/)
  assert.match(unknown?.text ?? '', /do not know the answer/)
  assert.match(secret?.text ?? '', /Never write a real card number/)
  for (const row of [advice, unknown, secret]) assert.deepEqual([row?.articles, row?.links], [[], []])
  assert.deepEqual([advice?.choices, unknown?.choices, secret?.choices], [[], ['I want a person'], []])
})

test('an unclear question offers the nearest entries and a person; each offer is understood when it is sent', async () => {
  const ann = await person()
  await send(ann, 'purple robot')
  const [, answer] = await threadOf(ann)
  assert.match(answer?.text ?? '', /not sure what you mean/)
  const choices = answer?.choices ?? []
  assert(choices.length >= 2 && choices.length <= 4, choices.join())
  assert.equal(choices.at(-1), 'I want a person')
  for (const choice of choices) await send(ann, choice)
  const answers = (await threadOf(ann)).slice(2).filter(({ from }) => from === 'bot')
  for (const { text } of answers) assert.doesNotMatch(text ?? '', /not sure what you mean|do not know the answer/)
  assert.match(answers.at(-1)?.text ?? '', /passed this on/)
})

test('who asks for a person is first in the list until an operator has replied', async () => {
  const [ann, bo, cy] = [await person(), await person(), await person()]
  const later = start + 300 * minute
  await send(ann, 'I want a person', later)
  await send(bo, 'what are the fees', later + minute)
  await send(cy, '转人工', later + minute)
  await send(ann, 'my transfer is stuck', later + 2 * minute)
  const mine = async () => {
    const users = [ann.userId, bo.userId, cy.userId]
    const threads = (await chatThreads(db)).filter(({ userId }) => users.includes(userId))
    return threads.map(({ userId, asksPerson, isWaiting }) => [users.indexOf(userId), asksPerson, isWaiting])
  }
  assert.deepEqual(await mine(), [
    [0, true, true],
    [2, true, true],
    [1, false, true],
  ])
  await operatorReply(db, ann.userId, 'Which one?', later + 3 * minute)
  await send(ann, 'the last one', later + 4 * minute)
  assert.deepEqual(
    (await mine()).find(([index]) => index === 0),
    [0, false, true],
  )
  assert.deepEqual((await mine())[0], [2, true, true])
})

test('an empty or too long message is refused', async () => {
  const ann = await person()
  assert.equal((await send(ann, '   '))?.refused, 'missing_field')
  assert.equal((await send(ann, undefined))?.refused, 'missing_field')
  const long = await send(ann, 'x'.repeat(501))
  assert.deepEqual([long?.refused, long?.values], ['text_too_long', { n: '500' }])
  assert.equal(await send(ann, '🙂'.repeat(500)), undefined)
  assert.deepEqual(await senders(ann), ['user', 'bot'])
})

test('twenty messages per minute are accepted, also of thirty concurrent ones', async () => {
  const ann = await person()
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => send(ann, 'fees')))
  assert.equal(outcomes.filter((outcome) => outcome === undefined).length, 20)
  const muted = outcomes.find((outcome) => outcome !== undefined)
  assert.deepEqual([muted?.refused, muted?.values], ['chat_muted', { t: '2026-11-20 16:02 UTC' }])
  assert.equal((await send(ann, 'fees', start + minute - 1))?.refused, 'chat_muted')
  assert.equal(await send(ann, 'fees', start + minute), undefined)
})

test('the rate limit and the operator’s half hour use the wall clock when the market clock runs faster', async () => {
  const speed = 600
  const fast = await openContent({
    db,
    helpFolder: join(import.meta.dirname, '..', '..', '..', 'data', 'help'),
    market,
    traditional: (text) => text,
    simplified,
    speed,
    wake: () => undefined,
  })
  const ann = await person()
  /** Sends a message at a wall time after the start. */
  const at = (wall: number) => ({ now: start + wall * speed, wallNow: start + wall })
  const sendAt = (wall: number) => fast.chat.send(ann, { text: 'fees', image: undefined }, at(wall))
  for (let count = 0; count < settings.chat.perMinuteMax; count += 1)
    assert.equal(await sendAt(count * second), undefined)
  const refused = await sendAt(40 * second)
  assert.deepEqual([refused?.refused, refused?.values], ['chat_muted', { t: '2026-11-20 16:02 UTC' }])
  assert.equal((await sendAt(minute - 1))?.refused, 'chat_muted')
  assert.equal(await sendAt(minute), undefined)
  await mutePerson(db, ann.userId, start + 10 * minute)
  assert.equal((await sendAt(9 * minute))?.refused, 'chat_muted', 'market time has advanced by days')
  assert.equal(await sendAt(10 * minute), undefined)
  await operatorReply(db, ann.userId, 'How can we help?', at(11 * minute).now)
  const quiet = settings.chat.operatorQuietMinutes
  await sendAt((10 + quiet) * minute)
  assert.equal((await senders(ann)).at(-1), 'user')
  await sendAt((12 + quiet) * minute)
  assert.equal((await senders(ann)).at(-1), 'bot')
})

test('a message retried with its key is stored once, also concurrently', async () => {
  const [ann, bo] = [await person(), await person()]
  const again = () => send(ann, 'fees', start, undefined, 'one')
  assert.deepEqual(await Promise.all([again(), again(), again()]), [undefined, undefined, undefined])
  assert.deepEqual(await senders(ann), ['user', 'bot'])
  assert.equal((await send(ann, 'other words', start, undefined, 'one'))?.refused, 'request_key_reused')
  assert.equal(await send(ann, 'fees', start, undefined, 'two'), undefined)
  assert.equal(await send(bo, 'fees', start, undefined, 'one'), undefined)
  assert.deepEqual([(await senders(ann)).length, (await senders(bo)).length], [4, 2])
})

test('a refusal is stored for its key, except that of an unusable picture', async () => {
  const ann = await person()
  await mutePerson(db, ann.userId, start + minute)
  assert.equal((await send(ann, 'hello', start, undefined, 'one'))?.refused, 'chat_muted')
  await unmutePerson(db, ann.userId)
  const repeated = await send(ann, 'hello', start, undefined, 'one')
  assert.deepEqual([repeated?.refused, repeated?.values], ['chat_muted', { t: '2026-11-20 16:01 UTC' }])
  const wrong = () => send(ann, 'look', start, '/file/AAAAAAAAAAAAAAAAAAAAAA', 'two')
  assert.deepEqual([(await wrong())?.field, (await wrong())?.field], ['image', 'image'])
  assert.deepEqual(await senders(ann), [])
})

test('a muted user cannot send messages until the mute ends', async () => {
  const [ann, bo] = [await person(), await person()]
  await mutePerson(db, ann.userId, start + 60 * minute)
  const refused = await send(ann, 'hello')
  assert.deepEqual([refused?.refused, refused?.values], ['chat_muted', { t: '2026-11-20 17:00 UTC' }])
  assert.equal(await send(bo, 'hello'), undefined)
  assert.equal(await send(ann, 'hello', start + 60 * minute), undefined)
  await mutePerson(db, bo.userId, start + 60 * minute)
  await unmutePerson(db, bo.userId)
  assert.equal(await send(bo, 'hello', start + minute), undefined)
})

test('an operator replies in the chat and by a message; the assistant then pauses', async () => {
  const ann = await person()
  await send(ann, 'hello')
  await operatorReply(db, ann.userId, 'How can we help?', start + second)
  await send(ann, 'what are the fees', start + 2 * second)
  assert.deepEqual(await senders(ann), ['user', 'bot', 'operator', 'user'])
  await send(ann, 'what are the fees', start + settings.chat.operatorQuietMinutes * minute + second)
  assert.deepEqual((await senders(ann)).slice(-2), ['user', 'bot'])
  const { rows } = await sql<{ kind: string; type: string }>`
    select kind, type from message where user_id = ${ann.userId}`.execute(db)
  assert.deepEqual(rows, [{ kind: 'operator_replied', type: 'SERVICE' }])
})

test('an empty or too long reply of an operator is refused', async () => {
  const ann = await person()
  assert.equal((await operatorReply(db, ann.userId, ' \n', start))?.refused, 'missing_field')
  const tooLong = await operatorReply(db, ann.userId, 'x'.repeat(settings.chat.textMax + 1), start)
  assert.deepEqual([tooLong?.refused, tooLong?.values], ['text_too_long', { n: '500' }])
  assert.deepEqual(await threadOf(ann), [])
  assert.equal(await operatorReply(db, ann.userId, 'x'.repeat(settings.chat.textMax), start), undefined)
})

test('a message with a picture of another user is rolled back', async () => {
  const ann = await person()
  const refused = await send(ann, 'look', start, '/file/AAAAAAAAAAAAAAAAAAAAAA')
  assert.deepEqual([refused?.refused, refused?.field], ['missing_field', 'image'])
  assert.deepEqual(await threadOf(ann), [])
})

test('a picture is named by its address, and nothing else before its name', async () => {
  const ann = await person()
  const name = 'A'.repeat(22)
  await sql`
    insert into file (id, user_id, digest, sealed, size, width, height, uploaded_at, needed_at)
    values (${name}, ${ann.userId}, '\\x00', '\\x00', 1, 1, 1, ${new Date(start)}, ${new Date(start)})`.execute(db)
  for (const path of [`https:${name}`, `//e.x/${name}`, `/FILE/${name}`])
    assert.equal((await send(ann, 'look', start, path))?.field, 'image', path)
  assert.deepEqual(await threadOf(ann), [])
  assert.equal(await send(ann, 'look', start, `/file/${name}`), undefined)
})

test('unanswered threads are listed first', async () => {
  const [ann, bo, cy] = [await person(), await person(), await person()]
  const later = start + 86_400_000
  await send(ann, 'first', later)
  await operatorReply(db, ann.userId, 'answered', later + 10 * minute)
  await send(bo, 'second', later + minute)
  await send(cy, 'third', later + 2 * minute)
  const users = [cy.userId, bo.userId, ann.userId]
  const threads = (await chatThreads(db)).filter((thread) => users.includes(thread.userId))
  assert.deepEqual(
    threads.map(({ userId, text, isWaiting }) => [userId, text, isWaiting]),
    [
      [cy.userId, 'third', true],
      [bo.userId, 'second', true],
      [ann.userId, 'answered', false],
    ],
  )
})

test('the first frame has the last fifty messages, oldest first; each message wakes push', async () => {
  const ann = await person()
  const before = wakes
  for (let index = 0; index < 30; index += 1) await send(ann, `fees ${index}`, start + index * 10 * second)
  assert.equal(wakes, before + 30)
  const history = JSON.parse(await content.chat.history(ann.userId)) as { id: number; from: string; text: string }[]
  assert.equal(history.length, 50)
  assert.deepEqual([history[0]?.text, history.at(-2)?.text, history.at(-1)?.from], ['fees 5', 'fees 29', 'bot'])
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from outbox where user_id = ${ann.userId} and topic = 'chat'`.execute(db)
  assert.equal(rows[0]?.count, 60)
})

test('messages are deleted after ninety days', async () => {
  const ann = await person()
  await send(ann, 'hello')
  const [old] = jobs({ db, feed: openRateFeed(), bars: { bars: async () => [] }, calendars: new Map() })
  await old?.run(start + settings.chat.keepDays * 86_400_000)
  assert.equal((await threadOf(ann)).length, 2)
  await old?.run(start + settings.chat.keepDays * 86_400_000 + 1)
  assert.deepEqual(await threadOf(ann), [])
})
