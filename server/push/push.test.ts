import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect as connectTcp, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { pushPath, readFrame, serverReply, type Channel } from '@mex/contract/push.ts'
import { WebSocket } from 'ws'
import { openBus } from './bus.ts'
import type { PushPerson } from './connection.ts'
import { openPush, type PushOptions } from './push.ts'

const at = 1_800_000_000_000
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function until(what: string, holds: () => boolean, milliseconds = 3000): Promise<void> {
  const end = performance.now() + milliseconds
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Never came: ${what}`)
    await wait(5)
  }
}

const delta = (code: string, last: number): string =>
  JSON.stringify({
    stock_code: code,
    price_nominal: String(last),
    change: '1',
    change_ratio: '0.50',
    volume: '100',
    bid: String(last - 1),
    ask: String(last + 1),
    quoteId: `US:${code}@${last}`,
  })

const greeting = { mode: 'sim', simulated: true, predictable: false }
const transfer = (id: number) => ({ type: 'transfer', data: JSON.stringify({ id, status: 1 }) }) as const

type Got = Record<string, unknown>

/** One client over a real socket, with everything that it was sent. */
async function openClient(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers })
  const got: Got[] = []
  const sizes: number[] = []
  let closed: { code: number; reason: string } | undefined
  let pings = 0
  socket.on('message', (data: Buffer) => {
    const messages = JSON.parse(data.toString('utf8')) as Got[]
    sizes.push(messages.length)
    got.push(...messages)
  })
  socket.on('ping', () => {
    pings += 1
  })
  socket.on('close', (code, reason) => {
    closed = { code, reason: reason.toString('utf8') }
  })
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  const send = (message: unknown): void => socket.send(JSON.stringify(message))
  let asked = 0
  return {
    socket,
    got,
    sizes,
    send,
    closed: () => closed,
    pings: () => pings,
    frames: (channel: string): Got[] => got.filter((message) => message['ch'] === channel),
    /** Sends a message and answers what came back for it. */
    async ask(message: Record<string, unknown>): Promise<Got> {
      asked += 1
      const cid = `ask ${asked}`
      send({ ...message, cid })
      await until(`an answer to ${JSON.stringify(message)}`, () => got.some((one) => one['cid'] === cid))
      const reply = got.find((one) => one['cid'] === cid) ?? {}
      serverReply.parse(reply)
      return reply
    },
  }
}

const persons: Record<string, PushPerson> = {
  ann: { userId: 1, sessionId: 11, language: 'en' },
  ann2: { userId: 1, sessionId: 12, language: 'en' },
  bo: { userId: 2, sessionId: 21, language: 'zh-CN' },
}

async function openServer(options: Partial<PushOptions> = {}) {
  const server = createServer((_, response) => response.end('not here'))
  const errors: unknown[] = []
  const bus = openBus((_, error) => errors.push(error))
  const known = new Set(['US.AAPL', 'US.MSFT', 'HK.00700', 'US.BRK.B'])
  const push = openPush({
    server,
    bus,
    authenticate: async (token) => persons[token],
    stateOf: (channel: Channel) => {
      if (channel.kind === 'list') return channel.name === 'hot' ? { at, data: '[]' } : undefined
      if (channel.kind !== 'quote') return undefined
      const code = /^C\d+$/.test(channel.code) || known.has(`${channel.market}.${channel.code}`)
      return code ? { at, data: undefined } : undefined
    },
    greeting: () => ({ at, change: { type: 'disclosure', data: JSON.stringify(greeting) } }),
    traditional: (text) => text,
    onError: (error) => errors.push(error),
    ...options,
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  const close = async (): Promise<void> => {
    await push.close()
    server.close()
    server.closeAllConnections()
  }
  after(close)
  const price = (code: string, last: number): void =>
    bus.publish('changes', { at, changes: [{ channel: `quote.US.${code}`, type: 'quote', data: delta(code, last) }] })
  return { server, bus, push, errors, host, url: `ws://${host}${pushPath}`, price, close }
}

test('the first thing that a socket hears is that the money is simulated', async () => {
  const { url } = await openServer()
  const client = await openClient(url)
  await until('the greeting', () => client.got.length > 0)
  assert.deepEqual(client.got, [{ ch: 'system', type: 'disclosure', seq: 1, ts: at / 1000, data: greeting }])
  assert.equal(readFrame(client.got[0])?.type, 'disclosure')
})

