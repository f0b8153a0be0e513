import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrame } from '@mex/contract/frames.ts'
import { until } from '#waiting-testing.ts'
import { at, chatFrame, delta, greeting, openClient, openServer, persons, transfer, wait } from './testing.ts'

test('sends the disclosure of simulated money first', async () => {
  const { url } = await openServer()
  const client = await openClient(url)
  await until('the greeting', () => client.got.length > 0)
  assert.deepEqual(client.got, [{ ch: 'system', type: 'disclosure', seq: 1, ts: at / 1000, data: greeting }])
  assert.equal(readFrame(client.got[0])?.type, 'disclosure')
})

test('accepts only a token with a session, and signs out on an unknown one', async () => {
  const { url, push } = await openServer()
  const client = await openClient(url)
  assert.deepEqual(await client.ask({ op: 'sub', ch: ['user'] }), {
    op: 'sub',
    ok: false,
    code: 401,
    msg: 'Login Expired',
    cid: 'ask 1',
  })
  assert.equal((await client.ask({ op: 'auth', token: 'nobody' }))['code'], 401)
  assert.equal(push.isListening(1), false)
  assert.equal((await client.ask({ op: 'auth', token: 'ann' }))['code'], 200)
  assert.equal(push.isListening(1), false)
  assert.equal((await client.ask({ op: 'sub', ch: ['user'] }))['ok'], true)
  assert.equal(push.isListening(1), true)
  // A second token replaces the first; an invalid one signs out.
  assert.equal((await client.ask({ op: 'auth', token: 'bo' }))['code'], 200)
  assert.equal(push.isListening(1), false)
  assert.equal((await client.ask({ op: 'auth', token: 'gone' }))['code'], 401)
  assert.equal(push.counts().persons, 0)
})

test('answers 1008, not 401, while the session store is unavailable', async () => {
  const { url, errors } = await openServer({ authenticate: () => Promise.reject(new Error('away')) })
  const client = await openClient(url)
  assert.equal((await client.ask({ op: 'auth', token: 'ann' }))['code'], 1008)
  assert.equal(errors.length, 1)
})

test('replies in the language of the page, else of the user', async () => {
  const { url } = await openServer()
  const cases = [
    [url, 'nobody', 'Login Expired'],
    [`${url}?lang=zh-CN`, 'nobody', '登录已过期'],
    [`${url}?lang=xx`, 'nobody', 'Login Expired'],
    [url, 'bo', '成功'],
    [`${url}?lang=en`, 'bo', 'Success'],
  ] as const
  for (const [address, token, expected] of cases) {
    const client = await openClient(address)
    assert.equal((await client.ask({ op: 'auth', token }))['msg'], expected)
    client.socket.close()
  }
})

test('sends quotes in order, numbered per channel without gaps, several in one frame', async () => {
  const { url, bus, push } = await openServer()
  const client = await openClient(url)
  await client.ask({ op: 'sub', ch: ['quote.US.AAPL', 'quote.US.MSFT', 'quote.US.BRK.B'] })
  for (let step = 1; step <= 5; step += 1) {
    const changes = ['AAPL', 'MSFT', 'TSLA'].map(
      (code) => ({ channel: `quote.US.${code}`, type: 'quote', data: delta(code, 100 + step) }) as const,
    )
    bus.publish('changes', { at: at + step * 1000, changes })
    await until(`step ${step}`, () => client.frames('quote.US.MSFT').length === step)
  }
  for (const code of ['AAPL', 'MSFT']) {
    const frames = client.frames(`quote.US.${code}`).map(readFrame)
    assert.deepEqual(
      frames.map((frame) => frame?.sequence),
      [1, 2, 3, 4, 5],
    )
    assert.deepEqual(client.frames(`quote.US.${code}`).at(-1)?.['data'], JSON.parse(delta(code, 105)))
    assert.equal(frames.at(-1)?.at, at + 5000)
  }
  assert.ok(client.sizes.includes(2))
  assert.equal(client.frames('quote.US.TSLA').length, 0)
  assert.deepEqual([push.isHeard('quote.US.AAPL'), push.isHeard('quote.US.TSLA')], [true, false])
})

