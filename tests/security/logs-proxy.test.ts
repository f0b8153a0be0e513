import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { pushPath } from '@mex/contract/push.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { openReading } from './reading.ts'

/** The client address in the security log behind a proxy, at every log level. */

const client = '198.51.100.7'
/** The address that the client claims, then the address that the proxy has added. */
const forwarded = { 'x-forwarded-for': `203.0.113.1, ${client}` }

/** Sends messages on a proxied socket and waits until each is refused. */
async function sendRefused({ url }: World, messages: readonly string[], origin?: string): Promise<void> {
  const address = new URL(pushPath, url)
  address.protocol = 'ws:'
  const headers = { ...forwarded, ...(origin === undefined ? {} : { origin }) }
  // Node's WebSocket accepts headers; the browser types do not declare them.
  const socket = new WebSocket(address, { headers } as unknown as string[])
  let refusals = 0
  await new Promise<void>((done) => {
    socket.addEventListener('error', () => done())
    socket.addEventListener('open', () => messages.forEach((message) => socket.send(message)))
    socket.addEventListener('message', ({ data }) => {
      refusals += [...String(data).matchAll(/"ok":false/g)].length
      if (refusals === messages.length) done()
    })
  })
  socket.close()
}

async function refusedLines(settings: Readonly<Record<string, string>>, level: string) {
  const { log, lines, text } = openReading(level)
  const world = await openWorld({ seed: 'proxy', log, settings })
  try {
    await world.stranger().ask(calls.account.me, {}, { headers: forwarded })
    await world.stranger().fetch('/.git/config', { headers: forwarded })
    await sendRefused(world, [], 'https://elsewhere.example.org')
    await sendRefused(world, [
      JSON.stringify({ op: 'auth', token: 'no-such-token' }),
      JSON.stringify({ op: 'sub', ch: ['user'] }),
    ])
  } finally {
    await world[Symbol.asyncDispose]()
  }
  return { lines: lines().map(({ outcome, network, call }) => [outcome, network, call]), text: text() }
}

/** The expected log lines of the refusals above, for a client address. */
const refused = (network: string) => [
  ['no_token', network, calls.account.me.path],
  ['no_such_address', network, '/'],
  ['foreign_page', network, pushPath],
  ['unknown_token', network, pushPath],
  ['no_token', network, pushPath],
]

for (const level of ['info', 'warn', 'error'])
  test(`behind a trusted proxy every line has the client address, for calls and the socket, at log level ${level}`, async () => {
    const { lines, text } = await refusedLines({ TRUST_PROXY: 'loopback' }, level)
    assert.deepEqual(lines, refused(client))
    assert.equal(/"level":30(?!.*"security")/.test(text), level === 'info', 'lines that are not about security')
  })

test('without a trusted proxy every line has the address of the connection, whatever the headers claim', async () => {
  const { lines } = await refusedLines({}, 'info')
  assert.deepEqual(
    lines.filter(([outcome]) => outcome !== 'forwarded_by_a_stranger'),
    refused('127.0.0.1'),
  )
})
