import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'

import { get, post } from '@mex/contract/call.ts'
import { request } from '@mex/contract/request.ts'
import { money, named, shape } from '@mex/contract/wire.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import * as z from 'zod/mini'

import { onAnnouncement, type Announcement } from './announce.ts'
import type { FirstAnswers } from './first-answers.ts'
import { CallFailure, endsIdempotencyKey, isFinal } from './failure.ts'
import { withLocalTimes } from './local-times.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { urlOfCall, send } from './send.ts'
import { person } from './session-testing.ts'
import { currentToken, signIn, signOut } from './session.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Reply = { status?: number; body: string } | 'hang'
const seen: Seen[] = []
let reply: Reply = { body: '' }
const said: Announcement[] = []

const server = createServer((incoming, answer) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const { method = '', url = '', headers } = incoming
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    if (reply === 'hang') return
    answer.writeHead(reply.status ?? 200).end(reply.body)
  })
})

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  Object.assign(globalThis, { location: new URL(`http://127.0.0.1:${port}`) })
  onAnnouncement((announcement) => said.push(announcement))
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const answers = (code: number, data: unknown, msg = '') => {
  reply = { status: code === 401 || code === 403 ? code : 200, body: JSON.stringify({ code, msg, data }) }
  seen.length = 0
  said.length = 0
}

const balance = get('/wallet/{id}/balance', {
  who: 'user',
  about: 'A balance.',
  input: request({ id: z.number(), wallet: named('walletType', z.string()) }),
  output: shape({ available: named('balance', money) }),
})
const transfer = post('/wallet/transfer', {
  who: 'user',
  idempotency: 'key',
  about: 'A transfer.',
  input: request({ amount: money }),
  output: z.null(),
})
test('encodes the input for the wire and decodes the answer', async () => {
  answers(200, { balance: '12.50' })
  const answer = await send(balance, { id: 7, wallet: 'a b' })
  assert.equal(answer.available, 1250n)
  assert.equal(seen[0]?.url, '/wallet/7/balance?walletType=a+b')
  assert.equal(seen[0]?.headers['lang'], 'en')
  assert.equal(seen[0]?.headers['content-type'], 'application/json')
  assert.equal(seen[0]?.headers['authorization'], undefined)
  assert.equal(seen[0]?.headers['idempotency-key'], undefined)
})

test('sends an idempotency key with calls that need one: the caller’s, or a new UUID', async () => {
  answers(200, null)
  await send(transfer, { amount: moneyOf('12.50') }, { idempotencyKey: 'mine' })
  await send(transfer, { amount: moneyOf('12.50') })
  assert.equal(seen[0]?.body, '{"amount":"12.50"}')
  assert.equal(seen[0]?.headers['idempotency-key'], 'mine')
  assert.match(
    String(seen[1]?.headers['idempotency-key']),
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  )
  assert.notEqual(newIdempotencyKey(), newIdempotencyKey())
})

test('rejects with the code, message, field and details of a refusal', async () => {
  answers(2003, { field: 'quantity', lot: '100' }, 'Quantity must be a multiple of 100')
  await assert.rejects(send(transfer, { amount: moneyOf('1') }), (failure) => {
    assert.ok(failure instanceof CallFailure)
    assert.equal(failure.code, 2003)
    assert.equal(failure.message, 'Quantity must be a multiple of 100')
    assert.equal(failure.field, 'quantity')
    assert.equal(failure.details['lot'], '100')
    return true
  })
  assert.deepEqual(said, [])
})

test('shows an instant of a refusal message in the time zone of the device', async () => {
  const t = '2026-11-22 07:23 UTC'
  answers(1114, { field: 'payPassword', t }, `Transaction password locked until ${t}`)
  await assert.rejects(send(balance, { id: 1, wallet: 'x' }), {
    message: `Transaction password locked until ${withLocalTimes(t)}`,
    details: { field: 'payPassword', t },
  })
})

test('401 and 403 end the session and announce it once for three failed calls', async () => {
  for (const code of [401, 403]) {
    signIn({ ...person, token: 'token-1' })
    answers(code, null, 'Login Expired')
    const calls = [1, 2, 3].map((id) => send(balance, { id, wallet: 'x' }))
    const results = await Promise.allSettled(calls)
    assert.ok(results.every((result) => result.status === 'rejected'))
    assert.equal(seen[0]?.headers['authorization'], 'token-1')
    assert.equal(currentToken(), undefined)
    assert.deepEqual(said, [{ kind: 'login-expired' }])
  }
})

