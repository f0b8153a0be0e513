import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { pushPath } from '@mex/contract/push.ts'
import { openWorld } from '@mex/world/world.ts'
import { openReading } from './reading.ts'

/** The log under attack: rate-limit hits, floods of refusals, and log injection. */

test('logs every rate limit that a user hits, on calls and in the chat', async () => {
  const few = { perMinute: 2 }
  const plenty = { perMinute: 1_000_000 }
  const rates = { read: few, history: plenty, money: plenty, authentication: plenty, code: plenty, upload: plenty }
  const own = openReading()
  await using counted = await openWorld({
    seed: 'limited',
    log: own.log,
    allowances: { person: rates, network: rates },
  })
  const bob = await counted.person()
  for (let count = 0; count < 3; count += 1) await bob.ask(calls.account.me, {})
  await using listener = await bob.listen('chat')
  for (let count = 0; count < 20; count += 1) await listener.tell({ op: 'chat', text: 'hello' })
  await assert.rejects(listener.tell({ op: 'chat', text: 'hello' }))
  const hits = own.lines().filter(({ security }) => security === 'limit_hit')
  assert.deepEqual(
    hits.map(({ outcome, call, user }) => [outcome, call, typeof user]),
    [
      ['too_many_requests', '/api/user/info', 'number'],
      ['chat_muted', pushPath, 'number'],
    ],
  )
})

test('a flood of refusals is logged in full at first, then as counts; completed actions are always logged', async () => {
  const own = openReading()
  const flooded = await openWorld({ seed: 'flood', log: own.log, settings: { TRUST_PROXY: '127.0.0.1' } })
  const tries = 400
  try {
    const stranger = flooded.stranger()
    const from = (network: string) => ({ headers: { 'x-forwarded-for': network } })
    for (let count = 0; count < tries; count += 1) await stranger.ask(calls.account.me, {}, from('198.51.100.1'))
    // More networks at once than the log counts separately.
    for (let count = 0; count < tries; count += 1) {
      const network = `203.0.${count >> 8}.${count & 255}`
      await stranger.ask(calls.account.me, {}, from(network))
    }
    for (let count = 0; count < 30; count += 1) await flooded.person()
  } finally {
    await flooded[Symbol.asyncDispose]()
  }
  const refused = own.lines().filter(({ security }) => security === 'access_refused')
  const singly = refused.filter((line) => !('unwritten' in line))
  const summaries = refused.filter((line) => 'unwritten' in line)
  assert.equal(singly.filter(({ network }) => network === '198.51.100.1').length, 20)
  assert(singly.length <= 300 && summaries.length <= 201, `${singly.length} and ${summaries.length} lines`)
  const counted = summaries.reduce((sum, { unwritten }) => sum + Number(unwritten), 0)
  assert.equal(singly.length + counted, 2 * tries, 'every refusal is counted')
  assert.equal(summaries.find(({ network }) => network === '198.51.100.1')?.['unwritten'], tries - 20)
  const opened = own.lines().filter(({ security }) => security === 'account_opened')
  assert.equal(opened.length, 30)
})

test('no log line contains text from a request path, header or body', async () => {
  const own = openReading()
  await using proxied = await openWorld({ seed: 'injected', log: own.log, settings: { TRUST_PROXY: '127.0.0.1' } })
  const stranger = proxied.stranger()
  const evil = 'evil","security":"sign_in'
  await stranger.fetch(`/${encodeURIComponent(`${evil}\n{"security":"sign_out"}`)}`)
  await stranger.ask(calls.account.me, {}, { headers: { 'x-forwarded-for': evil, 'user-agent': evil } })
  await stranger.ask(calls.account.me, {}, { headers: { 'x-request-id': `${evil}{}` } })
  await stranger.askWire(calls.account.login, { username: `${evil}\n{"security":"sign_out"}`, password: evil })
  assert.doesNotMatch(own.text(), /evil/)
  assert.deepEqual(
    own.lines().map(({ security, network }) => [security, network]),
    [
      ['input_refused', '127.0.0.1'],
      ['access_refused', 'unreadable'],
      ['access_refused', '127.0.0.1'],
      ['sign_in', '127.0.0.1'],
    ],
  )
})
