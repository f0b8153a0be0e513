import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { post, type Call } from '@mex/contract/call.ts'
import { id } from '@mex/contract/fields.ts'
import { request } from '@mex/contract/request.ts'
import { refusalCode } from '@mex/contract/refusals.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'
import type { Identity } from './admission.ts'
import { defaultBodyLimits, strangerBytesMost } from './bodies.ts'
import { bodyHash } from './keys.ts'
import { defaultAllowances } from './limits.ts'
import { openTestHttp, sendBytes } from './testing.ts'

/** In which order a request is admitted, and that nothing is done for it before the step before has passed. */

const kilobyte = 1024
const personBytesMost = 64 * kilobyte
const largeBytes = 300 * kilobyte
const shape = { about: 'Counts what is asked.', input: request({}), output: z.string() }
const open = post('/open', { who: 'anyone', rate: 'read', ...shape })
const personal = post('/personal', { who: 'user', idempotency: 'key', ...shape })
const form = post('/form', { who: 'anyone', body: 'form', rate: 'upload', ...shape, bodyBytes: largeBytes })
const limited = post('/limited', { who: 'anyone', rate: 'code', ...shape })

const person = { userId: 1, state: 'ACTIVE', userType: 2, language: 'en', sessionId: 1 } as const
const identities: Readonly<Record<string, Identity>> = { ann: { kind: 'person', person } }

let handled = 0
let port = 0
let close = (): Promise<void> => Promise.resolve()
before(async () => {
  const handler = (): Promise<string> => {
    handled += 1
    return Promise.resolve('done')
  }
  const network = { ...defaultAllowances.network, code: { perMinute: 2 }, upload: { perMinute: 10_000 } }
  const opened = await openTestHttp({
    calls: [open, personal, form, limited].map((call) => ({ call, handler })),
    async authenticate(token) {
      if (token === 'slow') await setTimeout(150)
      return identities[token] ?? { kind: 'nobody' }
    },
    allowances: { ...defaultAllowances, network },
    bodyLimits: {
      ...defaultBodyLimits,
      largeOfStrangers: { bytesInAll: 4 * largeBytes, bytesPerCaller: 2 * largeBytes },
    },
  })
  port = opened.port
  close = () => opened.http.close()
})
after(() => close())

type Sent = { readonly body: string; readonly type?: string; readonly token?: string }

async function send(call: Call, { body, type = 'application/json', token }: Sent) {
  const headers = {
    'content-type': type,
    ...(token === undefined ? {} : { authorization: token }),
  }
  const response = await fetch(`http://127.0.0.1:${port}${call.path}`, { method: 'POST', headers, body })
  const { code } = (await response.json()) as { readonly code: number }
  return [response.status, code] as const
}

const refusedAs = (word: RefusalWord) => [200, refusalCode(word)] as const
const urlencoded = 'application/x-www-form-urlencoded'
/** An object of exactly so many bytes. */
const ofBytes = (bytes: number): string => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) })

describe('the order of admission', () => {
  test('without a session nothing is read: neither what is no JSON nor what is too large says so', async () => {
    for (const body of ['{', '['.repeat(10_000), ofBytes(personBytesMost * 2)])
      assert.deepEqual(await send(personal, { body }), [401, 401])
  })

  test('beyond the allowance nothing is read: what is no JSON and what is too large is refused as too often', async () => {
    for (let count = 0; count < 2; count += 1) assert.deepEqual(await send(limited, { body: '{}' }), [200, 200])
    for (const body of ['{', ofBytes(strangerBytesMost + 1), '{}'])
      assert.deepEqual(await send(limited, { body }), refusedAs('too_many_requests'))
  })

  test('what is too large is not parsed', async () => {
    assert.deepEqual(await send(open, { body: '['.repeat(strangerBytesMost + 1) }), [413, 413])
  })

  test('a refused request never comes to its handler', async () => {
    const before = handled
    await send(personal, { body: '{}' })
    await send(open, { body: '{' })
    await send(open, { body: ofBytes(strangerBytesMost + 1) })
    assert.equal(handled, before)
  })
})