test('keeps the session when the server refuses an onboarding token', async () => {
  signIn({ ...person, token: 'token-1' })
  answers(403, null, 'Login Expired')
  await assert.rejects(send(balance, { id: 1, wallet: 'x' }, { token: 'onboarding' }))
  assert.equal(seen[0]?.headers['authorization'], 'onboarding')
  assert.equal(currentToken(), 'token-1')
  signOut()
})

test('treats an answer that breaks the contract as a network failure', async () => {
  const cases: Reply[] = [
    { body: '' },
    { body: '<html>' },
    { body: '{"ok":true}' },
    { status: 502, body: 'Bad gateway' },
    { body: '{"code":200,"msg":"Success","data":{"balance":"12.505"}}' },
    { body: '{"code":200,"msg":"Success","data":{}}' },
  ]
  for (const body of cases) {
    reply = body
    said.length = 0
    await assert.rejects(send(balance, { id: 1, wallet: 'x' }), { code: 'network' })
    assert.deepEqual(said, [{ kind: 'network' }], JSON.stringify(body))
  }
  said.length = 0
  await assert.rejects(send(balance, { id: 1, wallet: 'x' }, { quiet: true }), { code: 'network' })
  assert.deepEqual(said, [])
})

test('aborts the earlier request with the same abort key without an announcement', async () => {
  reply = 'hang'
  said.length = 0
  const earlier = send(balance, { id: 1, wallet: 'x' }, { abortKey: 'search' })
  const rejected = assert.rejects(earlier, { code: 'abort' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  answers(200, { balance: '1.00' })
  await send(balance, { id: 2, wallet: 'x' }, { abortKey: 'search' })
  await rejected
  assert.deepEqual(said, [])
})

test('tells final failures from those that may be retried with the same key', () => {
  const open = [401, 403, 1005, 1006, 1008, 1011, 500, 503, 'network', 'abort'] as const
  for (const code of open) assert.equal(isFinal(new CallFailure(code, '')), false, String(code))
  for (const code of [1000, 1002, 1007, 1300, 2003])
    assert.equal(isFinal(new CallFailure(code, '')), true, String(code))
})

test('ends the idempotency key on unavailable only for a call that answers a token', () => {
  const ends = (answersToken: boolean, code: 1008 | 1011 | 'network') =>
    endsIdempotencyKey({ answersToken }, new CallFailure(code, ''))
  assert.deepEqual([ends(true, 1008), ends(false, 1008)], [true, false])
  assert.deepEqual([ends(true, 1011), ends(true, 'network')], [false, false])
})

test('moves path parameters from the body into the URL', () => {
  const { path, rest } = urlOfCall({ method: 'POST', path: '/userSelfSecurity/delete/{id}' }, { id: 5, note: 'x' })
  assert.equal(path, '/userSelfSecurity/delete/5')
  assert.deepEqual(rest, { note: 'x' })
  assert.equal(urlOfCall({ method: 'GET', path: '/a/{code}' }, { code: '../b?c' }).path, '/a/..%2Fb%3Fc')
})

/** What the page asked before the program was there. */
function askedBefore(answer: FirstAnswers[string], token = ''): void {
  const name = `/wallet/7/balance?walletType=BALANCE  ${token} en`
  Object.assign(globalThis, { firstAnswers: { [name]: answer } satisfies FirstAnswers })
}
const early = (balance: string) => Promise.resolve(Response.json({ code: 200, msg: '', data: { balance } }))

test('an answer that was asked for before the program was there is taken, once', async () => {
  answers(200, { balance: '2.00' })
  askedBefore(early('1.00'))
  const ask = () => send(balance, { id: 7, wallet: 'BALANCE' })
  assert.deepEqual(await ask(), { available: moneyOf('1.00') })
  assert.equal(seen.length, 0)
  assert.deepEqual(await ask(), { available: moneyOf('2.00') })
  assert.equal(seen.length, 1)
})

test('an answer of another person, a lost answer and an unreadable one are asked for again', async () => {
  const cases: readonly [string, Promise<Response | undefined>, string | undefined][] = [
    ['another person', early('1.00'), 'token of another'],
    ['lost', Promise.resolve(undefined), undefined],
    ['unreadable', Promise.resolve(new Response('<html>')), undefined],
  ]
  for (const [name, answer, token] of cases) {
    answers(200, { balance: '2.00' })
    askedBefore(answer, token)
    assert.deepEqual(await send(balance, { id: 7, wallet: 'BALANCE' }), { available: moneyOf('2.00') }, name)
    assert.equal(seen.length, 1, name)
  }
})

test('a request that waits for such an answer can be aborted', async () => {
  askedBefore(new Promise(() => undefined))
  const controller = new AbortController()
  const asked = send(balance, { id: 7, wallet: 'BALANCE' }, { signal: controller.signal })
  controller.abort()
  await assert.rejects(asked, { code: 'abort' })
})