test('sends a new subscriber the newest state at once, with sequence number 1', async () => {
  const { url, price } = await openServer()
  const first = await openClient(url)
  await first.ask({ op: 'sub', ch: ['quote.US.AAPL'] })
  price('AAPL', 100)
  await until('the first', () => first.frames('quote.US.AAPL').length === 1)
  price('AAPL', 101)
  const second = await openClient(url)
  await second.ask({ op: 'sub', ch: ['quote.US.AAPL', 'list.hot'] })
  await until('the state', () => second.frames('quote.US.AAPL').length === 1)
  const [frame] = second.frames('quote.US.AAPL')
  assert.deepEqual([frame?.['seq'], frame?.['data']], [1, JSON.parse(delta('AAPL', 101))])
  assert.deepEqual(second.frames('list.hot')[0]?.['data'], [])
})

test('stops sending a channel after unsub', async () => {
  const { url, push, price } = await openServer()
  const client = await openClient(url)
  await client.ask({ op: 'sub', ch: ['quote.US.AAPL', 'system'] })
  await client.ask({ op: 'unsub', ch: ['quote.US.AAPL', 'quote.US.MSFT', 'nonsense', 'system'] })
  price('AAPL', 100)
  assert.equal((await client.ask({ op: 'ping' }))['ok'], true)
  assert.deepEqual([client.frames('quote.US.AAPL').length, push.counts().channels], [0, 0])
})

test('refuses unknown channels, and still subscribes to the valid ones of the same message', async () => {
  const { url, price } = await openServer()
  const client = await openClient(url)
  const cases: readonly (readonly [string, number])[] = [
    ['quote.US.NONE', 1400],
    ['quote.HK.AAPL', 1400],
    ['quote.XX.AAPL', 1000],
    ['quote.US', 1000],
    ['list.unknown', 1003],
    ['list.a.b', 1000],
    ['chat', 401],
    // This server has no auctions.
    ['auction.AAPL', 1003],
    ['auction', 1000],
    ['', 1000],
    ['__proto__', 1000],
  ]
  for (const [channel, code] of cases) assert.equal((await client.ask({ op: 'sub', ch: [channel] }))['code'], code)
  assert.equal((await client.ask({ op: 'sub', ch: ['quote.US.AAPL', 'quote.US.NONE'] }))['code'], 1400)
  price('AAPL', 100)
  await until('the good one', () => client.frames('quote.US.AAPL').length === 1)
})

test('sends frames of a user in order to all subscribed sockets of that user only', async () => {
  const { url, bus } = await openServer()
  const signIn = async (token: string) => {
    const client = await openClient(url)
    await client.ask({ op: 'auth', token })
    return client
  }
  const [ann, again, bo, unsubscribed] = [
    await signIn('ann'),
    await signIn('ann2'),
    await signIn('bo'),
    await signIn('ann'),
  ]
  for (const client of [ann, again, bo]) await client.ask({ op: 'sub', ch: ['user'] })
  bus.publish('user.1', { at, frames: [transfer(1), transfer(2)] })
  bus.publish('user.1', { at, frames: [], incomplete: true })
  bus.publish('user.1', { at, frames: [transfer(4)] })
  await until('all', () => ann.frames('user').length === 3 && again.frames('user').length === 3)
  const seen = ann.frames('user').map((frame) => [frame['seq'], (frame['data'] as { id: number }).id])
  // The third frame is missing: the gap makes the page reload its data.
  assert.deepEqual(seen, [
    [1, 1],
    [2, 2],
    [4, 4],
  ])
  assert.deepEqual([bo.frames('user').length, unsubscribed.frames('user').length], [0, 0])
})

test('signs out the sockets of an ended session at once', async () => {
  const { url, bus, push } = await openServer()
  const [ann, other] = await Promise.all([openClient(url), openClient(url)])
  await ann.ask({ op: 'auth', token: 'ann' })
  await other.ask({ op: 'auth', token: 'ann2' })
  for (const client of [ann, other]) await client.ask({ op: 'sub', ch: ['user'] })
  bus.publish('sessions', { userId: 1, sessionId: 11 })
  await until('the sign-out', () => ann.got.some((message) => message['op'] === 'auth' && message['code'] === 401))
  bus.publish('user.1', { at, frames: [transfer(1)] })
  await until('the other', () => other.frames('user').length === 1)
  assert.equal(ann.frames('user').length, 0)
  bus.publish('sessions', { userId: 1, exceptSessionId: 12 })
  assert.equal(push.isListening(1), true)
  bus.publish('sessions', { userId: 1 })
  assert.equal(push.isListening(1), false)
})