test('signing in: only a token that opens a session', async () => {
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
  // A second token replaces the first; one that is not valid leaves nobody.
  assert.equal((await client.ask({ op: 'auth', token: 'bo' }))['code'], 200)
  assert.equal(push.isListening(1), false)
  assert.equal((await client.ask({ op: 'auth', token: 'gone' }))['code'], 401)
  assert.equal(push.counts().persons, 0)
})

test('a store that is away is not a session that is over', async () => {
  const { url, errors } = await openServer({ authenticate: () => Promise.reject(new Error('away')) })
  const client = await openClient(url)
  assert.equal((await client.ask({ op: 'auth', token: 'ann' }))['code'], 1008)
  assert.equal(errors.length, 1)
})

test('replies speak the language of the page, else of the person', async () => {
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

test('quotes come in order, counted per channel without gaps, several in one frame', async () => {
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
    assert.deepEqual(frames.at(-1)?.data, readFrame({ ...client.frames(`quote.US.${code}`).at(-1) })?.data)
    assert.equal(frames.at(-1)?.at, at + 5000)
  }
  assert.ok(client.sizes.includes(2))
  assert.equal(client.frames('quote.US.TSLA').length, 0)
  assert.deepEqual([push.isHeard('quote.US.AAPL'), push.isHeard('quote.US.TSLA')], [true, false])
})

test('whoever comes later gets the newest state at once, and counts from 1', async () => {
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

test('unsub ends a channel, and nobody hears it any more', async () => {
  const { url, push, price } = await openServer()
  const client = await openClient(url)
  await client.ask({ op: 'sub', ch: ['quote.US.AAPL', 'system'] })
  await client.ask({ op: 'unsub', ch: ['quote.US.AAPL', 'quote.US.MSFT', 'nonsense', 'system'] })
  price('AAPL', 100)
  assert.equal((await client.ask({ op: 'ping' }))['ok'], true)
  assert.deepEqual([client.frames('quote.US.AAPL').length, push.counts().channels], [0, 0])
})

test('what cannot be heard is refused, what can be is heard', async () => {
  const { url, price } = await openServer()
  const client = await openClient(url)
  const cases: readonly (readonly [string, number])[] = [
    ['quote.US.NONE', 1400],
    ['quote.HK.AAPL', 1400],
    ['quote.XX.AAPL', 1000],
    ['quote.US', 1000],
    ['list.unknown', 1003],
    ['list.a.b', 1000],
    ['chat', 1000],
    ['auction.AAPL', 1000],
    ['', 1000],
    ['__proto__', 1000],
  ]
  for (const [channel, code] of cases) assert.equal((await client.ask({ op: 'sub', ch: [channel] }))['code'], code)
  assert.equal((await client.ask({ op: 'sub', ch: ['quote.US.AAPL', 'quote.US.NONE'] }))['code'], 1400)
  price('AAPL', 100)
  await until('the good one', () => client.frames('quote.US.AAPL').length === 1)
})

test('at most 100 quotes and 150 channels', async () => {
  const { url, push } = await openServer()
  const client = await openClient(url)
  const hundred = Array.from({ length: 100 }, (_, index) => `quote.US.C${index}`)
  assert.equal((await client.ask({ op: 'sub', ch: hundred }))['code'], 200)
  assert.equal((await client.ask({ op: 'sub', ch: hundred }))['code'], 200)
  assert.equal((await client.ask({ op: 'sub', ch: ['quote.US.C100'] }))['code'], 1000)
  assert.equal(push.counts().channels, 100)
  assert.equal((await client.ask({ op: 'unsub', ch: ['quote.US.C5'] }))['code'], 200)
  assert.equal((await client.ask({ op: 'sub', ch: ['quote.US.C100'] }))['code'], 200)
  assert.equal((await client.ask({ op: 'sub', ch: Array.from({ length: 151 }, () => 'user') }))['code'], 1000)
})

test('a person has five sockets, and a sixth may not sign in', async () => {
  const { url, push } = await openServer()
  const clients = await Promise.all(Array.from({ length: 6 }, () => openClient(url)))
  const codes: unknown[] = []
  for (const client of clients) codes.push((await client.ask({ op: 'auth', token: 'ann' }))['code'])
  assert.deepEqual(codes, [200, 200, 200, 200, 200, 1005])
  clients[0]?.socket.close()
  await until('a place', () => push.counts().sockets === 5)
  assert.equal((await clients[5]?.ask({ op: 'auth', token: 'ann' }))?.['code'], 200)
})

test('what is mine comes to all my sockets that asked, in order, and to nobody else', async () => {
  const { url, bus } = await openServer()
  const [ann, again, bo, deaf] = await Promise.all(
    ['ann', 'ann2', 'bo', 'ann'].map(async (token) => {
      const client = await openClient(url)
      await client.ask({ op: 'auth', token })
      return client
    }),
  )
  assert.ok(ann && again && bo && deaf)
  for (const client of [ann, again, bo]) await client.ask({ op: 'sub', ch: ['user'] })
  bus.publish('user.1', { at, frames: [transfer(1), transfer(2)] })
  bus.publish('user.1', { at, frames: [], incomplete: true })
  bus.publish('user.1', { at, frames: [transfer(4)] })
  await until('all', () => ann.frames('user').length === 3 && again.frames('user').length === 3)
  const seen = ann.frames('user').map((frame) => [frame['seq'], (frame['data'] as { id: number }).id])
  // The third could not be told: the gap makes the page load everything again.
  assert.deepEqual(seen, [
    [1, 1],
    [2, 2],
    [4, 4],
  ])
  assert.deepEqual([bo.frames('user').length, deaf.frames('user').length], [0, 0])
})

test('a session that ends makes its sockets strangers at once', async () => {
  const { url, bus, push } = await openServer()
  const [ann, other] = await Promise.all([openClient(url), openClient(url)])
  await ann.ask({ op: 'auth', token: 'ann' })
  await other.ask({ op: 'auth', token: 'ann2' })
  for (const client of [ann, other]) await client.ask({ op: 'sub', ch: ['user'] })
  bus.publish('sessions', { userId: 1, sessionId: 11 })
  await until('the word', () => ann.got.some((message) => message['op'] === 'auth' && message['code'] === 401))
  bus.publish('user.1', { at, frames: [transfer(1)] })
  await until('the other', () => other.frames('user').length === 1)
  assert.equal(ann.frames('user').length, 0)
  bus.publish('sessions', { userId: 1, exceptSessionId: 12 })
  assert.equal(push.isListening(1), true)
  bus.publish('sessions', { userId: 1 })
  assert.equal(push.isListening(1), false)
})

test('a token is looked at again after a while', async () => {
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

test('a heartbeat keeps a socket; silence closes it', async () => {
  const { url } = await openServer({ limits: { heartbeatMilliseconds: 30, silenceMilliseconds: 150 } })
  const client = await openClient(url)
  await wait(300)
  assert.equal(client.closed(), undefined)
  assert.ok(client.pings() >= 2)
  const silent = new WebSocket(url, { autoPong: false })
  const code = await new Promise((resolve) => silent.on('close', resolve))
  assert.equal(code, 4000)
})

test('a slow socket gets only the newest quotes, and is dropped when it stays slow', async () => {
  const limits = { conflateBytes: 20_000, slowMilliseconds: 400, heartbeatMilliseconds: 50, frameMilliseconds: 1 }
  const { url, bus } = await openServer({ limits })
  const codes = Array.from({ length: 100 }, (_, index) => `C${index}`)
  const step = (last: number): void =>
    bus.publish('changes', {
      at,
      changes: codes.map((code) => ({ channel: `quote.US.${code}`, type: 'quote', data: delta(code, last) })),
    })
  const client = await openClient(url)
  await client.ask({ op: 'sub', ch: codes.map((code) => `quote.US.${code}`) })
  client.socket.pause()
  const steps = 1500
  for (let last = 1; last <= steps; last += 1) {
    step(last)
    if (last % 10 === 0) await wait(1)
  }
  client.socket.resume()
  const newest = (): Got | undefined => client.frames('quote.US.C99').at(-1)
  await until(
    'the newest',
    () => (newest()?.['data'] as { price_nominal: string })?.price_nominal === String(steps),
    5000,
  )
  const sequences = client.frames('quote.US.C99').map((frame) => frame['seq'])
  assert.ok(sequences.length < steps / 2, `${sequences.length} of ${steps} were sent`)
  assert.deepEqual(
    sequences,
    sequences.map((_, index) => index + 1),
  )
  client.socket.pause()
  for (let last = 1; client.closed() === undefined && last < 4000; last += 1) {
    step(last)
    await wait(1)
    if (last % 1000 === 0) client.socket.resume()
  }
  client.socket.resume()
  await until('the drop', () => client.closed() !== undefined, 5000)
  assert.ok([4001, 1006].includes(client.closed()?.code ?? 0))
})

test('junk never harms the server', async () => {
  const { url, host, push, errors } = await openServer()
  const refused = async (send: (socket: WebSocket) => void): Promise<number> => {
    const client = await openClient(url)
    send(client.socket)
    await until('a close', () => client.closed() !== undefined)
    return client.closed()?.code ?? 0
  }
  assert.equal(await refused((socket) => socket.send(Buffer.from([0, 1, 2]))), 1003)
  assert.equal(await refused((socket) => socket.send('x'.repeat(5000))), 1009)
  assert.equal(await refused((socket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false })), 1007)
  assert.equal(
    await refused((socket) => {
      for (let count = 0; count < 200; count += 1) socket.send('{"op":"ping"}')
    }),
    1008,
  )
  const client = await openClient(url)
  const junk = [
    '',
    '{',
    'null',
    '7',
    '"sub"',
    '[]',
    '{"op":"ping"',
    '{"op":{"op":"ping"}}',
    '{"op":"sub"}',
    '{"op":"sub","ch":"user"}',
    '{"op":"sub","ch":[]}',
    '{"op":"sub","ch":[null,7,{}]}',
    '{"op":"auth"}',
    '{"op":"auth","token":7}',
    '{"op":"chat","text":"hello"}',
    '{"op":"__proto__","__proto__":{"op":"ping"}}',
    `${'['.repeat(2000)}${']'.repeat(2000)}`,
    `{"op":"sub","ch":${'['.repeat(1000)}${']'.repeat(1000)}}`,
  ]
  for (const text of junk) client.socket.send(text)
  await until('the answers', () => client.got.filter((message) => message['ok'] === false).length === junk.length)
  assert.ok(client.got.filter((message) => 'op' in message).every((message) => message['code'] === 1000))
  const raw = connectTcp(Number(host.split(':')[1]), '127.0.0.1')
  raw.resume()
  raw.write('GET /push HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  await new Promise((resolve) => raw.on('close', resolve))
  assert.equal((await client.ask({ op: 'ping' }))['ok'], true)
  assert.deepEqual([errors, push.counts().sockets], [[], 1])
})

test('messages come back in time, and too many are refused', async () => {
  const { url } = await openServer({ limits: { messageBurst: 3, messagesPerSecond: 50 } })
  const client = await openClient(url)
  for (let count = 0; count < 5; count += 1) client.send({ op: 'ping' })
  await until('five answers', () => client.got.filter((message) => 'op' in message).length === 5)
  const codes = client.got.filter((message) => 'op' in message).map((message) => message['code'])
  assert.equal(codes.filter((code) => code === 1005).length, 2)
  await wait(100)
  assert.equal((await client.ask({ op: 'ping' }))['ok'], true)
})

test('who may not come in is told so by HTTP', async () => {
  const { url, host, close } = await openServer({ limits: { sockets: 2 } })
  const status = (address: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
    new Promise((resolve) => {
      const socket = new WebSocket(address, { headers })
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode))
      socket.on('error', () => undefined)
      socket.on('open', () => resolve(101))
    })
  assert.equal(await status(`ws://${host}/other`), 404)
  assert.equal(await status(url, { origin: 'https://elsewhere.example' }), 403)
  assert.equal(await status(url, { origin: 'null' }), 403)
  assert.equal(await status(url, { origin: `http://${host}` }), 101)
  assert.equal(await status(url), 101)
  assert.equal(await status(url), 503)
  await close()
})

test('one network does not take every place', async () => {
  const { url } = await openServer({
    limits: { socketsPerNetwork: 1 },
    networkOf: (request) => request.headers['x-from'] as string,
  })
  await openClient(url, { 'x-from': 'a' })
  await openClient(url, { 'x-from': 'b' })
  await assert.rejects(openClient(url, { 'x-from': 'a' }), /429/)
})

test('at most 50 frames a second go to a socket, and nothing of the person is lost', async () => {
  const { url, bus } = await openServer()
  const client = await openClient(url)
  await client.ask({ op: 'auth', token: 'ann' })
  await client.ask({ op: 'sub', ch: ['user'] })
  const before = client.sizes.length
  for (let id = 1; id <= 200; id += 1) {
    bus.publish('user.1', { at, frames: [transfer(id)] })
    await wait(1)
  }
  await until('all', () => client.frames('user').length === 200)
  assert.ok(client.sizes.length - before <= 30, `${client.sizes.length - before} frames`)
  assert.deepEqual(
    client.frames('user').map((frame) => frame['seq']),
    Array.from({ length: 200 }, (_, index) => index + 1),
  )
})

test('closing says goodbye to everybody', async () => {
  const { url, push, close } = await openServer()
  const clients = await Promise.all([openClient(url), openClient(url)])
  await close()
  assert.equal(push.counts().sockets, 0)
  await until('the goodbye', () => clients.every((client) => client.closed()?.code === 1001))
})
