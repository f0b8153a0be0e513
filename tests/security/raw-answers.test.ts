import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/calls.ts'
import { pushPath } from '@mex/contract/push.ts'
import { openWorld, type World } from '@mex/world/world.ts'

/** Answers that are written by hand because no framework sees the request: they protect like all others. */

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

/** Sends bytes on a connection of their own and reads until the server closes it. */
function answerTo(bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(world.url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => void socket.write(bytes))
    socket.setTimeout(5000, () => socket.destroy(new Error('the server leaves the connection open')))
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
  ['no request', 'NONSENSE\r\n\r\n', 400, invalid],
  ['a request without a host', request(['GET /market/clock HTTP/1.1', 'Connection: close']), 400, invalid],
  [
    'a request with two hosts',
    request(['GET /market/clock HTTP/1.1', 'Host: localhost', 'Host: evil.example', 'Connection: close']),
    400,
    invalid,
  ],
  [
    'a request with one host twice',
    request(['GET /market/clock HTTP/1.1', 'Host: localhost', 'Host: localhost', 'Connection: close']),
    400,
    invalid,
  ],
  [
    'headers that are too long',
    request(['GET / HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(40_000)}`]),
    431,
    tooLarge,
  ],
  [
    'an expectation that nobody knows',
    request(['POST /guest HTTP/1.1', 'Host: localhost', 'Expect: a-miracle', 'Content-Length: 2']),
    417,
    invalid,
  ],
  ['a tunnel', request(['CONNECT example.org:443 HTTP/1.1', 'Host: example.org:443']), 400, invalid],
  ['a socket elsewhere', upgrade('/elsewhere', 'Host: localhost'), 404, { code: 404 }],
  [
    'a socket for a foreign page',
    upgrade(pushPath, 'Host: localhost', 'Origin: https://evil.example'),
    403,
    { code: 403 },
  ],
  [
    'a socket under a foreign host',
    upgrade(pushPath, 'Host: evil.example', 'Origin: http://evil.example'),
    421,
    { code: 421 },
  ],
  ['a socket under two hosts', upgrade(pushPath, 'Host: localhost', 'Host: evil.example'), 400, invalid],
  ['a socket without a host', upgrade(pushPath), 400, invalid],
  [
    'a socket whose handshake is wrong',
    upgrade(pushPath, 'Host: localhost').replace('Version: 13', 'Version: 7'),
    400,
    invalid,
  ],
  ['another protocol', upgrade(pushPath, 'Host: localhost').replace('websocket', 'h2c'), 400, invalid],
]

for (const [what, bytes, status, envelope] of answers)
  test(`${what}: ${status}, with an envelope and every protective header, and the connection ends`, async () => {
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

describe('a page whose name was made to lead here', () => {
  const asked = (host: string, path: string): string =>
    request([`GET ${path} HTTP/1.1`, `Host: ${host}`, `Origin: http://${host}`, 'Connection: close'])

  for (const path of [calls.account.version.path, '/', '/%', '/docs', '/legal/risk-disclosure.en.pdf', '/file/x'])
    test(`gets nothing of ${path}`, async () => {
      assert.equal((await answerTo(asked('evil.example', path))).status, 421)
    })

  test('opens no account, and hands in no picture', async () => {
    for (const [path, type] of [
      [calls.account.guest.path, 'application/json'],
      [calls.files.upload.path, 'multipart/form-data; boundary=x'],
    ] as const) {
      const lines = ['Host: evil.example', `Content-Type: ${type}`, 'Content-Length: 2', 'Connection: close']
      const { status } = await answerTo(`${request([`POST ${path} HTTP/1.1`, ...lines])}{}`)
      assert.equal(status, 421, path)
    }
  })

  test('is what a probe may be: whether the server lives is said under any name', async () => {
    assert.equal((await answerTo(asked('mex.internal', '/healthz'))).status, 200)
  })
})
