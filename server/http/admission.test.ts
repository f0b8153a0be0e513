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
import type { Identity } from '#context.ts'
import { defaultBodyLimits, anonymousBytesMost } from './bodies.ts'
import { bodyHash } from './keys.ts'
import { defaultAllowances } from './limits.ts'
import { openTestHttp, sendBytes } from './testing.ts'

/** The order of the admission checks; a request that fails one check reaches none of the later ones. */

const kilobyte = 1024
const sessionBytesMost = 64 * kilobyte
const largeBytes = 300 * kilobyte
const shape = { about: 'Counts its requests.', input: request({}), output: z.string() }
const open = post('/open', { who: 'anyone', rate: 'read', ...shape })
const personal = post('/personal', { who: 'user', idempotency: 'key', ...shape })
const form = post('/form', { who: 'anyone', body: 'form', rate: 'upload', ...shape, bodyBytes: largeBytes })
const limited = post('/limited', { who: 'anyone', rate: 'code', ...shape })

const person = { userId: 1, state: 'ACTIVE', userType: 2, language: 'en', sessionId: 1 } as const
const identities: Readonly<Record<string, Identity>> = { ann: { kind: 'user', person } }

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
      return identities[token] ?? { kind: 'anonymous' }
    },
    allowances: { ...defaultAllowances, network },
    bodyLimits: {
      ...defaultBodyLimits,
      largeAnonymous: { bytesInAll: 4 * largeBytes, bytesPerCaller: 2 * largeBytes },
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
/** A JSON object of exactly this many bytes. */
const ofBytes = (bytes: number): string => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) })

describe('admission order', () => {
  test('answers 401 without a session, even if the body is not JSON or too large', async () => {
    for (const body of ['{', '['.repeat(10_000), ofBytes(sessionBytesMost * 2)])
      assert.deepEqual(await send(personal, { body }), [401, 401])
  })

  test('refuses as too_many_requests over the rate limit, even if the body is not JSON or too large', async () => {
    for (let count = 0; count < 2; count += 1) assert.deepEqual(await send(limited, { body: '{}' }), [200, 200])
    for (const body of ['{', ofBytes(anonymousBytesMost + 1), '{}'])
      assert.deepEqual(await send(limited, { body }), refusedAs('too_many_requests'))
  })

  test('refuses a body larger than 16 KB before parsing it', async () => {
    assert.deepEqual(await send(open, { body: '['.repeat(anonymousBytesMost + 1) }), [413, 413])
  })

  test('does not run the handler of a refused request', async () => {
    const before = handled
    await send(personal, { body: '{}' })
    await send(open, { body: '{' })
    await send(open, { body: ofBytes(anonymousBytesMost + 1) })
    assert.equal(handled, before)
  })
})

describe('body size limit', () => {
  for (const [what, token, most] of [
    ['without a session', undefined, anonymousBytesMost],
    ['with a session', 'ann', sessionBytesMost],
  ] as const)
    test(`${what}: accepts ${most} bytes and refuses one byte more`, async () => {
      const sent = token === undefined ? {} : { token }
      assert.deepEqual(await send(open, { body: ofBytes(most), ...sent }), [200, 200])
      assert.deepEqual(await send(open, { body: ofBytes(most + 1), ...sent }), [413, 413])
    })

  test('applies to a chunked body as to one with a Content-Length', async () => {
    const chunked = (bytes: number): string =>
      `POST /open HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${ofBytes(bytes)}\r\n0\r\n\r\n`
    assert.match((await sendBytes(port, chunked(anonymousBytesMost))).body, /"code":200/)
    const { status, body } = await sendBytes(port, chunked(anonymousBytesMost + 1))
    assert.deepEqual([status, (JSON.parse(body) as { code: number }).code], [413, 413])
  })

  test('answers 400 to a Content-Length that is not a decimal number', async () => {
    const bytes =
      'POST /open HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9e9\r\n\r\n{}'
    assert.equal((await sendBytes(port, bytes)).status, 400)
  })

  test('is raised for an upload call in multipart form, or as JSON with a session, but not as JSON without one', async () => {
    const parts = (bytes: number): string =>
      `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(bytes)}\r\n--x--\r\n`
    const type = 'multipart/form-data; boundary=x'
    assert.deepEqual(await send(form, { body: parts(200 * kilobyte), type }), [200, 200])
    assert.deepEqual(await send(form, { body: parts(largeBytes), type }), refusedAs('file_too_large'))
    assert.deepEqual(await send(form, { body: ofBytes(200 * kilobyte), token: 'ann' }), [200, 200])
    assert.deepEqual(await send(form, { body: ofBytes(200 * kilobyte) }), [413, 413])
  })
})

