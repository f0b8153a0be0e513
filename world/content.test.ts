import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/calls.ts'
import { userChannel } from '@mex/contract/push.ts'
import { openWorld, type World } from './world.ts'

/** Messages as somebody meets them: over HTTP and the push socket. */

let world: World
before(async () => {
  world = await openWorld({ seed: 'content' })
})
after(() => world[Symbol.asyncDispose]())

const page = { pageNum: 1, pageSize: 10 }

test('whoever is new finds a welcome; reading it on one page tells the other', async () => {
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

test('the list is not taken for a message, and nobody reads without a session', async () => {
  const stranger = world.stranger()
  for (const path of ['/userMessage/getMessage', '/userMessage/1'])
    assert.equal((await stranger.fetch(path)).status, 401)
  const alice = await world.person()
  assert.equal((await alice.askWire(calls.content.message, { id: 'getMessages' })).envelope.code, 1003)
})
