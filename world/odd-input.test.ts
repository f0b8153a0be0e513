import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { everyCall } from '@mex/contract/calls.ts'
import type { Call } from '@mex/contract/call.ts'
import { wireObjectOf } from '@mex/contract/wire.ts'
import type { Envelope, Person } from './person.ts'
import { openWorld, type World } from './world.ts'

/** No input makes a call answer 500 (design §8). */

let world: World
let alice: Person
let orderId: number
before(async () => {
  world = await openWorld({ seed: 'odd' })
  alice = await world.person()
  const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '20' }
  orderId = ((await alice.askWire(calls.trading.createStock, share)).envelope.data as { readonly id: number }).id
  await world.step()
})
after(() => world[Symbol.asyncDispose]())

let deep: unknown = 'bottom'
for (let level = 0; level < 2000; level += 1) deep = level % 2 === 0 ? [deep] : { deep }

/** Unusual and invalid values of every type. */
const odd: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  -1e308,
  5e-324,
  2 ** 53,
  2_147_483_648,
  '',
  ' ',
  '0',
  '-0',
  '00001',
  '1e3',
  '١٢٣',
  '１２',
  '0x10',
  'NaN',
  'Infinity',
  '1_000',
  '999999999999999999999999.99999999',
  '0.000000001',
  '-5',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '😀'.repeat(60),
  "'; drop table app_user; --",
  '%27 or 1=1',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(10_000),
  [],
  [1],
  ['AAPL', 'MSFT'],
  [[[]]],
  {},
  { length: 1 },
  { toString: 'x' },
  { constructor: 1 },
  deep,
]

/** Valid values of fields, so that only the tested field of a request is odd. */
const valid: Readonly<Record<string, unknown>> = {
  stockCode: 'AAPL',
  goldCode: 'MES',
  stkcode: 'AAPL',
  secuCode: 'AAPL',
  market: 'US',
  classify: 'UsStock',
  source: 0,
  assettype: 0,
  direction: 0,
  orderType: 0,
  quantity: '1',
  leverage: 1,
  openClose: 0,
  fromWalletType: 1,
  toWalletType: 8,
  walletType: 8,
  amount: '1.00',
  pageNum: 1,
  pageSize: 10,
  timeZone: 'UTC',
  quoteId: 'US:AAPL@1',
  email: 'odd@example.org',
  username: 'odd@example.org',
  password: 'wrong-password',
  passwordConfirm: 'wrong-password',
  emailCode: '000000',
  agree: true,
  list: [{ stkcode: 'AAPL' }],
}

/** Valid values of fields that depend on the call. */
const validFor: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/m_ft/topList': { type: 'gainers' },
  '/m_ft/kline': { type: '1D' },
  '/getEmailCode': { type: 'register' },
  '/position/flatPosition': { type: 'half' },
  '/position/getHalfOrFullNum': { type: 'full' },
  '/hk/create': { stockCode: '00700', market: 'HK', classify: 'HK', quantity: '100' },
  '/crude/create': { stockCode: 'EURUSD', quantity: '0.01' },
}

const fieldsOf = (call: Call): readonly string[] => Object.keys(wireObjectOf(call.input)?.shape ?? {})

