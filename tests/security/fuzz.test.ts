import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Call } from '@mex/contract/call.ts'
import { calls, everyCall } from '@mex/contract/calls.ts'
import { answerIn, addressCall, readAnswer } from '@mex/contract/client.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import type { Envelope, Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { present } from '@mex/core/assert.ts'
import fc from 'fast-check'
import { hostileJson, JsonText, rawBodies, requestsOf, writeJson, type Known, type RawBody } from './arbitraries.ts'

/**
 * Everything that the contract says, put to the test by inputs that are drawn from it: no answer is a program error,
 * none takes two seconds, every one has the form that was promised, and afterwards every cent adds up.
 * `FUZZ_RUNS=100000 npm test -- tests/security/fuzz.test.ts` takes its time; `FUZZ_SEED` repeats a run.
 */
const runs = Number(process.env['FUZZ_RUNS'] ?? 1500)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)

let world: World
let people: Person[]
before(async () => {
  world = await openWorld({ seed: 'fuzz' })
  people = await Promise.all(Array.from({ length: 4 }, () => world.person()))
  await stock()
})
after(() => world[Symbol.asyncDispose]())

const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '20' }
const ids: number[] = [1, 0, 999_999]

/** Orders, positions and transfers, so that there is something to be about. */
async function stock(): Promise<void> {
  for (const person of people) {
    for (const [call, fields] of [
      [calls.trading.createStock, share],
      [calls.wallet.transfer, { fromWalletType: 1, toWalletType: 8, amount: '10' }],
      [calls.watchlist.save, { assettype: 0, classify: 'UsStock', secuCode: 'AAPL', market: 'US' }],
    ] as const) {
      const { data } = (await person.askWire(call, fields)).envelope
      if (typeof data === 'object' && data !== null && 'id' in data) ids.push(Number(data.id))
    }
  }
  await world.step()
}

/** What a field is called says what there is to be said in it. */
const known: Known = {
  stockCode: ['AAPL', 'MSFT', '00700', 'MES', 'EURUSD', 'XAUUSD', 'WALMEX'],
  secuCode: ['AAPL', 'MSFT', '00700'],
  stkcode: ['AAPL', '00700'],
  goldCode: ['MES', 'ES', 'GC'],
  market: ['US', 'HK', 'MX', 'FUT', 'FX'],
  classify: ['UsStock', 'HK', 'MX', 'Future', 'Forex'],
  get id() {
    return ids
  },
  get positionId() {
    return ids
  },
  get ids() {
    return [ids.slice(0, 3)]
  },
  quantity: ['1', '10', '0.01', '100'],
  amount: ['1.00', '10', '0.01'],
  quoteId: ['US:AAPL@1'],
  timeZone: ['UTC', 'America/Mexico_City', '-06:00'],
  pageNum: [1],
  pageSize: [10, 50],
  email: ['fuzz@example.org'],
  get credential() {
    return credentials
  },
  username: ['fuzz@example.org'],
}

/** Answers of authenticators in whose client data there is something that no authenticator writes. */
const credentials = [
  String.raw`{"challenge":"a\u0000b"}`,
  `{"challenge":${'['.repeat(1000)}${']'.repeat(1000)}}`,
  '{"__proto__":{"challenge":"a"}}',
  '{"challenge":"',
].map((client) => ({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: Buffer.from(client).toString('base64url'),
    authenticatorData: 'AAAA',
    attestationObject: 'AAAA',
    signature: 'AAAA',
  },
}))

/** What every call may refuse (specification, calls A). */
const common = new Set([
  'invalid_parameter',
  'too_many_requests',
  'unavailable',
  'try_again',
  'duplicate_request',
  'request_key_reused',
])
const statuses = new Set([200, 400, 401, 403, 404, 413, 414, 415, 431])

type Asked = {
  readonly who: number
  /** 'trading.close': a counterexample is read by people. */
  readonly name: string
  readonly body: { readonly fields: Record<string, unknown> } | { readonly raw: RawBody }
}

const callsByName: ReadonlyMap<string, Call> = new Map(
  everyCall.map(({ area, name, call }) => [`${area}.${name}`, call] as const),
)
const callOf = (name: string): Call => present(callsByName.get(name), name)

const asked: fc.Arbitrary<Asked> = fc
  .record({
    who: fc.integer({ min: -1, max: 3 }),
    name: fc.constantFrom(...callsByName.keys()),
    kind: fc.integer({ min: 0, max: 19 }),
  })
  .chain(({ who, name, kind }): fc.Arbitrary<Asked> => {
    const call = callOf(name)
    if (kind === 0 && call.method === 'POST') return rawBodies.map((raw) => ({ who, name, body: { raw } }))
    return requestsOf(call, known).map((fields) => ({ who, name, body: { fields } }))
  })

function request({ name, body }: Asked, token: string | undefined): Promise<Response> {
  const call = callOf(name)
  const headers: Record<string, string> = {
    ...(token === undefined ? {} : { authorization: token }),
    ...(call.idempotency === 'key' ? { 'idempotency-key': crypto.randomUUID() } : {}),
  }
  const json = { ...headers, 'content-type': 'application/json' }
  if ('raw' in body) {
    const path = call.path.replaceAll(/\{\w+\}/g, '1')
    const { type, body: text } = body.raw
    return fetch(new URL(path, world.url), {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: text,
    })
  }
  const fields = wellFormed(body.fields)
  const { method, path, body: sent } = addressCall(call, fields)
  const url = new URL(path, world.url)
  if (method === 'GET') return fetch(url, { headers })
  if (call.body === 'form') return fetch(url, { method, headers, body: formOf(fields) })
  return fetch(url, { method, headers: json, body: writeJson(sent ?? {}) })
}

