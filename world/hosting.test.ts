import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/calls.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import { openWorld } from './world.ts'

/** What changes when a server is opened to others. */

const few = { perMinute: 3 }
const plenty = { perMinute: 1_000_000 }
const everything = { read: plenty, money: plenty, authentication: plenty, code: plenty, upload: plenty }

test('a title of its own is said by the version and the disclosure, with the practice mark', async () => {
  await using world = await openWorld({ settings: { UI_TITLE: 'Our class' } })
  const stranger = world.stranger()
  const { title, simulated } = await stranger.call(calls.account.version, {})
  assert.deepEqual([title, simulated], ['Our class', true])
  assert.match((await stranger.call(calls.account.disclosure, {})).text.en, /Our class/)
  assert.match(await (await stranger.fetch('/docs/json')).text(), /Our class · Practice/)
})

test('behind a proxy no code is ever in an answer, although the server listens to this machine alone', async () => {
  const asked = { email: 'somebody@example.org', purpose: 'register' } as const
  await using home = await openWorld()
  assert.notEqual((await home.stranger().call(calls.account.sendEmailCode, asked)).devCode, undefined)
  await using hosted = await openWorld({ settings: { TRUST_PROXY: '127.0.0.1' } })
  assert.equal((await hosted.stranger().call(calls.account.sendEmailCode, asked)).devCode, undefined)
})

test('a trusted proxy says who calls; anybody else’s word about that is not taken', async () => {
  const allowances = { person: everything, network: { ...everything, read: few } }
  const tries = async (settings: Record<string, string>): Promise<number> => {
    await using world = await openWorld({ settings, allowances })
    const stranger = world.stranger()
    for (let count = 0; count < 10; count += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}` }
      const { envelope } = await stranger.ask(calls.market.clock, {}, { headers })
      if (refusalOfCode(envelope.code) === 'too_many_requests') return count
    }
    return Infinity
  }
  assert.equal(await tries({ TRUST_PROXY: '127.0.0.1' }), Infinity)
  assert.equal(await tries({}), 3)
})
