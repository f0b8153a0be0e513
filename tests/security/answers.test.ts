import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as rawRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { openServer, readSettings, type Server } from '@mex/server'
import { openTestDatabase, pino, type TestDatabase } from '@mex/server/testing.ts'
import { openPerson, type Person } from '@mex/world/person.ts'

/** Protective headers of every answer, cross-site requests, and secrets in errors and logs. */

let database: TestDatabase
let folder: string
let server: Server
let alice: Person
const logged: string[] = []
/** Files of the program. */
const files = [
  ['a1b2c3d.js', 'export const one = 1', 'application/javascript; charset=utf-8'],
  ['a1b2c3d.css', 'p { margin: 0 }', 'text/css; charset=utf-8'],
] as const
before(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'mex-answers-'))
  const webFolder = join(folder, 'page')
  await cp(join(import.meta.dirname, '..', '..', 'docs', 'spec'), webFolder, { recursive: true })
  await mkdir(join(webFolder, 'assets'))
  for (const [name, text] of files) await writeFile(join(webFolder, 'assets', name), text)
  const sink = new Writable({ write: (chunk, _, next) => (logged.push(String(chunk)), next()) })
  server = await openServer({
    settings: readSettings({
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: database.connectionString,
      MARKET_SEED: 'answers',
      LOOK_AHEAD: 'off',
    }),
    version: '1.0.0',
    webFolder,
    log: pino({ level: 'trace' }, sink),
  })
  alice = openPerson(server.url)
  alice.token = (await alice.call(calls.account.guest, {})).token
})
after(async () => {
  await server.close()
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const addresses: readonly (readonly [string, RequestInit])[] = [
  ['/appVersion/getPublishAppVersion', {}],
  ['/api/user/info', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
  ['/m_ft/kline?stockCode=NOPE', {}],
  ['/nothing/here', {}],
  ['/..%2f..%2fpackage.json', {}],
  ['/.git/config', {}],
  ['/%', {}],
  ['/%ff', {}],
  [`/file/${'x'.repeat(100)}`, {}],
  [`/legal/${'x'.repeat(100)}`, {}],
  ['/healthz', {}],
  ['/file/AAAAAAAAAAAAAAAAAAAAAA', {}],
  ['/metrics', {}],
  ['/readyz', {}],
  ['/docs/', {}],
  ['/docs/json', {}],
  ['/docs/static/swagger-ui.css', {}],
  ['/legal/risk-disclosure.en.pdf', {}],
  ['/legal/', {}],
  ['/calls.json', {}],
  ['/push', {}],
]

for (const [path, init] of addresses)
  test(`${path} has the protective headers`, async () => {
    const response = await fetch(new URL(path, server.url), init)
    const { headers } = response
    const policy = headers.get('content-security-policy') ?? ''
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      assert(policy.includes(directive), directive)
    // Only 'self': no other host, no wildcard and no scheme.
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*|https?:|\w\.\w/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
    for (const name of ['access-control-allow-origin', 'x-powered-by', 'server', 'set-cookie'])
      assert.equal(headers.get(name), null, name)
    const type = headers.get('content-type') ?? ''
    assert.match(type, /^(application\/json|text\/(plain|html|css))\b.*; charset=utf-8$|^application\/pdf$/)
    assert.doesNotMatch(await response.text(), /"dependencies"|\[core\]/, 'no file of the program')
  })

for (const [name, text, type] of files)
  test(`${name} of the program has what protects a file, and little else`, async () => {
    const response = await fetch(new URL(`/assets/${name}`, server.url), { headers: { 'accept-encoding': 'identity' } })
    assert.equal(await response.text(), text)
    const { 'x-request-id': id, date, etag, ...headers } = Object.fromEntries(response.headers)
    assert(id !== undefined && date !== undefined && etag !== undefined)
    assert.deepEqual(headers, {
      'cache-control': 'public, max-age=31536000, immutable',
      connection: 'keep-alive',
      'content-length': String(text.length),
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'content-type': type,
      'cross-origin-resource-policy': 'same-origin',
      'keep-alive': headers['keep-alive'],
      'referrer-policy': 'no-referrer',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
  })

test('the answer of a call forbids caching', async () => {
  for (const call of [calls.account.version, calls.account.me, calls.wallet.balance]) {
    const { headers } = await alice.askWire(call, { walletType: 1 })
    assert.equal(headers.get('cache-control'), 'no-store', call.path)
  }
})

test('a method outside the contract answers 404 and echoes no header', async () => {
  const { hostname, port } = new URL(server.url)
  const secret = 'Bearer not-to-be-echoed'
  for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { authorization: secret }
      const request = rawRequest({ hostname, port, method, path: '/api/user/info', headers }, (response) => {
        let read = ''
        response.on('data', (chunk) => (read += String(chunk)))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: read }))
      })
      request.on('error', reject)
      request.end()
    })
    assert.equal(status, 404, method)
    assert(!text.includes('not-to-be-echoed'))
  }
})

