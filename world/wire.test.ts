import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { newKey, type Envelope, type Person, type Reply } from './person.ts'
import { openWorld, type World } from './world.ts'

/** The common HTTP behaviour of calls (specification, calls A): envelope, headers, sessions, idempotency keys. */

let world: World
let alice: Person
before(async () => {
  world = await openWorld({ seed: 'wire' })
  alice = await world.person()
})
after(() => world[Symbol.asyncDispose]())

const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1' }
const paging = { pageNum: 1, pageSize: 50 }

async function envelopeOf(path: string, init: RequestInit = {}): Promise<readonly [status: number, Envelope]> {
  const response = await alice.fetch(path, init)
  return [response.status, (await response.json()) as Envelope]
}

const posted = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type, authorization: alice.token ?? '' },
  body,
})

test('answers 404 in the envelope to an unknown path and to a known one with another method', async () => {
  for (const [path, init] of [
    ['/nothing/here', {}],
    ['/nothing/here', posted('{}')],
    ['/stock/create', {}],
    ['/m_ft/kline', posted('{}')],
    ['/stock/create', { method: 'DELETE' }],
    ['/%00', {}],
    ['/%zz', {}],
    [`/userSelfSecurity/delete/${'1'.repeat(100)}`, posted('{}')],
  ] as const) {
    assert.deepEqual(
      await envelopeOf(path, init),
      [404, { code: 404, msg: 'The URL does not exist', data: null }],
      path,
    )
  }
})

test('answers 413 in the envelope to a body of 300 KB', async () => {
  const [status, envelope] = await envelopeOf('/stock/create', posted(JSON.stringify({ code: 'x'.repeat(300_000) })))
  assert.deepEqual([status, envelope.code], [413, 413])
})

test('refuses invalid JSON, prototype names and other content types as an invalid parameter', async () => {
  for (const [body, type] of [
    ['{', 'application/json'],
    ['{"id": 1,}', 'application/json'],
    ['{"__proto__": {"admin": true}}', 'application/json'],
    ['{"constructor": {"prototype": {}}}', 'application/json'],
    ['id=1', 'application/x-www-form-urlencoded'],
    ['<id>1</id>', 'text/xml'],
  ] as const) {
    const [status, { code, msg }] = await envelopeOf('/orders/cancel', posted(body, type))
    assert.deepEqual([status, code], [200, 1000], body)
    assert.match(msg, /^Invalid parameter/)
  }
})

test('reads an empty body as an empty object', async () => {
  assert.equal((await envelopeOf('/api/user/info', posted('')))[1].code, 200)
})