describe('URL-encoded forms', () => {
  test('accepts ten fields and refuses eleven', async () => {
    const fields = (count: number): string => Array.from({ length: count }, (_, each) => `f${each}=1`).join('&')
    assert.deepEqual(await send(form, { body: fields(10), type: urlencoded }), [200, 200])
    assert.deepEqual(await send(form, { body: fields(11), type: urlencoded }), refusedAs('invalid_parameter'))
  })

  test('accepts at most 16 KB, with or without a session', async () => {
    for (const token of [{}, { token: 'ann' }] as const) {
      const body = (bytes: number): string => `a=${'x'.repeat(bytes - 2)}`
      assert.deepEqual(await send(form, { body: body(anonymousBytesMost), type: urlencoded, ...token }), [200, 200])
      assert.deepEqual(await send(form, { body: body(anonymousBytesMost + 1), type: urlencoded, ...token }), [413, 413])
    }
  })

  test('refuses a NUL character and a field named __proto__', async () => {
    for (const body of ['a=%00', '%00=a', '__proto__=1'])
      assert.deepEqual(await send(form, { body, type: urlencoded }), refusedAs('invalid_parameter'))
  })
})

test('the body hash ignores unknown fields and the order of fields, but not a value', () => {
  const secret = Buffer.alloc(32, 4)
  const keyed = post('/keyed', { who: 'user', idempotency: 'key', ...shape, input: request({ a: id, b: id }) })
  const hashOf = (wire: Record<string, unknown>): string => bodyHash(secret, keyed, wire).toString('hex')
  const expected = hashOf({ a: 1, b: 2 })
  assert.equal(hashOf({ b: 2, unknown: { deep: [1] }, a: 1 }), expected)
  assert.notEqual(hashOf({ a: 1, b: 3 }), expected)
  assert.notEqual(hashOf({ a: 1 }), expected)
})

/** Repeats a request until it gets the expected answer, for five seconds at most. */
async function until(ask: () => Promise<readonly [number, number]>, expected: readonly [number, number]) {
  const deadline = performance.now() + 5000
  for (;;) {
    const answer = await ask()
    if (performance.now() > deadline) assert.deepEqual(answer, expected)
    if (String(answer) === String(expected)) return
    await setTimeout(20)
  }
}

describe('half-sent bodies', () => {
  const half = (bytes: number, token = ''): string =>
    `POST /form HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${bytes}\r\n\r\n--x\r\n`
  const sendHalf = (token?: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(half(largeBytes, token))
    return socket
  }
  const sendPicture = () =>
    send(form, {
      body: `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(200 * kilobyte)}\r\n--x--\r\n`,
      type: 'multipart/form-data; boundary=x',
    })

  test('count in full: an upload is refused as unavailable while they fill the pool, and accepted once they close', async () => {
    const sockets = [sendHalf(), sendHalf()]
    await until(sendPicture, refusedAs('unavailable'))
    assert.deepEqual(await send(open, { body: '{}' }), [200, 200], 'small bodies have their own pool')
    for (const socket of sockets) socket.destroy()
    await until(sendPicture, [200, 200])
  })

  test('reserve no memory if their connection closes before admission', async () => {
    for (let count = 0; count < 4; count += 1) {
      const socket = sendHalf('slow')
      await new Promise((resolve) => socket.once('connect', resolve))
      await setTimeout(30)
      socket.destroy()
    }
    await setTimeout(300)
    assert.deepEqual(await sendPicture(), [200, 200])
  })

  test('a multipart form without its closing boundary is refused as upload_failed', async () => {
    const body = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nabc'
    const sent = await send(form, { body, type: 'multipart/form-data; boundary=x' })
    assert.deepEqual(sent, refusedAs('upload_failed'))
  })
})

test('answers 404 to a body that is not JSON at an address without a call', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/nothing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  assert.equal(response.status, 404)
})
