import assert from 'node:assert/strict'
import { connect as connectTcp } from 'node:net'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import type { PushLimits } from './limits.ts'
import { until } from '#waiting-testing.ts'
import { at, delta, openClient, openServer, transfer, wait, type Got } from './testing.ts'

const hundred = Array.from({ length: 100 }, (_, index) => `quote.US.C${index}`)

test('refuses a subscription to the 101st quote, and a message that names 151 channels', async () => {
  const { url, push } = await openServer()
  const client = await openClient(url)
  assert.equal((await client.ask({ op: 'sub', ch: hundred }))['code'], 200)
  assert.equal((await client.ask({ op: 'sub', ch: hundred }))['code'], 200)
  assert.equal((await client.ask({ op: 'sub', ch: ['quote.US.C100'] }))['code'], 1000)
  assert.equal(push.counts().channels, 100)
  assert.equal((await client.ask({ op: 'unsub', ch: ['quote.US.C5'] }))['code'], 200)
  assert.equal((await client.ask({ op: 'sub', ch: ['quote.US.C100'] }))['code'], 200)
  assert.equal((await client.ask({ op: 'sub', ch: Array.from({ length: 151 }, () => 'user') }))['code'], 1000)
})

test('refuses the sign-in of a sixth socket of one user until another closes', async () => {
  const { url, push } = await openServer()
  const clients = await Promise.all(Array.from({ length: 6 }, () => openClient(url)))
  const codes: unknown[] = []
  for (const client of clients) codes.push((await client.ask({ op: 'auth', token: 'ann' }))['code'])
  assert.deepEqual(codes, [200, 200, 200, 200, 200, 1005])
  clients[0]?.socket.close()
  await until('a place', () => push.counts().sockets === 5)
  assert.equal((await clients[5]?.ask({ op: 'auth', token: 'ann' }))?.['code'], 200)
})

test('keeps a socket that answers heartbeats, and closes a silent one', async () => {
  const { url } = await openServer({ limits: { heartbeatMilliseconds: 200, silenceMilliseconds: 1000 } })
  const client = await openClient(url)
  const silent = new WebSocket(url, { autoPong: false })
  const code = await new Promise((resolve) => silent.on('close', resolve))
  assert.equal(code, 4000)
  await until('a few heartbeats', () => client.pings() >= 6)
  assert.equal(client.closed(), undefined)
})

/** Long enough that a few frames fill the kernel's buffers of a socket that is not read. */
const longCode = 'C'.repeat(3000)

/** A client that listens to a hundred quotes and has stopped reading, and a function that changes all of them. */
async function openPausedClient(limits: Partial<PushLimits>) {
  const { url, bus } = await openServer({ limits: { conflateBytes: 20_000, frameMilliseconds: 1, ...limits } })
  const client = await openClient(url)
  await client.ask({ op: 'sub', ch: hundred })
  client.socket.pause()
  return {
    client,
    move: async (steps: number): Promise<void> => {
      for (let last = 1; last <= steps; last += 1) {
        const data = delta(longCode, last)
        bus.publish('changes', { at, changes: hundred.map((channel) => ({ channel, type: 'quote', data })) })
        await wait(2)
      }
    },
  }
}

test('sends a slow socket only the newest quotes, without a gap in the sequence', async () => {
  const { client, move } = await openPausedClient({})
  const steps = 200
  await move(steps)
  client.socket.resume()
  const newest = (): unknown => (client.frames('quote.US.C99').at(-1)?.['data'] as Got | undefined)?.['price_nominal']
  await until('the newest', () => newest() === String(steps), 10)
  const sequences = client.frames('quote.US.C99').map((frame) => frame['seq'])
  assert.ok(sequences.length < steps / 2, `${sequences.length} of ${steps} were sent`)
  assert.deepEqual(
    sequences,
    sequences.map((_, index) => index + 1),
  )
})

test('closes a socket that stays slow', async () => {
  const { client, move } = await openPausedClient({ slowMilliseconds: 100, heartbeatMilliseconds: 50 })
  await move(100)
  // By now the server has sent the close frame and stopped waiting for the client's.
  await wait(1500)
  client.socket.resume()
  await until('the drop', () => client.closed() !== undefined, 10)
  assert.ok([4001, 1006].includes(client.closed()?.code ?? 0))
})