describe('how large a body may be', () => {
  for (const [what, token, most] of [
    ['a stranger', undefined, strangerBytesMost],
    ['a person', 'ann', personBytesMost],
  ] as const)
    test(`of ${what}: ${most} bytes and no byte more`, async () => {
      const sent = token === undefined ? {} : { token }
      assert.deepEqual(await send(open, { body: ofBytes(most), ...sent }), [200, 200])
      assert.deepEqual(await send(open, { body: ofBytes(most + 1), ...sent }), [413, 413])
    })

  test('sent in chunks it ends where it would with a length', async () => {
    const chunked = (bytes: number): string =>
      `POST /open HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${ofBytes(bytes)}\r\n0\r\n\r\n`
    assert.match((await sendBytes(port, chunked(strangerBytesMost))).body, /"code":200/)
    const { status, body } = await sendBytes(port, chunked(strangerBytesMost + 1))
    assert.deepEqual([status, (JSON.parse(body) as { code: number }).code], [413, 413])
  })

  test('a length that is no number is none that may be sent', async () => {
    const bytes =
      'POST /open HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9e9\r\n\r\n{}'
    assert.equal((await sendBytes(port, bytes)).status, 400)
  })

  test('a call that takes more takes it in parts, or as JSON from a person; not as JSON of a stranger', async () => {
    const parts = (bytes: number): string =>
      `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(bytes)}\r\n--x--\r\n`
    const type = 'multipart/form-data; boundary=x'
    assert.deepEqual(await send(form, { body: parts(200 * kilobyte), type }), [200, 200])
    assert.deepEqual(await send(form, { body: parts(largeBytes), type }), refusedAs('file_too_large'))
    assert.deepEqual(await send(form, { body: ofBytes(200 * kilobyte), token: 'ann' }), [200, 200])
    assert.deepEqual(await send(form, { body: ofBytes(200 * kilobyte) }), [413, 413])
  })
})

describe('forms without parts', () => {
  test('ten fields pass, eleven do not', async () => {
    const fields = (count: number): string => Array.from({ length: count }, (_, each) => `f${each}=1`).join('&')
    assert.deepEqual(await send(form, { body: fields(10), type: urlencoded }), [200, 200])
    assert.deepEqual(await send(form, { body: fields(11), type: urlencoded }), refusedAs('invalid_parameter'))
  })

  test('they have at most 16 KB, whoever sends them', async () => {
    for (const token of [{}, { token: 'ann' }] as const) {
      const body = (bytes: number): string => `a=${'x'.repeat(bytes - 2)}`
      assert.deepEqual(await send(form, { body: body(strangerBytesMost), type: urlencoded, ...token }), [200, 200])
      assert.deepEqual(await send(form, { body: body(strangerBytesMost + 1), type: urlencoded, ...token }), [413, 413])
    }
  })

  test('a NUL and the name of the prototype are refused', async () => {
    for (const body of ['a=%00', '%00=a', '__proto__=1'])
      assert.deepEqual(await send(form, { body, type: urlencoded }), refusedAs('invalid_parameter'))
  })
})

test('a field that nobody asked for makes no other request of it, in whatever order the others stand', () => {
  const secret = Buffer.alloc(32, 4)
  const keyed = post('/keyed', { who: 'user', idempotency: 'key', ...shape, input: request({ a: id, b: id }) })
  const hashOf = (wire: Record<string, unknown>): string => bodyHash(secret, keyed, wire).toString('hex')
  const expected = hashOf({ a: 1, b: 2 })
  assert.equal(hashOf({ b: 2, unknown: { deep: [1] }, a: 1 }), expected)
  assert.notEqual(hashOf({ a: 1, b: 3 }), expected)
  assert.notEqual(hashOf({ a: 1 }), expected)
})

/** Asks until the answer is the one that is waited for, for five seconds at most. */
async function until(asked: () => Promise<readonly [number, number]>, expected: readonly [number, number]) {
  const latest = performance.now() + 5000
  for (;;) {
    const answer = await asked()
    if (performance.now() > latest) assert.deepEqual(answer, expected)
    if (String(answer) === String(expected)) return
    await setTimeout(20)
  }
}

describe('bodies that are half sent', () => {
  const half = (bytes: number, token = ''): string =>
    `POST /form HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${bytes}\r\n\r\n--x\r\n`
  const sendHalf = (token?: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(half(largeBytes, token))
    return socket
  }
  const picture = () =>
    send(form, {
      body: `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(200 * kilobyte)}\r\n--x--\r\n`,
      type: 'multipart/form-data; boundary=x',
    })

  test('count in full: when the room of a network is used up the next one is told so, until they are gone', async () => {
    const sockets = [sendHalf(), sendHalf()]
    await until(picture, refusedAs('unavailable'))
    assert.deepEqual(await send(open, { body: '{}' }), [200, 200], 'what is small has room of its own')
    for (const socket of sockets) socket.destroy()
    await until(picture, [200, 200])
  })

  test('hold nothing when their connection is gone before they are admitted', async () => {
    for (let count = 0; count < 4; count += 1) {
      const socket = sendHalf('slow')
      await new Promise((resolve) => socket.once('connect', resolve))
      await setTimeout(30)
      socket.destroy()
    }
    await setTimeout(300)
    assert.deepEqual(await picture(), [200, 200])
  })

  test('a form that ends early is an upload that failed', async () => {
    const body = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nabc'
    const sent = await send(form, { body, type: 'multipart/form-data; boundary=x' })
    assert.deepEqual(sent, refusedAs('upload_failed'))
  })
})

test('a body for an address without a call stays unread', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/nothing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  assert.equal(response.status, 404)
})