function validFields(call: Call): Record<string, unknown> {
  const own = validFor[call.path] ?? {}
  return Object.fromEntries(
    fieldsOf(call).flatMap((field) => {
      const value = field === 'id' ? orderId : (own[field] ?? valid[field])
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

const statuses = new Set([200, 401, 404, 413])
const atOnce = 8

/** Sends all requests, `atOnce` at a time, and returns the answers that are not as promised. */
async function unexpectedAnswers(tries: readonly { readonly what: string; readonly send: () => Promise<Response> }[]) {
  const found: string[] = []
  const left = [...tries]
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const response = await next.send()
      const text = await response.text()
      const { code } = JSON.parse(text) as Envelope
      if (!statuses.has(response.status) || typeof code !== 'number' || code === 500)
        found.push(`${next.what}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

/** Opens a new session if a call has ended the last one: without a session every answer would be 401. */
async function renewSession(): Promise<void> {
  if ((await alice.ask(calls.account.me, {})).status !== 200) alice = await world.person()
}

const headers = () => ({ 'content-type': 'application/json', authorization: alice.token ?? '' })
const named = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 60)

function request(call: Call, fields: Readonly<Record<string, unknown>>): Promise<Response> {
  const rest = { ...fields }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(typeof value === 'string' ? value.toWellFormed() : named(value)) || '-'
  })
  if (call.method === 'POST') {
    const key = crypto.randomUUID()
    const body = JSON.stringify(rest)
    return alice.fetch(path, { method: 'POST', headers: { ...headers(), 'idempotency-key': key }, body })
  }
  const query = Object.entries(rest).map(([name, value]) => {
    const text = typeof value === 'string' ? value.toWellFormed() : named(value)
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`
  })
  return alice.fetch(`${path}?${query.join('&')}`, { headers: headers() })
}

for (const { area, name, call } of everyCall) {
  // Logout ends the session of the other tests and has no input besides the token.
  if (call === calls.account.logout) continue
  test(`${area}.${name} answers odd values of every field in the envelope, without a 500`, async () => {
    await renewSession()
    const base = validFields(call)
    const tries = fieldsOf(call).flatMap((field) =>
      odd.map((value) => ({
        what: `${call.path} ${field} = ${named(value)}`,
        send: () => request(call, { ...base, [field]: value }),
      })),
    )
    assert.deepEqual(await unexpectedAnswers(tries), [])
  })
}

test('answers bodies that are not objects, and unknown fields, in the envelope', async () => {
  const bodies = [
    'null',
    '[]',
    '[1,2]',
    '"text"',
    '1',
    'true',
    JSON.stringify(deep),
    `{"a":${'['.repeat(50_000)}`,
    '{"a":1',
    '\u0000',
  ]
  const strange = JSON.stringify({ ...valid, id: orderId, hasOwnProperty: 1, toJSON: 1, valueOf: {} })
  const posts = everyCall.filter(({ call }) => call.method === 'POST' && call !== calls.account.logout)
  const tries = posts.flatMap(({ call }) =>
    [...bodies, strange].map((body) => ({
      what: `${call.path} ${body.slice(0, 40)}`,
      send: () => alice.fetch(call.path.replaceAll(/\{\w+\}/g, '1'), { method: 'POST', headers: headers(), body }),
    })),
  )
  assert.deepEqual(await unexpectedAnswers(tries), [])
})

/** As text, because `JSON.stringify` would omit the first one. */
const polluting = [
  '"__proto__":{"polluted":true}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"other":[{"__proto__":{"polluted":true}}]',
  String.raw`"\u005f_proto__":{"polluted":true}`,
]

test('refuses prototype pollution anywhere in a body', async () => {
  await renewSession()
  const posts = everyCall.filter(({ call }) => call.method === 'POST' && call !== calls.account.logout)
  for (const { call } of posts)
    for (const pair of polluting) {
      const path = call.path.replaceAll(/\{\w+\}/g, '1')
      const body = `{${pair},${JSON.stringify(validFields(call)).slice(1)}`.replace(',}', '}')
      const response = await alice.fetch(path, { method: 'POST', headers: headers(), body })
      const { code, data } = (await response.json()) as Envelope
      assert.deepEqual([code, data], [1000, { field: 'body' }], `${call.path} ${pair}`)
    }
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('answers queries with repeated, nested and badly encoded names in the envelope', async () => {
  const gets = everyCall.filter(({ call }) => call.method === 'GET')
  const tries = gets.flatMap(({ call }) => {
    const names = [...fieldsOf(call), 'unknown']
    const queries = names.flatMap((each) => [
      `${each}=AAPL&${each}=MSFT`,
      `${each}[]=AAPL`,
      `${each}[a]=1`,
      `${each}=%`,
      `${each}=%00`,
      `${each}=%FF%FE`,
      `__proto__[${each}]=1`,
      each,
    ])
    return queries.map((query) => ({
      what: `${call.path}?${query}`,
      send: () => alice.fetch(`${call.path}?${query}`, { headers: headers() }),
    }))
  })
  assert.deepEqual(await unexpectedAnswers(tries), [])
})

test('counts no failure after all these requests, and the ledger is right', async () => {
  const metrics = await (await alice.fetch('/metrics')).text()
  assert.doesNotMatch(metrics, /^failures_total\{/m)
  await world.step(2)
  await world.verify()
})
