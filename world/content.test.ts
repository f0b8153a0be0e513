import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { chatChannel, userChannel } from '@mex/contract/push.ts'
import { openWorld, type World } from './world.ts'

/** Messages, articles and the chat over HTTP and the push socket, as a browser uses them. */

let world: World
before(async () => {
  world = await openWorld({ seed: 'content' })
})
after(() => world[Symbol.asyncDispose]())

const page = { pageNum: 1, pageSize: 10 }

test('a new user has an unread welcome message, and reading it pushes the unread count to other pages', async () => {
  const alice = await world.person()
  const { rows, unread } = await alice.call(calls.content.messages, page)
  assert.deepEqual([rows.map(({ type, isRead }) => [type, isRead]), unread], [[['SYSTEM', false]], 1])
  const id = rows[0]?.id ?? 0
  assert.match((await alice.call(calls.content.message, { id })).content, /simulated money/)
  await using other = await alice.listen(userChannel)
  assert.deepEqual(await alice.call(calls.content.readMessages, { id }), { unread: 0 })
  assert.deepEqual((await other.next('message')).data, { unread: 0 })
  assert.equal((await alice.call(calls.content.message, { id })).isRead, true)
})

test('refuses messages without a session, and a message id that is not a number', async () => {
  const stranger = world.stranger()
  for (const path of ['/userMessage/getMessage', '/userMessage/1'])
    assert.equal((await stranger.fetch(path)).status, 401)
  const alice = await world.person()
  assert.equal((await alice.askWire(calls.content.message, { id: 'getMessages' })).envelope.code, 1003)
})

test('lists help articles under Learn without a session, in English and Chinese', async () => {
  const stranger = world.stranger()
  const { rows, total } = await stranger.call(calls.content.articles, { ...page, tag: 'LEARN' })
  assert(total >= 12)
  const id = rows[0]?.id ?? 0
  const [en, zh] = [
    await stranger.call(calls.content.article, { id }),
    await stranger.call(calls.content.article, { id }, { language: 'zh-CN' }),
  ]
  assert.match(en.content, /<p>/)
  assert.match(zh.content, /[\u4e00-\u9fff]/)
  const words = await stranger.call(calls.content.dictionary, { name: 'article_tag' })
  assert(words.some(({ value, label }) => value === 'LEARN' && label === 'Learn'))
})

test('pushes a chat message and the assistant’s answer to all pages of the user and to no other user', async () => {
  const alice = await world.person()
  const bob = await world.person()
  await using hers = await alice.listen(chatChannel)
  await using other = await alice.listen(chatChannel)
  await using his = await bob.listen(chatChannel)
  assert.deepEqual((await hers.next('chatHistory')).data, [])
  await hers.tell({ op: 'chat', text: 'How does leverage work?' })
  for (const page of [hers, other]) {
    assert.equal((await page.next('chat')).data.text, 'How does leverage work?')
    const { data } = await page.next('chat')
    assert.deepEqual([data.from, data.articles[0]?.title], ['bot', 'How leverage works'])
  }
  assert(!his.frames.some(({ type }) => type === 'chat'))
  await assert.rejects(hers.tell({ op: 'chat', text: 'x'.repeat(501) }), /1012 At most 500 characters/)
  await using later = await alice.listen(chatChannel)
  assert.deepEqual(
    (await later.next('chatHistory')).data.map(({ from }) => from),
    ['user', 'bot'],
  )
})