test('returns the request id of the client, and replaces an invalid one', async () => {
  const idOf = async (given: string) =>
    (await alice.fetch('/market/clock', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
  assert.equal(await idOf('order-17_a'), 'order-17_a')
  for (const invalid of ['a b', 'x'.repeat(65), '<script>', '"'])
    assert.match((await idOf(invalid)) ?? '', /^[0-9a-f-]{36}$/)
})

test('answers messages in the language of the header, and in English for an unknown language', async () => {
  const messageIn = async (lang: string) =>
    (await alice.askWire(calls.trading.cancelOrder, { id: 1 }, { headers: { lang } })).envelope.msg
  assert.equal(await messageIn('en'), 'Not found')
  assert.equal(await messageIn('zh-CN'), '未找到')
  assert.equal(await messageIn('zh-TW'), '未找到')
  assert.equal(await messageIn('fr'), 'Not found')
  const inChinese = await alice.askWire(calls.trading.cancelOrder, { id: 'x' }, { headers: { lang: 'zh-CN' } })
  assert.notEqual(inChinese.envelope.msg, 'Not found')
})

test('without a session a user call answers 401 and a public call answers as usual', async () => {
  const stranger = world.stranger()
  const expired = { code: 401, msg: 'Login Expired', data: null }
  for (const authorization of ['', 'x', 'Bearer', 'Bearer x', 'x'.repeat(5000), '§'.replace('§', '%')]) {
    const headers = { authorization }
    const asked = await stranger.ask(calls.account.me, {}, { headers })
    assert.deepEqual([asked.status, asked.envelope], [401, expired], authorization.slice(0, 20))
    assert.equal((await stranger.ask(calls.market.clock, {}, { headers })).envelope.code, 200)
  }
  const bearer = { authorization: `Bearer ${alice.token}` }
  assert.equal((await stranger.ask(calls.account.me, {}, { headers: bearer })).envelope.code, 200)
})

test('revokes a session immediately at logout, and no other session', async () => {
  const bob = await world.person()
  const token = bob.token ?? ''
  await bob.call(calls.account.logout, {})
  const again = await bob.ask(calls.account.me, {})
  assert.deepEqual([again.status, again.envelope.code], [401, 401])
  const order = await bob.askWire(calls.trading.createStock, share)
  assert.deepEqual([order.status, order.envelope.code], [401, 401])
  assert.notEqual(token, '')
  assert.equal((await alice.call(calls.account.me, {})).isGuest, true)
})

const data = ({ envelope }: Reply): unknown => envelope.data
const code = ({ envelope }: Reply): number => envelope.code

test('executes a call once for an idempotency key and the same content, and repeats the answer', async () => {
  const bob = await world.person()
  const key = newKey()
  const first = await bob.askWire(calls.trading.createStock, share, { key })
  const again = await bob.askWire(calls.trading.createStock, share, { key })
  const shuffled = Object.fromEntries(Object.entries(share).toReversed())
  const reordered = await bob.askWire(calls.trading.createStock, shuffled, { key })
  assert.equal(code(first), 200)
  for (const reply of [again, reordered]) assert.deepEqual(data(reply), data(first))
  assert.equal((await bob.call(calls.trading.orders, paging)).total, 1)
  await world.step()
  assert.deepEqual(data(await bob.askWire(calls.trading.createStock, share, { key })), data(first))
  assert.equal((await bob.call(calls.trading.orders, { ...paging, status: 'all' })).total, 1)
})

test('refuses an idempotency key with other content, but accepts it for another call and another user', async () => {
  const bob = await world.person()
  const key = newKey()
  assert.equal(code(await bob.askWire(calls.trading.createStock, share, { key })), 200)
  assert.equal(code(await bob.askWire(calls.trading.createStock, { ...share, quantity: '2' }, { key })), 1007)
  const transfer = { fromWalletType: 1, toWalletType: 8, amount: '10' }
  assert.equal(code(await bob.askWire(calls.wallet.transfer, transfer, { key })), 200)
  assert.equal(code(await alice.askWire(calls.trading.createStock, { ...share, quantity: '2' }, { key })), 200)
})

test('stores a refusal under its idempotency key', async () => {
  const bob = await world.person()
  const key = newKey()
  const tooMuch = { fromWalletType: 8, toWalletType: 1, amount: '25000.01' }
  assert.equal(code(await bob.askWire(calls.wallet.transfer, tooMuch, { key })), 1300)
  await bob.call(calls.wallet.transfer, { from: 'BALANCE', to: 'US_STOCK', amount: moneyOf('100000') })
  await world.pass(60)
  assert.equal(code(await bob.askWire(calls.wallet.transfer, tooMuch, { key })), 1300)
  assert.equal(code(await bob.askWire(calls.wallet.transfer, tooMuch)), 200)
})

test('refuses the same content without a key within three seconds as a duplicate', async () => {
  const bob = await world.person()
  const send = (quantity: string) => bob.askWire(calls.trading.createStock, { ...share, quantity }, { key: undefined })
  assert.equal(code(await send('1')), 200)
  assert.equal(code(await send('1')), 1006)
  assert.equal(code(await send('2')), 200)
  assert.equal((await bob.call(calls.trading.orders, paging)).total, 2)
})

test('refuses an idempotency key that is not a UUID, without executing the call', async () => {
  const bob = await world.person()
  for (const key of ['short', 'x'.repeat(65), 'with spaces in it'])
    assert.equal(code(await bob.askWire(calls.trading.createStock, { ...share, quantity: '3' }, { key })), 1000)
  assert.equal((await bob.call(calls.trading.orders, paging)).total, 0)
})

test('an object of another user answers exactly like a missing one', async () => {
  const bob = await world.person()
  const order = (await bob.askWire(calls.trading.createStock, share)).envelope.data as { readonly id: number }
  await world.step()
  const waiting = { ...share, orderType: 1, limitPrice: '1', quantity: '1' }
  const limit = await bob.call(calls.market.quote, { code: 'AAPL', market: 'US' })
  const below = { ...waiting, limitPrice: String((limit.last * 90n) / 100n / 10n ** 8n) }
  const working = (await bob.askWire(calls.trading.createStock, below)).envelope.data as { readonly id: number }
  const moved = await bob.call(calls.wallet.transfer, { from: 'BALANCE', to: 'FOREX', amount: moneyOf('5') })
  const watched = { code: 'AAPL', market: 'US', classify: 'UsStock', source: 0 } as const
  const row = await bob.call(calls.watchlist.save, watched)
  const [session] = await bob.call(calls.account.sessions, {})
  const missing = 999_999_999
  const affordable = { ...share, source: 0, type: 'full', openClose: 1, leverage: 1 }
  for (const [call, fields, id] of [
    [calls.trading.close, { type: 'full' }, order.id],
    [calls.trading.addMargin, { amount: '5' }, order.id],
    [calls.trading.cancelOrder, {}, working.id],
    [calls.wallet.cancelTransfer, {}, moved.id],
    [calls.watchlist.remove, {}, row.id],
    [calls.account.revokeSession, {}, session?.id ?? 0],
  ] as const) {
    const foreignReply = await alice.askWire(call, { ...fields, id })
    const missingReply = await alice.askWire(call, { ...fields, id: missing })
    assert.deepEqual(foreignReply.envelope, missingReply.envelope, call.path)
    // Removing an unwatched instrument succeeds: the call is idempotent.
    if (call !== calls.watchlist.remove) assert.notEqual(foreignReply.envelope.code, 200, call.path)
  }
  const foreignReply = await alice.askWire(calls.trading.affordable, { ...affordable, positionId: order.id })
  const missingReply = await alice.askWire(calls.trading.affordable, { ...affordable, positionId: missing })
  assert.deepEqual(foreignReply.envelope, missingReply.envelope)
  // Bob's objects are unchanged.
  assert.equal((await bob.call(calls.trading.positions, paging)).total, 1)
  assert.equal((await bob.call(calls.trading.orders, paging)).rows[0]?.cancelRequestedAt, undefined)
  assert.equal((await bob.call(calls.watchlist.list, {})).length, 1)
  assert.equal((await bob.call(calls.account.me, {})).isGuest, true)
})

test('refuses calls above the rate limit, also those with a stored answer', async () => {
  const allowance = { perMinute: 5 }
  const rates = {
    read: allowance,
    history: allowance,
    money: allowance,
    authentication: { perMinute: 50 },
    code: allowance,
    upload: allowance,
  }
  await using narrow = await openWorld({ allowances: { person: rates, network: rates } })
  const bob = await narrow.person()
  const key = newKey()
  const first = await bob.askWire(calls.trading.createStock, share, { key })
  const codes: number[] = []
  for (let count = 0; count < 6; count += 1) codes.push(code(await bob.askWire(calls.trading.createStock, share)))
  assert.deepEqual(codes, [200, 200, 200, 200, 1005, 1005])
  assert.equal(code(first), 200)
  assert.equal(code(await bob.askWire(calls.trading.createStock, share, { key })), 1005)
  assert.equal(code(await bob.askWire(calls.account.me, {})), 200, 'other rate classes have their own limits')
  const carol = await narrow.person()
  assert.equal(code(await carol.askWire(calls.trading.createStock, share)), 200, 'other users have their own limits')
})

test('serves health, readiness, metrics and the API description, with a strict content security policy', async () => {
  assert.deepEqual(await (await alice.fetch('/healthz')).json(), { alive: true })
  const ready = await alice.fetch('/readyz')
  assert.equal(ready.status, 200)
  assert(Object.values((await ready.json()) as object).every((part) => part === true))
  assert.match(await (await alice.fetch('/metrics')).text(), /^call_duration_seconds_count\{.*"\/stock\/create"/m)
  assert.equal((await alice.fetch('/docs')).status, 200)
  const policy = (await alice.fetch('/market/clock')).headers.get('content-security-policy') ?? ''
  assert.match(policy, /script-src 'self'(;|$)/)
  assert.doesNotMatch(policy, /unsafe-eval/)
})
