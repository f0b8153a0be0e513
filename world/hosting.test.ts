import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import { everything, few } from './limits-testing.ts'
import { openWorld } from './world.ts'

/** A server that is reachable from other machines. */

test('shows UI_TITLE in the version, the disclosure and the API description, marked as practice', async () => {
  await using world = await openWorld({ settings: { UI_TITLE: 'Our class' } })
  const stranger = world.stranger()
  const { title, simulated } = await stranger.call(calls.account.version, {})
  assert.deepEqual([title, simulated], ['Our class', true])
  assert.match((await stranger.call(calls.account.disclosure, {})).text.en, /Our class/)
  assert.match(await (await stranger.fetch('/docs/json')).text(), /Our class · Practice/)
})

test('returns no email code with a trusted proxy or a public host, even to a local request', async () => {
  const asked = { email: 'somebody@example.org', purpose: 'register' } as const
  await using home = await openWorld()
  assert.notEqual((await home.stranger().call(calls.account.sendEmailCode, asked)).devCode, undefined)
  // A proxy may add no header of its own, so PUBLIC_HOST alone is enough.
  for (const settings of [{ TRUST_PROXY: '127.0.0.1' }, { PUBLIC_HOST: 'practice.example.org' }]) {
    await using hosted = await openWorld({ settings })
    assert.equal((await hosted.stranger().call(calls.account.sendEmailCode, asked)).devCode, undefined)
  }
})

/** The answer to a request for an email code with some headers. `fetch` does not allow a `Host` header. */
function codeAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.org`, type: 'register' })
  return new Promise((resolve, reject) => {
    const own = { 'content-type': 'application/json', 'content-length': body.length }
    const path = calls.account.sendEmailCode.path
    const asked = request({ hostname, port, path, method: 'POST', headers: { ...own, ...headers } }, (response) => {
      let text = ''
      response.on('data', (piece) => (text += String(piece)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

test('returns the email code only under a local host name and without proxy headers', async () => {
  await using world = await openWorld()
  for (const headers of [{}, { host: 'localhost' }, { host: 'LOCALHOST:1' }, { host: '[::1]:8080' }])
    assert.match((await codeAnswer(world.url, headers)).text, /"devCode":"\d{6}"/, JSON.stringify(headers))
  const forwarded = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']
  const origin = 'https://practice.example.org'
  for (const headers of [{ origin }, ...forwarded.map((name) => ({ [name]: '127.0.0.1' }))]) {
    const { status, text } = await codeAnswer(world.url, headers)
    assert.deepEqual([status, /devCode/.test(text)], [200, false], JSON.stringify(headers))
    assert.match(text, /"expiresIn":600/)
  }
})

test('answers 421 to an unknown host; PUBLIC_HOST makes it known', async () => {
  const statusUnder = async (settings: Record<string, string>): Promise<number> => {
    await using world = await openWorld({ settings })
    return (await codeAnswer(world.url, { host: 'practice.example.org' })).status
  }
  assert.equal(await statusUnder({}), 421)
  assert.equal(await statusUnder({ TRUST_PROXY: '127.0.0.1' }), 421, 'also behind a proxy')
  assert.equal(await statusUnder({ PUBLIC_HOST: 'practice.example.org' }), 200)
})

test('takes the client address from X-Forwarded-For only behind a trusted proxy', async () => {
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

test('sends HSTS only when a trusted proxy reports HTTPS', async () => {
  const policyOf = async (settings: Record<string, string>, headers: Record<string, string>) => {
    await using world = await openWorld({ settings })
    return (await world.stranger().fetch('/healthz', { headers })).headers.get('strict-transport-security')
  }
  const encrypted = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }
  const behind = { TRUST_PROXY: '127.0.0.1' }
  assert.equal(await policyOf(behind, encrypted), 'max-age=31536000; includeSubDomains')
  assert.equal(await policyOf(behind, { ...encrypted, 'x-forwarded-proto': 'http' }), null)
  assert.equal(await policyOf({}, encrypted), null)
})

test('serves the legal documents as PDF at fixed addresses, and answers 304 to a current ETag', async () => {
  await using world = await openWorld()
  const stranger = world.stranger()
  const { documents } = await stranger.call(calls.account.disclosure, {})
  for (const { name } of documents) {
    const paper = await stranger.fetch(`/legal/${name}.zh-TW.pdf`)
    assert.deepEqual([paper.status, paper.headers.get('content-type')], [200, 'application/pdf'])
    assert.equal(
      Buffer.from(await paper.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    )
    const headers = { 'if-none-match': paper.headers.get('etag') ?? '' }
    assert.equal((await stranger.fetch(`/legal/${name}.zh-TW.pdf`, { headers })).status, 304)
  }
  const missing = await stranger.fetch('/legal/anything.en.pdf')
  assert.deepEqual([missing.status, ((await missing.json()) as { code: number }).code], [404, 404])
})

test('compresses long answers with an accepted encoding, but no short ones', async () => {
  await using world = await openWorld()
  const stranger = world.stranger()
  const encodingOf = async (path: string, encodings: string): Promise<string | null> => {
    const answer = await stranger.fetch(path, { headers: { 'accept-encoding': encodings } })
    assert.equal(((await answer.json()) as { code: number }).code, 200)
    return answer.headers.get('content-encoding')
  }
  const long = calls.account.disclosure.path
  assert.equal(await encodingOf(long, 'gzip, deflate, br'), 'br')
  assert.equal(await encodingOf(long, 'gzip'), 'gzip')
  assert.equal(await encodingOf(long, 'identity'), null)
  assert.equal(await encodingOf(calls.account.version.path, 'gzip, deflate, br'), null)
})