/** Addresses have no halves of surrogate pairs, and no empty parts. */
const wellFormed = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() || ' ' : (value ?? ' '),
    ]),
  )

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    const text = typeof value === 'string' ? value : value instanceof JsonText ? value.text : JSON.stringify(value)
    if (name === 'file') form.append(name, new Blob([text]), 'picture.png')
    else form.append(name, text)
  }
  return form
}

/** Whether somebody has to come in again: some calls end the session that makes them, or close its account. */
async function renew(who: number, call: Call, status: number): Promise<void> {
  if (who < 0 || (status !== 401 && status !== 403 && call !== calls.account.logout)) return
  people[who] = await world.person()
}

/** How many answers there were, by their code. */
const answers = new Map<number, number>()
const drawn = new Set<string>()

/** Calls whose answer took two seconds, and how often: a machine with other work makes any of them wait now and then. */
const slow = new Map<string, number>()
const slowMost = 2 + Math.floor(runs / 5000)
function noteTime(name: string, took: number): void {
  assert(took < 20_000, `${name} took ${took} ms`)
  if (took < 2000) return
  const times = (slow.get(name) ?? 0) + 1
  slow.set(name, times)
  assert(times <= slowMost, `${name} took ${took} ms, and more than two seconds ${times} times`)
}

async function check(given: Asked): Promise<void> {
  const { who, name } = given
  const call = callOf(name)
  const began = performance.now()
  const response = await request(given, people[who]?.token)
  const text = await response.text()
  const took = performance.now() - began
  assert(statuses.has(response.status), `${name} answers ${response.status}: ${text.slice(0, 300)}`)
  noteTime(name, took)
  // An address that is too long is answered before anybody looks at it.
  if (response.status === 414 || response.status === 431) return
  const envelope = JSON.parse(text) as Envelope
  assert.equal(typeof envelope.msg, 'string', name)
  assert.deepEqual(Object.keys(envelope).toSorted(), ['code', 'data', 'msg'], name)
  answers.set(envelope.code, (answers.get(envelope.code) ?? 0) + 1)
  if (envelope.code === 200) readAnswer(call, answerIn(call, envelope))
  else if (response.status === 200) {
    const word = refusalOfCode(envelope.code)
    assert(word !== undefined, `${name} answers the unknown code ${envelope.code}`)
    assert(common.has(word) || call.refusals.includes(word), `${name} refuses ${word}, which it does not promise`)
    assert.doesNotMatch(envelope.msg, /\{\w+\}/, `${name}: every placeholder is filled in`)
  }
  await renew(who, call, response.status)
}

test(`${runs} inputs that were drawn from the contract: no program error, no other form, no long wait`, async (run) => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(asked, async (given) => {
      count += 1
      drawn.add(given.name)
      await check(given)
      // The market goes on meanwhile, and what was ordered happens.
      if (count % 250 === 0) await world.step()
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
  const told = [...answers].toSorted(([, one], [, other]) => other - one)
  run.diagnostic(`took two seconds: ${[...slow].map(([name, times]) => `${times} × ${name}`).join(', ') || 'none'}`)
  run.diagnostic(told.map(([code, times]) => `${times} × ${code}`).join(', '))
  assert((answers.get(200) ?? 0) > runs / 10, 'what is drawn gets behind the first check')
})

test('what is called hostile is: valid JSON, really deep, really wide, and with the names of prototypes in it', () => {
  const depthOf = (text: string): number => {
    let [depth, most] = [0, 0]
    for (const sign of text) {
      if (sign === '[' || sign === '{') most = Math.max(most, (depth += 1))
      else if (sign === ']' || sign === '}') depth -= 1
    }
    return most
  }
  const texts = fc.sample(hostileJson, { numRuns: 400, seed }).map(({ text }) => text)
  const values = texts.map((text): unknown => JSON.parse(text))
  assert.equal(Math.max(...texts.map(depthOf)), 4000)
  assert(values.some((value) => Array.isArray(value) && value.length === 4000))
  const owns = (name: string): boolean =>
    values.some((value) => typeof value === 'object' && value !== null && Object.hasOwn(value, name))
  for (const name of ['__proto__', 'constructor']) assert(owns(name), name)
  assert(values.some((value) => typeof value === 'string' && value.includes('\0')))
  // In a field they are sent as they are.
  const [deep] = texts.filter((text) => depthOf(text) === 4000)
  assert.equal(depthOf(writeJson({ id: new JsonText('deep', deep ?? ''), name: '[' }).replace('"["', '""')), 4001)
})

test('every call was drawn', { skip: runs < 1500 && 'too few inputs for all of them' }, () => {
  assert.deepEqual(
    [...callsByName.keys()].filter((name) => !drawn.has(name)),
    [],
  )
})

test('nothing of it was a program error, and every cent adds up', async () => {
  const metrics = await (await fetch(new URL('/metrics', world.url))).text()
  assert.doesNotMatch(metrics, /^failures_total\{/m)
  await world.step(2)
  await world.verify()
})