test('refuses malformed messages and closes on protocol errors without failing', async () => {
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
    '{"op":"chat","text":{"text":"hello"}}',
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

test('refuses messages over the rate limit, and accepts them again after the refill', async () => {
  const { url } = await openServer({ limits: { messageBurst: 3, messagesPerSecond: 50 } })
  const client = await openClient(url)
  for (let count = 0; count < 5; count += 1) client.send({ op: 'ping' })
  await until('five answers', () => client.got.filter((message) => 'op' in message).length === 5)
  const codes = client.got.filter((message) => 'op' in message).map((message) => message['code'])
  assert.equal(codes.filter((code) => code === 1005).length, 2)
  await wait(100)
  assert.equal((await client.ask({ op: 'ping' }))['ok'], true)
})

test('refuses an upgrade with its HTTP status: wrong path, foreign origin, too many sockets', async () => {
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

test('gives the place of an idle socket to a network with fewer when all are taken, and none of a person', async () => {
  const { url, push } = await openServer({
    limits: { sockets: 4 },
    networkOf: (request) => request.headers['x-from'] as string,
  })
  const from = (network: string) => openClient(url, { 'x-from': network })
  const person = await from('a')
  assert.equal((await person.ask({ op: 'auth', token: 'ann' }))['code'], 200)
  const [first, second, third] = [await from('a'), await from('a'), await from('a')]
  await assert.rejects(from('a'), /503/)
  const other = await from('b')
  await until('the newest idle socket is closed', () => third.closed()?.code === 1013)
  await until('its place', () => push.counts().sockets === 4)
  await from('c')
  await until('the next one is closed', () => second.closed()?.code === 1013)
  await until('its place', () => push.counts().sockets === 4)
  await assert.rejects(from('d'), /503/, 'every network has one')
  for (const each of [person, first, other]) assert.equal(each.closed(), undefined)
})

test('lets pages that connect at once in one after the other, and forgets who has given up', async () => {
  const { url, host, push } = await openServer({ limits: { openBurst: 2, opensPerSecond: 10 } })
  const begin = performance.now()
  const gone = connectTcp(Number(host.split(':')[1]), '127.0.0.1')
  const opened = await Promise.all(Array.from({ length: 6 }, () => openClient(url)))
  const took = performance.now() - begin
  // Two at once, and one each tenth of a second.
  assert.ok(took > 350, `${took} ms`)
  assert.equal(push.counts().sockets, opened.length)
  const key = 'dGhlIHNhbXBsZSBub25jZQ=='
  const handshake = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13`
  gone.write(`GET /push HTTP/1.1\r\nHost: ${host}\r\n${handshake}\r\n\r\n`)
  await wait(30)
  gone.destroy()
  await openClient(url)
  await wait(200)
  assert.equal(push.counts().sockets, opened.length + 1)
})

test('lets a page of another network in before the many that one network opens', async () => {
  const { url } = await openServer({
    limits: { openBurst: 1, opensPerSecond: 20 },
    networkOf: (request) => request.headers['x-from'] as string,
  })
  const order: string[] = []
  const open = (from: string) => openClient(url, { 'x-from': from }).then(() => order.push(from))
  const many = Array.from({ length: 20 }, () => open('a'))
  await wait(100)
  await Promise.all([...many, open('b')])
  assert.ok(order.indexOf('b') < 10, order.join(''))
})

test('refuses what waits above the limit of its network, and nobody else for it', async () => {
  const { url } = await openServer({
    limits: { openBurst: 1, opensPerSecond: 5, socketsPerNetwork: 3, sockets: 100 },
    networkOf: (request) => request.headers['x-from'] as string,
  })
  const from = (network: string) =>
    openClient(url, { 'x-from': network }).then(
      () => 'open',
      (error: unknown) => /\d{3}/.exec(String(error))?.[0],
    )
  const outcomes = await Promise.all([...Array.from({ length: 8 }, () => from('a')), from('b')])
  assert.deepEqual(outcomes.toSorted(), ['429', '429', '429', '429', '429', 'open', 'open', 'open', 'open'])
  assert.equal(outcomes.at(-1), 'open')
})

test('refuses what still waits to be let in when the server closes', async () => {
  const { url, close } = await openServer({ limits: { openBurst: 1, opensPerSecond: 0 } })
  await openClient(url)
  const waiting = openClient(url)
  const refused = assert.rejects(waiting, /503/)
  await wait(50)
  await close()
  await refused
})

test('limits the sockets of one network without affecting another', async () => {
  const { url } = await openServer({
    limits: { socketsPerNetwork: 1 },
    networkOf: (request) => request.headers['x-from'] as string,
  })
  await openClient(url, { 'x-from': 'a' })
  await openClient(url, { 'x-from': 'b' })
  await assert.rejects(openClient(url, { 'x-from': 'a' }), /429/)
})

test('sends at most 50 frames a second to a socket, and loses no frame of the user', async () => {
  const { url, bus } = await openServer()
  const client = await openClient(url)
  await client.ask({ op: 'auth', token: 'ann' })
  await client.ask({ op: 'sub', ch: ['user'] })
  const before = client.sizes.length
  const began = performance.now()
  for (let id = 1; id <= 200; id += 1) {
    bus.publish('user.1', { at, frames: [transfer(id)] })
    await wait(1)
  }
  await until('all', () => client.frames('user').length === 200)
  // Publishing takes a fifth of a second, or longer on a loaded machine.
  const most = ((performance.now() - began) / 1000) * 50 + 2
  assert.ok(client.sizes.length - before <= most, `${client.sizes.length - before} frames, not ${most}`)
  assert.deepEqual(
    client.frames('user').map((frame) => frame['seq']),
    Array.from({ length: 200 }, (_, index) => index + 1),
  )
})
