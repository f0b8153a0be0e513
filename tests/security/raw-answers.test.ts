import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { pushPath } from '@mex/contract/push.ts'
import { openWorld, type World } from '@mex/world/world.ts'

/** Answers that the server writes to the socket itself, before Fastify sees the request. */

let world: World
before(async () => {
  world = await openWorld({ seed: 'raw' })
})
after(() => world[Symbol.asyncDispose]())

type RawAnswer = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly envelope: unknown
  readonly count: number
}

/** Sends bytes on a new connection and reads until the server closes it. */
function answerTo(bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(world.url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => void socket.write(bytes))
    socket.setTimeout(5000, () => socket.destroy(new Error('the server did not close the connection')))
    socket.on('data', (piece) => (text += String(piece)))
    socket.on('error', reject).on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n')
      const headers = lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
      })
      const status = Number(first.split(' ')[1])
      const count = text.match(/HTTP\/1\.1 /g)?.length ?? 0
      resolve({ status, headers: new Map(headers), envelope: JSON.parse(body), count })
    })
  })
}

const invalid = { code: 1000, msg: 'Invalid parameter: request' }
const tooLarge = { code: 413, msg: 'The request is too large' }
const request = (lines: readonly string[]): string => [...lines, '', ''].join('\r\n')
const upgrade = (path: string, ...lines: readonly string[]): string =>
  request([
    `GET ${path} HTTP/1.1`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...lines,
  ])

const answers: readonly (readonly [what: string, bytes: string, status: number, envelope: object])[] = [
  ['bytes that are not HTTP', 'NONSENSE\r\n\r\n', 400, invalid],
  ['a request without a Host header', request(['GET /market/clock HTTP/1.1', 'Connection: close']), 400, invalid],
  [
    'a request with two different Host headers',
    request(['GET /market/clock HTTP/1.1', 'Host: localhost', 'Host: evil.example', 'Connection: close']),
    400,
    invalid,
  ],
  [
    'a request with the same Host header twice',
    request(['GET /market/clock HTTP/1.1', 'Host: localhost', 'Host: localhost', 'Connection: close']),
    400,
    invalid,
  ],
  [
    'headers above the size limit',
    request(['GET / HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(40_000)}`]),
    431,
    tooLarge,
  ],
  [
    'an unknown Expect header',
    request(['POST /guest HTTP/1.1', 'Host: localhost', 'Expect: a-miracle', 'Content-Length: 2']),
    417,
    invalid,
  ],
  ['a CONNECT request', request(['CONNECT example.org:443 HTTP/1.1', 'Host: example.org:443']), 400, invalid],
  ['a WebSocket upgrade on another path', upgrade('/elsewhere', 'Host: localhost'), 404, { code: 404 }],
  [
    'a WebSocket upgrade from a foreign origin',
    upgrade(pushPath, 'Host: localhost', 'Origin: https://evil.example'),
    403,
    { code: 403 },
  ],
  [
    'a WebSocket upgrade for a foreign host',
    upgrade(pushPath, 'Host: evil.example', 'Origin: http://evil.example'),
    421,
    { code: 421 },
  ],
  [
    'a WebSocket upgrade with two Host headers',
    upgrade(pushPath, 'Host: localhost', 'Host: evil.example'),
    400,
    invalid,
  ],
  ['a WebSocket upgrade without a Host header', upgrade(pushPath), 400, invalid],
  [
    'a WebSocket upgrade with an unsupported version',
    upgrade(pushPath, 'Host: localhost').replace('Version: 13', 'Version: 7'),
    400,
    invalid,
  ],
  ['an upgrade to another protocol', upgrade(pushPath, 'Host: localhost').replace('websocket', 'h2c'), 400, invalid],
]

for (const [what, bytes, status, envelope] of answers)
  test(`answers ${what} with ${status}, an envelope and the protective headers, and closes the connection`, async () => {
    const { headers, ...answer } = await answerTo(bytes)
    assert.equal(answer.status, status)
    assert.partialDeepStrictEqual(answer.envelope, { ...envelope, data: null })
    assert.equal(answer.count, 1)
    const usual = (await world.stranger().fetch('/market/clock')).headers
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-frame-options'])
      assert.equal(headers.get(name), usual.get(name), name)
    assert.match(headers.get('content-security-policy') ?? '', /object-src 'none'.*frame-ancestors 'none'/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  })

describe('a host name that DNS rebinding points at the server', () => {
  const requestFor = (host: string, path: string): string =>
    request([`GET ${path} HTTP/1.1`, `Host: ${host}`, `Origin: http://${host}`, 'Connection: close'])

  for (const path of [calls.account.version.path, '/', '/%', '/docs', '/legal/risk-disclosure.en.pdf', '/file/x'])
    test(`gets 421 for ${path}`, async () => {
      assert.equal((await answerTo(requestFor('evil.example', path))).status, 421)
    })

  test('cannot open an account or upload a picture', async () => {
    for (const [path, type] of [
      [calls.account.guest.path, 'application/json'],
      [calls.files.upload.path, 'multipart/form-data; boundary=x'],
    ] as const) {
      const lines = ['Host: evil.example', `Content-Type: ${type}`, 'Content-Length: 2', 'Connection: close']
      const { status } = await answerTo(`${request([`POST ${path} HTTP/1.1`, ...lines])}{}`)
      assert.equal(status, 421, path)
    }
  })

  test('gets /healthz, because a health probe may use any host name', async () => {
    assert.equal((await answerTo(requestFor('mex.internal', '/healthz'))).status, 200)
  })
})
