import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/calls.ts'
import { pushPath } from '@mex/contract/push.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { openReading } from './reading.ts'

/** Whose address the security log says where a proxy stands before the server, and that no level of the log hides it. */

const caller = '198.51.100.7'
/** What the caller has written, and what the proxy has added. */
const forwarded = { 'x-forwarded-for': `203.0.113.1, ${caller}` }

/** Says these messages on a socket that the proxy has passed on, and waits until each has been refused. */
async function onSocket({ url }: World, said: readonly string[], origin?: string): Promise<void> {
  const address = new URL(pushPath, url)
  address.protocol = 'ws:'
  const headers = { ...forwarded, ...(origin === undefined ? {} : { origin }) }
  // Node's takes headers, which the types of a browser's know nothing of.
  const socket = new WebSocket(address, { headers } as unknown as string[])
  let refusals = 0
  await new Promise<void>((done) => {
    socket.addEventListener('error', () => done())
    socket.addEventListener('open', () => said.forEach((message) => socket.send(message)))
    socket.addEventListener('message', ({ data }) => {
      refusals += [...String(data).matchAll(/"ok":false/g)].length
      if (refusals === said.length) done()
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
    await onSocket(world, [], 'https://elsewhere.example.org')
    await onSocket(world, [
      JSON.stringify({ op: 'auth', token: 'no-such-token' }),
      JSON.stringify({ op: 'sub', ch: ['user'] }),
    ])
  } finally {
    await world[Symbol.asyncDispose]()
  }
  return { lines: lines().map(({ outcome, network, call }) => [outcome, network, call]), text: text() }
}

/** What is refused below, as it is written of a network. */
const refused = (network: string) => [
  ['no_token', network, calls.account.me.path],
  ['no_such_address', network, '/'],
  ['foreign_page', network, pushPath],
  ['unknown_token', network, pushPath],
  ['no_token', network, pushPath],
]

for (const level of ['info', 'warn', 'error'])
  test(`behind a proxy every line has the caller’s address, on calls and on the socket, also with the level ${level}`, async () => {
    const { lines, text } = await refusedLines({ TRUST_PROXY: 'loopback' }, level)
    assert.deepEqual(lines, refused(caller))
    assert.equal(/"level":30(?!.*"security")/.test(text), level === 'info', 'other lines of this level')
  })

test('without one they have that of the connection, whatever a stranger says of it', async () => {
  const { lines } = await refusedLines({}, 'info')
  assert.deepEqual(
    lines.filter(([outcome]) => outcome !== 'forwarded_by_a_stranger'),
    refused('127.0.0.1'),
  )
})