test('checks a token again after a while, and signs out once it is invalid', async () => {
  let isValid = true
  const { url } = await openServer({
    authenticate: async () => (isValid ? persons['ann'] : undefined),
    limits: { recheckMilliseconds: 30, heartbeatMilliseconds: 20 },
  })
  const client = await openClient(url)
  await client.ask({ op: 'auth', token: 'ann' })
  await wait(80)
  assert.equal(client.got.filter((message) => message['op'] === 'auth').length, 1)
  isValid = false
  await until('the end', () => client.got.some((message) => message['code'] === 401))
})

test('closes every socket with code 1001 on shutdown', async () => {
  const { url, push, close } = await openServer()
  const clients = await Promise.all([openClient(url), openClient(url)])
  await close()
  assert.equal(push.counts().sockets, 0)
  await until('the close', () => clients.every((client) => client.closed()?.code === 1001))
})

test('sends the chat history first, and chat frames only to their user', async () => {
  const { url, bus, push, heard } = await openServer()
  const [ann, bo] = [await openClient(url), await openClient(url)]
  assert.equal((await ann.ask({ op: 'sub', ch: ['chat'] }))['code'], 401)
  assert.equal((await ann.ask({ op: 'chat', text: 'hello' }))['code'], 401)
  for (const [client, token] of [
    [ann, 'ann'],
    [bo, 'bo'],
  ] as const) {
    await client.ask({ op: 'auth', token })
    assert.equal((await client.ask({ op: 'sub', ch: ['chat'] }))['code'], 200)
  }
  const first = ann.frames('chat').map(readFrame)
  assert.deepEqual([first.length, first[0]?.type, first[0]?.sequence], [1, 'chatHistory', 1])
  assert.equal(push.isListening(1), true)
  assert.equal((await ann.ask({ op: 'chat', text: 'hello' }))['code'], 200)
  assert.equal((await ann.ask({ op: 'chat', text: '' }))['code'], 1001)
  assert.deepEqual(heard, ['1 hello'])
  const said = { channel: 'chat', type: 'chat', data: JSON.stringify(chatFrame(7)) } as const
  bus.publish('user.1', { at, frames: [said, transfer(3)] })
  await until('the message', () => ann.frames('chat').length === 2)
  assert.deepEqual(readFrame(ann.frames('chat')[1])?.data, {
    id: 7,
    from: 'user',
    text: 'hello',
    image: undefined,
    articles: [],
    links: [],
    choices: [],
    createdAt: at,
  })
  assert.equal(ann.frames('user').length, 0)
  assert.equal(bo.frames('chat').length, 1)
  await ann.ask({ op: 'unsub', ch: ['chat'] })
  bus.publish('user.1', { at, frames: [said] })
  await ann.ask({ op: 'ping' })
  assert.equal(ann.frames('chat').length, 2)
})

test('uses a cid that is a UUID as the idempotency key of a chat message, and no other cid', async () => {
  const keys: (string | undefined)[] = []
  const say = (_: unknown, { key }: { key: string | undefined }) => Promise.resolve(void keys.push(key))
  const { url } = await openServer({ chat: { say, history: () => Promise.reject(new Error('away')) } })
  const client = await openClient(url)
  await client.ask({ op: 'auth', token: 'ann' })
  const key = '2f1c9a3e-5b7d-4c1a-9e8f-0a1b2c3d4e5f'
  for (const cid of [key, 'message-1', 7, undefined]) client.send({ op: 'chat', text: 'hello', cid })
  await until('all four', () => keys.length === 4)
  assert.deepEqual(keys, [key, undefined, undefined, undefined])
})

test('answers 1008 if the chat fails, and keeps the socket open', async () => {
  const chat = { say: () => Promise.reject(new Error('away')), history: () => Promise.reject(new Error('away')) }
  const { url, errors } = await openServer({ chat })
  const client = await openClient(url)
  await client.ask({ op: 'auth', token: 'ann' })
  assert.equal((await client.ask({ op: 'chat', text: 'hello' }))['code'], 1008)
  assert.equal(errors.length, 1)
  assert.equal((await client.ask({ op: 'ping' }))['code'], 200)
})
