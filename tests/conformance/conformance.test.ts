import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Caller } from '@mex/contract/call.ts'
import { everyCall } from '@mex/contract/calls.ts'

import { callLine, catalogues, kinds, listed, reachedBefore, reachedNow, specCalls, specTexts } from './reached.ts'

const now = await reachedNow()
const before = reachedBefore()

test('how much of the specification is there', (context) => {
  context.diagnostic(kinds.map((kind) => `${kind} ${now[kind].length} of ${listed[kind].length}`).join(' · '))
  assert.deepEqual([listed.calls.length, listed.screens.length, listed.texts.length], [114, 69, 216])
  for (const kind of kinds) assert.equal(new Set(listed[kind]).size, listed[kind].length, `${kind} are listed once`)
})

for (const kind of kinds) {
  test(`none of the ${kind} that were there has gone away`, () => {
    const there = new Set(now[kind])
    const gone = before[kind].filter((line) => !there.has(line))
    assert.deepEqual(gone, [], `docs/spec/reached.json has ${kind} that are not there any more`)
  })
  test(`all of the ${kind} that are there are written down`, () => {
    const known = new Set(before[kind])
    const added = now[kind].filter((line) => !known.has(line))
    assert.deepEqual(added, [], 'add these lines to docs/spec/reached.json, or run: node tests/conformance/update.ts')
  })
}

/** Calls that the specification does not have (rulebook §34-8, and the clock of the home page). */
const additions: readonly string[] = [
  'GET /account/details',
  'GET /audit/anchor',
  'GET /audit/config',
  'GET /audit/fills',
  'GET /disclosure',
  'GET /market/clock',
  'GET /passkey/list',
  'GET /session/list',
  'GET /simchain/status',
  'POST /guest',
  'POST /logout',
  'POST /passkey/login',
  'POST /passkey/loginOptions',
  'POST /passkey/register',
  'POST /passkey/registerOptions',
  'POST /passkey/remove',
  'POST /session/revoke',
  'POST /simchain/send',
  'POST /withdrawal/listPage',
]

test('every call is the specification’s or a known addition', () => {
  const known = new Set([...listed.calls, ...additions])
  const lines = everyCall.map(({ call }) => callLine(call))
  assert.deepEqual(
    lines.filter((line) => !known.has(line)),
    [],
  )
  assert.deepEqual(
    additions.filter((line) => !lines.includes(line)),
    [],
  )
})

/** What the catalogue says about who may make a call, as the contract says it. */
function callerSaid(auth: string): Caller {
  if (auth.includes('public')) return 'anyone'
  return auth.includes('onboarding') ? 'onboarding' : 'user'
}

test('calls are open to whom the specification opens them', () => {
  const byLine = new Map(specCalls.map((call) => [callLine(call), call]))
  for (const { call } of everyCall) {
    const line = callLine(call)
    const said = byLine.get(line)
    if (said !== undefined) assert.equal(call.who, callerSaid(said.auth), line)
  }
})

const title = 'UBS MEX'
test('every text of the specification that is there has a Chinese twin of its own', async () => {
  const { english, chinese } = await catalogues()
  const wanted = new Set(specTexts.map(({ text }) => text))
  for (const [at, text] of english) {
    const twin = chinese.get(at) ?? ''
    assert.ok(wanted.has(text), `${at} is a text of the specification`)
    assert.ok(text === title ? twin === title : /\p{Script=Han}/u.test(twin), `${at} in Chinese is ${twin}`)
    assert.deepEqual(twin.match(/\{\w+\}/g), text.match(/\{\w+\}/g), `${at} has the same places for values`)
  }
})
