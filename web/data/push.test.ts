import assert from 'node:assert/strict'
import { mock, test } from 'node:test'

import { backoffMilliseconds, lingerMilliseconds, Push, type PushListener, type Socket } from './push.ts'

/** The other end of a WebSocket, driven by hand. */
class Wire implements Socket {
  readyState = 1
  readonly said: Record<string, unknown>[] = []
  readonly #listeners = new Map<string, (event: { data: unknown }) => void>()
  isClosed = false

  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    this.#listeners.set(type, listener)
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.#listeners.get('close')?.({ data: undefined })
  }
  open(): void {
    this.#listeners.get('open')?.({ data: undefined })
  }
  hear(message: unknown): void {
    this.#listeners.get('message')?.({ data: typeof message === 'string' ? message : JSON.stringify(message) })
  }
}

function setUp(token?: string) {
  const wires: Wire[] = []
  const expired: string[] = []
  const states: string[] = []
  let current = token
  const push = new Push({
    connect: () => {
      const wire = new Wire()
      wires.push(wire)
      return wire
    },
    token: () => current,
    onExpired: (lost) => expired.push(lost),
    onState: (state) => states.push(state),
    random: () => 0,
  })
  return { push, wires, expired, states, sign: (next: string | undefined) => (current = next) }
}

const listener = (heard: unknown[] = [], gaps: unknown[] = []): PushListener => ({
  onFrame: (frame) => heard.push(frame.data),
  onGap: () => gaps.push('gap'),
})
const frame = (ch: string, seq: number, data: unknown = seq) => ({ ch, type: 'quote', seq, ts: 1, data })
const microtask = () => Promise.resolve()

test('sends the token, then subscribes to all followed channels in one message', async () => {
  const { push, wires } = setUp('token-1')
  push.follow('quote.US.AAPL', listener())
  push.follow('quote.US.NVDA', listener())
  push.follow('quote.US.AAPL', listener())
  wires[0]?.open()
  await microtask()
  assert.deepEqual(wires[0]?.said, [
    { op: 'auth', token: 'token-1' },
    { op: 'sub', ch: ['quote.US.AAPL', 'quote.US.NVDA'] },
  ])
  push.close()
})

test('delivers frames to the followers of their channel, and reports a gap in the sequence numbers', async () => {
  const { push, wires } = setUp()
  const heard: unknown[] = []
  const gaps: unknown[] = []
  push.follow('quote.US.AAPL', listener(heard, gaps))
  wires[0]?.open()
  await microtask()
  for (const seq of [7, 8, 9]) wires[0]?.hear(frame('quote.US.AAPL', seq))
  wires[0]?.hear(frame('quote.US.NVDA', 1))
  assert.deepEqual(heard, [7, 8, 9])
  assert.equal(gaps.length, 0)
  wires[0]?.hear(frame('quote.US.AAPL', 12))
  assert.deepEqual(heard, [7, 8, 9, 12])
  assert.deepEqual(gaps, ['gap'])
  push.close()
})

test('delivers several frames of one message in their order', async () => {
  const { push, wires } = setUp()
  const heard: unknown[] = []
  push.follow('quote.US.AAPL', listener(heard))
  push.follow('user', listener(heard))
  wires[0]?.open()
  await microtask()
  wires[0]?.hear([frame('quote.US.AAPL', 1, 'first'), { op: 'pong', ok: true }, frame('user', 1, 'second'), 5, null])
  assert.deepEqual(heard, ['first', 'second'])
  push.close()
})

test('ignores malformed messages', async () => {
  const { push, wires } = setUp()
  const heard: unknown[] = []
  push.follow('system', listener(heard))
  wires[0]?.open()
  await microtask()
  for (const text of ['', '{', 'null', '[]', '5', '{"ch":5,"seq":1}', '{"ch":"system"}']) wires[0]?.hear(text)
  assert.deepEqual(heard, [])
  push.close()
})

test('unsubscribes some time after the last follower has left, unless one returns before', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { push, wires } = setUp()
  wires[0]?.open()
  const leave = push.follow('quote.US.AAPL', listener())
  return microtask().then(() => {
    leave()
    const leaveAgain = push.follow('quote.US.AAPL', listener())
    context.mock.timers.tick(lingerMilliseconds)
    assert.deepEqual(wires[0]?.said, [{ op: 'sub', ch: ['quote.US.AAPL'] }])
    leaveAgain()
    context.mock.timers.tick(lingerMilliseconds)
    assert.deepEqual(wires[0]?.said.at(-1), { op: 'unsub', ch: ['quote.US.AAPL'] })
    push.close()
  })
})

test('reconnects after a lost connection, subscribes again and reports the gap to every follower', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { push, wires, states } = setUp()
  const gaps: unknown[] = []
  push.follow('user', listener([], gaps))
  wires[0]?.open()
  await microtask()
  wires[0]?.close()
  assert.equal(states.at(-1), 'closed')
  context.mock.timers.tick(1000)
  assert.equal(wires.length, 2)
  wires[1]?.open()
  assert.deepEqual(wires[1]?.said, [{ op: 'sub', ch: ['user'] }])
  assert.deepEqual(gaps, ['gap'])
  push.close()
  context.mock.timers.tick(60_000)
  assert.equal(wires.length, 2)
})

test('sends heartbeats while the connection is open', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { push, wires } = setUp()
  wires[0]?.open()
  context.mock.timers.tick(25_000)
  assert.deepEqual(wires[0]?.said, [{ op: 'ping' }])
  push.close()
})

test('reports the token as expired when the server refuses it', () => {
  const { push, wires, expired } = setUp('old')
  wires[0]?.open()
  wires[0]?.hear({ op: 'auth', ok: false, code: 401, msg: 'Login Expired' })
  assert.deepEqual(expired, ['old'])
  push.close()
})

test('opens a new connection for another user', () => {
  const { push, wires, states, sign } = setUp()
  wires[0]?.open()
  sign('first')
  push.identify()
  push.identify()
  assert.deepEqual(wires[0]?.said, [{ op: 'auth', token: 'first' }])
  sign(undefined)
  push.identify()
  assert.equal(wires[0]?.isClosed, true)
  // The next connection is opened at once and the state never becomes 'closed'.
  assert.equal(wires.length, 2)
  wires[1]?.open()
  assert.deepEqual(wires[1]?.said, [])
  assert.deepEqual(states, ['connecting', 'open', 'connecting', 'open'])
  push.close()
})

test('sends nothing on a closing connection', () => {
  const { push, wires, sign } = setUp()
  wires[0]?.open()
  sign('first')
  if (wires[0] !== undefined) wires[0].readyState = 2
  push.identify()
  assert.deepEqual(wires[0]?.said, [])
  push.close()
})

test('backs off exponentially up to 30 seconds', () => {
  const waits = [0, 1, 2, 3, 4, 5, 10].map((count) => backoffMilliseconds(count, 0))
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  assert.equal(backoffMilliseconds(3, 1), 4000)
  mock.reset()
})
