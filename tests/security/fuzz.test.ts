import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Call } from '@mex/contract/call.ts'
import { calls } from '@mex/contract/areas.ts'
import { everyCall } from '@mex/contract/calls.ts'
import { answerIn, addressCall, readAnswer } from '@mex/contract/client.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import type { Envelope, Person } from '@mex/world/person.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { present } from '@mex/core/assert.ts'
import fc from 'fast-check'
import { hostileJson, JsonText, rawBodies, requestsOf, writeJson, type Known, type RawBody } from './arbitraries.ts'

/**
 * Fuzzes every call with inputs drawn from the contract: no answer is a program error or takes two seconds, every answer
 * has the promised form, and afterwards the ledger balances.
 * `FUZZ_RUNS=100000 npm test -- tests/security/fuzz.test.ts` is the long run; `FUZZ_SEED` repeats a run.
 */
const runs = Number(process.env['FUZZ_RUNS'] ?? 1500)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)

let world: World
let people: Person[]
before(async () => {
  world = await openWorld({ seed: 'fuzz' })
  people = await Promise.all(Array.from({ length: 4 }, () => world.person()))
  await createObjects()
})
after(() => world[Symbol.asyncDispose]())

const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '20' }
const ids: number[] = [1, 0, 999_999]

/** Creates orders, positions and transfers, so that drawn ids exist. */
async function createObjects(): Promise<void> {
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

/** Valid values by the name of the field. */
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

/** Passkey credentials with client data that no authenticator would send. */
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

/** The refusals that every call may give (specification, calls A). */
const common = new Set([
  'invalid_parameter',
  'too_many_requests',
  'unavailable',
  'try_again',
  'duplicate_request',
  'request_key_reused',
])
const statuses = new Set([200, 400, 401, 403, 404, 413, 414, 415, 431])

type Attempt = {
  readonly who: number
  /** 'trading.close': a name, so that a reported counterexample is readable. */
  readonly name: string
  readonly body: { readonly fields: Record<string, unknown> } | { readonly raw: RawBody }
}

const callsByName: ReadonlyMap<string, Call> = new Map(
  everyCall.map(({ area, name, call }) => [`${area}.${name}`, call] as const),
)
const callOf = (name: string): Call => present(callsByName.get(name), name)

const attempts: fc.Arbitrary<Attempt> = fc
  .record({
    who: fc.integer({ min: -1, max: 3 }),
    name: fc.constantFrom(...callsByName.keys()),
    kind: fc.integer({ min: 0, max: 19 }),
  })
  .chain(({ who, name, kind }): fc.Arbitrary<Attempt> => {
    const call = callOf(name)
    if (kind === 0 && call.method === 'POST') return rawBodies.map((raw) => ({ who, name, body: { raw } }))
    return requestsOf(call, known).map((fields) => ({ who, name, body: { fields } }))
  })

function request({ name, body }: Attempt, token: string | undefined): Promise<Response> {
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

/** A URL cannot hold lone surrogates or empty path segments. */
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

/** Replaces a user whose session or account the call has ended. */
async function renew(who: number, call: Call, status: number): Promise<void> {
  if (who < 0 || (status !== 401 && status !== 403 && call !== calls.account.logout)) return
  people[who] = await world.person()
}

/** The number of answers by code. */
const answers = new Map<number, number>()
const drawn = new Set<string>()

/** How often each call took two seconds. A few times are allowed, because the machine may be busy. */
const slow = new Map<string, number>()
const slowMost = 2 + Math.floor(runs / 5000)
function noteTime(name: string, took: number): void {
  assert(took < 20_000, `${name} took ${took} ms`)
  if (took < 2000) return
  const times = (slow.get(name) ?? 0) + 1
  slow.set(name, times)
  assert(times <= slowMost, `${name} took ${took} ms, and more than two seconds ${times} times`)
}

async function check(attempt: Attempt): Promise<void> {
  const { who, name } = attempt
  const call = callOf(name)
  const began = performance.now()
  const response = await request(attempt, people[who]?.token)
  const text = await response.text()
  const took = performance.now() - began
  assert(statuses.has(response.status), `${name} answers ${response.status}: ${text.slice(0, 300)}`)
  noteTime(name, took)
  // The HTTP parser answers a URL that is too long, without an envelope.
  if (response.status === 414 || response.status === 431) return
  const envelope = JSON.parse(text) as Envelope
  assert.equal(typeof envelope.msg, 'string', name)
  assert.deepEqual(Object.keys(envelope).toSorted(), ['code', 'data', 'msg'], name)
  answers.set(envelope.code, (answers.get(envelope.code) ?? 0) + 1)
  if (envelope.code === 200) readAnswer(call, answerIn(call, envelope))
  else if (response.status === 200) {
    const word = refusalOfCode(envelope.code)
    assert(word !== undefined, `${name} answers the unknown code ${envelope.code}`)
    assert(
      common.has(word) || call.refusals.includes(word),
      `${name} refuses with ${word}, which the contract does not list`,
    )
    assert.doesNotMatch(envelope.msg, /\{\w+\}/, `${name}: the message has an unfilled placeholder`)
  }
  await renew(who, call, response.status)
}

test(`answers ${runs} inputs drawn from the contract without a program error, in the promised form, within two seconds`, async (run) => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(attempts, async (attempt) => {
      count += 1
      drawn.add(attempt.name)
      await check(attempt)
      // The market ticks meanwhile, so that orders fill.
      if (count % 250 === 0) await world.step()
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
  const byCount = [...answers].toSorted(([, one], [, other]) => other - one)
  run.diagnostic(`took two seconds: ${[...slow].map(([name, times]) => `${times} × ${name}`).join(', ') || 'none'}`)
  run.diagnostic(byCount.map(([code, times]) => `${times} × ${code}`).join(', '))
  assert((answers.get(200) ?? 0) > runs / 10, 'enough inputs pass validation')
})

test('the hostile inputs are valid JSON, up to 4000 levels deep and 4000 values wide, with prototype names', () => {
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
  // A field carries a hostile value unchanged.
  const [deep] = texts.filter((text) => depthOf(text) === 4000)
  assert.equal(depthOf(writeJson({ id: new JsonText('deep', deep ?? ''), name: '[' }).replace('"["', '""')), 4001)
})

test('the inputs covered every call', { skip: runs < 1500 && 'too few inputs to cover every call' }, () => {
  assert.deepEqual(
    [...callsByName.keys()].filter((name) => !drawn.has(name)),
    [],
  )
})

test('the inputs caused no program error, and the ledger balances', async () => {
  const metrics = await (await fetch(new URL('/metrics', world.url))).text()
  assert.doesNotMatch(metrics, /^failures_total\{/m)
  await world.step(2)
  await world.verify()
})