test('a call refuses text/plain and form bodies, which another site can send without a CORS preflight', async () => {
  const stolen = await fetch(new URL(calls.wallet.transfer.path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'text/plain', authorization: present(alice.token, 'a token') },
    body: JSON.stringify({ fromWalletType: 1, toWalletType: 8, amount: '1' }),
  })
  assert.equal(((await stolen.json()) as { code: number }).code, 1000)
  const form = await fetch(new URL(calls.wallet.transfer.path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: present(alice.token, 'a token') },
    body: 'fromWalletType=1&toWalletType=8&amount=1',
  })
  assert.equal(((await form.json()) as { code: number }).code, 1000)
})

test('no answer lists a folder', async () => {
  for (const path of ['/', '/docs/static/', '/legal/', '/..%2f', '/%2e%2e/'])
    assert.doesNotMatch(
      await (await fetch(new URL(path, server.url))).text(),
      /calls\.json|swagger-ui\.css\.map|index of/i,
    )
})

// A multipart upload needs no CORS preflight, so the server checks the origin itself.
test('an upload from a foreign origin is refused with 403', async () => {
  const upload = async (origin: string | undefined): Promise<number> => {
    const body = new FormData()
    body.append('file', new Blob(['no picture']), 'picture.png')
    const headers: Record<string, string> = origin === undefined ? {} : { origin }
    return (await fetch(new URL(calls.files.upload.path, server.url), { method: 'POST', headers, body })).status
  }
  for (const origin of ['https://elsewhere.example.org', 'null', `http://${new URL(server.url).hostname}:1`])
    assert.equal(await upload(origin), 403, origin)
  for (const origin of [server.url, undefined]) assert.equal(await upload(origin), 200, origin ?? 'a program')
})

test('the refusal of an id with 400 digits reveals no internals', async () => {
  const { status, envelope } = await alice.askWire(calls.trading.close, { id: '9'.repeat(400) })
  assert.equal(status, 200)
  assert.doesNotMatch(JSON.stringify(envelope), /select|postgres|node_modules|\.ts|stack/i)
})

test('a program error answers 500 and reveals no internals', async () => {
  await database.pool.query('alter table session_token rename to session_elsewhere')
  const response = await fetch(new URL(calls.account.guest.path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  await database.pool.query('alter table session_elsewhere rename to session_token')
  assert.equal(response.status, 500)
  assert.doesNotMatch(await response.text(), /session|relation|error:|select|insert|node_modules|\.ts|stack/i)
})

test('the log contains no password and no token, even at level trace', async () => {
  const password = 'a-password-that-must-not-be-logged'
  await alice.askWire(calls.account.login, { username: 'nobody@example.org', password })
  await alice.askWire(calls.account.me, {})
  await alice.fetch('/nothing/here', { headers: { authorization: present(alice.token, 'a token') } })
  const text = logged.join('')
  assert(!text.includes(password))
  assert(!text.includes(present(alice.token, 'a token')))
})
