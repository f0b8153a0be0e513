import assert from 'node:assert/strict'
import { connect as connectSocket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { everyCall } from '@mex/contract/calls.ts'
import { pushPath } from '@mex/contract/push.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import { present } from '@mex/core/assert.ts'
import type { Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { differing, readTables } from '#ops/tables.ts'
import { fieldsOf } from './arbitraries.ts'

/** Request framing, decoding and parsing of input; GET without side effects; texts returned unchanged. */

let world: World
let ann: Person
before(async () => {
  world = await openWorld({ seed: 'input' })
})
after(() => world[Symbol.asyncDispose]())

test('a new installation has no users', async () => {
  const { rows } = await world.server.dependencies.store.pool.query('select 1 from app_user')
  assert.equal(rows.length, 0)
  ann = await world.person()
})

/** Sends raw bytes; returns the answer once the server closes the connection or has been silent for 1.5 seconds. */
function answersTo(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const { hostname, port } = new URL(world.url)
    const socket = connectSocket(Number(port), hostname, () => void socket.write(bytes))
    socket.setTimeout(1500, () => socket.destroy())
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => undefined).on('close', () => resolve(answer))
  })
}

const post = (headers: readonly string[], body: string): string =>
  ['POST /guest HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...headers, '', body].join('\r\n')
const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe('request smuggling', () => {
  const ambiguous: readonly (readonly [string, string])[] = [
    [
      'Content-Length before Transfer-Encoding',
      post(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`),
    ],
    [
      'Transfer-Encoding before Content-Length',
      post(['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${hidden}`),
    ],
    [
      'two different Content-Length headers',
      post(['Content-Length: 2', `Content-Length: ${2 + hidden.length}`], `{}${hidden}`),
    ],
    ['a second transfer coding after chunked', post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${hidden}`)],
    ['an unknown transfer coding', post(['Transfer-Encoding: xchunked', 'Content-Length: 2'], `{}${hidden}`)],
    ['a space between a header name and its colon', post(['Content-Length : 2'], `{}${hidden}`)],
    ['a Content-Length that is not a number', post(['Content-Length: 2, 2'], `{}${hidden}`)],
    ['a negative Content-Length', post(['Content-Length: -1'], `{}${hidden}`)],
    ['a chunk size that is not a number', post(['Transfer-Encoding: chunked'], `x\r\n{}\r\n0\r\n\r\n${hidden}`)],
    ['a folded header line', post(['X-One: a', ' Transfer-Encoding: chunked', 'Content-Length : 2'], hidden)],
    ['lines that end with LF alone', `POST /guest HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}${hidden}`],
  ]
  for (const [what, bytes] of ambiguous)
    test(`refuses ${what}, and does not answer the request hidden in the body`, async () => {
      const answer = await answersTo(bytes)
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.doesNotMatch(answer, /alive/)
      assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1)
    })

  test('answers two pipelined requests whose lengths are clear', async () => {
    const answer = await answersTo(post(['Content-Length: 2'], `{}${hidden}`))
    assert.match(answer, /^HTTP\/1\.1 200 /)
    assert.match(answer, /alive/)
  })
})

test('a path is percent-decoded once: a doubly encoded id is not found', async () => {
  const { id } = present((await ann.call(calls.content.messages, { pageNum: 1, pageSize: 10 })).rows[0], 'the welcome')
  const path = (text: string): string => calls.content.message.path.replace('{id}', text)
  const headers = { authorization: present(ann.token, 'a token') }
  const codeOf = async (text: string): Promise<number> =>
    ((await (await ann.fetch(path(text), { headers })).json()) as { readonly code: number }).code
  const encoded = Array.from(String(id), (digit) => `%3${digit}`).join('')
  assert.equal(await codeOf(String(id)), 200)
  assert.equal(await codeOf(encoded), 200)
  assert.notEqual(await codeOf(encoded.replaceAll('%', '%25')), 200)
})

test('the chat returns JSON, HTML and template syntax unchanged', async () => {
  await using listener = await ann.listen('chat')
  for (const text of [
    '"},{"op":"auth","ok":true}',
    '</script><script>alert(1)</script>',
    'a\u2028\u2029{{7*7}} %s %d',
    '&lt;b&gt; <b>',
  ]) {
    await listener.tell({ op: 'chat', text })
    const { data } = await listener.next('chat', (frame) => frame.data.from === 'user' && frame.data.text === text)
    assert.equal(data.text, text)
  }
})

test('the chat refuses control characters and lone surrogates, and accepts line breaks, tabs and emoji', async () => {
  await using listener = await ann.listen('chat')
  for (const text of ['\u001b[2Jgone', '\u0007', '\ud800'])
    await assert.rejects(listener.tell({ op: 'chat', text }), /1000|Invalid parameter/, JSON.stringify(text))
  await listener.tell({ op: 'chat', text: 'two\nlines\tand a \u{1f469}\u200d\u{1f680}' })
})

/** Sends raw messages on a new socket and returns the codes of the answers. */
function codesOf(messages: readonly string[]): Promise<readonly number[]> {
  const address = new URL(pushPath, world.url)
  address.protocol = 'ws:'
  const socket = new WebSocket(address)
  const codes: number[] = []
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => messages.forEach((message) => socket.send(message)))
    socket.addEventListener('error', () => reject(new Error('the socket broke')))
    socket.addEventListener('message', ({ data }) => {
      for (const [, code] of String(data).matchAll(/"ok":(?:true|false),"code":(\d+)/g)) codes.push(Number(code))
      if (codes.length < messages.length) return
      resolve(codes)
      socket.close()
    })
  })
}

test('the socket refuses messages with deep nesting, NUL or __proto__, and stays open', async () => {
  const auth = JSON.stringify({ op: 'auth', token: ann.token })
  const harmful = [
    String.raw`{"op":"chat","text":"a\u0000b"}`,
    String.raw`{"op":"chat","cid":"\u0000","text":"a"}`,
    '{"op":"chat","text":"a","__proto__":{"op":"ping"}}',
    `{"op":"chat","text":${'['.repeat(1000)}${']'.repeat(1000)}}`,
    '['.repeat(4000),
  ]
  const codes = await codesOf([auth, ...harmful, '{"op":"chat","text":"a"}'])
  // Sorted, because signing in takes longer than refusing.
  assert.deepEqual(
    codes.toSorted((left, right) => left - right),
    [200, 200, ...harmful.map(() => 1000)],
  )
})

test('a passkey with a malformed or unknown challenge is refused as passkey_invalid', async () => {
  for (const challenge of ['a\u0000b', '\u0000'.repeat(43), 'x'.repeat(3000), '', 1, null, { a: 1 }]) {
    const client = JSON.stringify({ type: 'webauthn.get', challenge, origin: 'http://localhost' })
    const response = {
      clientDataJSON: Buffer.from(client).toString('base64url').slice(0, 4000),
      authenticatorData: 'AAAA',
      signature: 'AAAA',
    }
    const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response }
    const { status, envelope } = await ann.askWire(calls.security.loginByPasskey, { credential })
    assert.deepEqual([status, refusalOfCode(envelope.code)], [200, 'passkey_invalid'], JSON.stringify(challenge))
  }
})

test('a NUL in a query or in a path parameter is refused', async () => {
  for (const path of ['/m_ft/kline?stockCode=A%00&type=1D', '/market/clock?a%00=1', '/userSelfSecurity/delete/%00']) {
    const init = path.startsWith('/user') ? { method: 'POST', headers: { authorization: ann.token ?? '' } } : {}
    assert.equal(((await (await ann.fetch(path, init)).json()) as { readonly code: number }).code, 1000, path)
  }
})

test('an email address with a line break or NUL is refused, and no mail is queued', async () => {
  for (const email of [
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org\nSubject: x',
    'a@example.org,b@example.org\u0000',
  ]) {
    const { envelope } = await ann.askWire(calls.account.sendEmailCode, { email, type: 'register' })
    assert.notEqual(envelope.code, 200, JSON.stringify(email))
  }
  const { rows } = await world.server.dependencies.store.pool.query('select 1 from mail')
  assert.equal(rows.length, 0)
})

test('a GET call changes nothing but read marks and last-seen times', async () => {
  const getCalls = everyCall.filter(({ call }) => call.method === 'GET')
  assert(getCalls.length > 30)
  assert.deepEqual(
    getCalls.filter(({ call }) => call.idempotency !== 'safe').map(({ call }) => call.path),
    [],
  )
  const tables = await readTables(world.connectionString)
  const fields = {
    id: 1,
    stockCode: 'AAPL',
    market: 'US',
    code: 'AAPL',
    dictType: 'article_tag',
    type: '1D',
    search: 'a',
  }
  let answered = 0
  for (const { call } of getCalls) {
    const known = Object.keys({ ...fieldsOf(call), id: true })
    const given = Object.fromEntries(Object.entries(fields).filter(([name]) => known.includes(name)))
    if ((await ann.askWire(call, given)).envelope.code === 200) answered += 1
  }
  assert(answered > 20, `${answered} were answered`)
  const changed = differing(tables, await readTables(world.connectionString))
  assert.deepEqual(
    changed.filter((name) => !['message', 'notice_read', 'session_token', 'app_user'].includes(name)),
    [],
  )
})

test('no call has a field for a secret question or a password hint', () => {
  const found = everyCall.flatMap(({ call }) =>
    Object.keys(fieldsOf(call)).filter((field) => /question|hint|maiden|answer/i.test(field)),
  )
  assert.deepEqual(found, [])
})

test('a withdrawal without identity verification is refused with verification_missing', async () => {
  const { envelope } = await ann.askWire(calls.funding.withdraw, {
    cardId: 1,
    amount: '10',
    payPassword: 'never-set-1',
  })
  assert.equal(refusalOfCode(envelope.code), 'verification_missing')
})
