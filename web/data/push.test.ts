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

test('says who it is, then asks for all that is followed in one message', async () => {
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

test('frames reach those who follow their channel; a hole in the numbers is a gap', async () => {
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

test('several frames may come in one message; they are heard in their order', async () => {
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

test('nonsense is not heard', async () => {
  const { push, wires } = setUp()
  const heard: unknown[] = []
  push.follow('system', listener(heard))
  wires[0]?.open()
  await microtask()
  for (const text of ['', '{', 'null', '[]', '5', '{"ch":5,"seq":1}', '{"ch":"system"}']) wires[0]?.hear(text)
  assert.deepEqual(heard, [])
  push.close()
})

test('a channel is left some time after its last follower, and not at all when one comes back', (context) => {
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

test('a lost connection comes back with all that was followed, and everybody is told of the gap', async (context) => {
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

test('beats while it is open', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { push, wires } = setUp()
  wires[0]?.open()
  context.mock.timers.tick(25_000)
  assert.deepEqual(wires[0]?.said, [{ op: 'ping' }])
  push.close()
})

test('a token that the server does not know ends the session, once', () => {
  const { push, wires, expired } = setUp('old')
  wires[0]?.open()
  wires[0]?.hear({ op: 'auth', ok: false, code: 401, msg: 'Login Expired' })
  assert.deepEqual(expired, ['old'])
  push.close()
})

test('a connection that knew somebody is not used for somebody else', () => {
  const { push, wires, states, sign } = setUp()
  wires[0]?.open()
  sign('first')
  push.identify()
  push.identify()
  assert.deepEqual(wires[0]?.said, [{ op: 'auth', token: 'first' }])
  sign(undefined)
  push.identify()
  assert.equal(wires[0]?.isClosed, true)
  // The next one is opened at once, and nobody is told that we are offline.
  assert.equal(wires.length, 2)
  wires[1]?.open()
  assert.deepEqual(wires[1]?.said, [])
  assert.deepEqual(states, ['connecting', 'open', 'connecting', 'open'])
  push.close()
})

test('says nothing into a connection that is closing', () => {
  const { push, wires, sign } = setUp()
  wires[0]?.open()
  sign('first')
  if (wires[0] !== undefined) wires[0].readyState = 2
  push.identify()
  assert.deepEqual(wires[0]?.said, [])
  push.close()
})

test('waits longer after every failure, but never longer than half a minute', () => {
  const waits = [0, 1, 2, 3, 4, 5, 10].map((count) => backoffMilliseconds(count, 0))
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  assert.equal(backoffMilliseconds(3, 1), 4000)
  mock.reset()
})
