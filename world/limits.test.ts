import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import type { Call } from '@mex/contract/call.ts'
import { calls } from '@mex/contract/areas.ts'
import { everyCall } from '@mex/contract/calls.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import { present } from '@mex/core/assert.ts'
import { everything, few } from './limits-testing.ts'
import { newKey, openPerson, type Person, type Reply } from './person.ts'
import { openWorld, type World } from './world.ts'

/** Refusals that every call has besides its own: authentication, rate limits and idempotency keys. */

let world: World
before(async () => {
  world = await openWorld({ seed: 'limits' })
})
after(() => world[Symbol.asyncDispose]())

const codesOf = ({ status, envelope }: Reply) => [status, envelope.code] as const
const word = ({ envelope }: Reply): string | undefined => refusalOfCode(envelope.code)
const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1' }
const moved = { fromWalletType: 1, toWalletType: 8, amount: '10' }

/** Fields for the placeholders in the paths of calls. */
const anyFields = { id: 1, stockCode: 'AAPL' }

for (const { area, name, call } of everyCall.filter((entry) => entry.call.who !== 'anyone'))
  test(`${area}.${name} answers 401 without a session`, async () => {
    const anonymous = world.stranger()
    assert.deepEqual(codesOf(await anonymous.askWire(call, anyFields)), [401, 401])
    anonymous.token = 'no-such-token'
    assert.deepEqual(codesOf(await anonymous.askWire(call, anyFields)), [401, 401])
  })

test('a registration token gets 403 from calls for users, and 200 from other calls', async () => {
  const person = world.stranger()
  const email = 'onboarding@example.org'
  const { devCode } = await person.call(calls.account.sendEmailCode, { email, purpose: 'register' })
  const password = 'practice-makes-4'
  const emailCode = present(devCode, 'a code')
  const input = { email, emailCode, password, passwordConfirm: password, agree: true } as const
  person.token = (await person.call(calls.account.register, input)).token
  for (const { call } of everyCall.filter((entry) => entry.call.who !== 'anyone')) {
    const reply = codesOf(await person.askWire(call, anyFields))
    if (call.who === 'user') assert.deepEqual(reply, [403, 403], call.path)
    else assert.equal(reply[0], 200, call.path)
  }
  assert.deepEqual(codesOf(await person.ask(calls.market.clock, {})), [200, 200])
})

test('answers 404 to an unknown path, 413 to a large body and 1000 to invalid JSON, in the envelope', async () => {
  const person = world.stranger()
  const post = async (path: string, body: string) => {
    const response = await person.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const envelope = (await response.json()) as { readonly code: number; readonly msg: string; readonly data: unknown }
    assert.deepEqual(Object.keys(envelope), ['code', 'msg', 'data'])
    return [response.status, envelope.code]
  }
  assert.deepEqual(await post('/no/such/call', '{}'), [404, 404])
  assert.deepEqual(await post('/guest', JSON.stringify({ lang: 'x'.repeat(300_000) })), [413, 413])
  for (const body of ['{', 'null}', '"', '{"__proto__":{}}', '[1]', '7'])
    assert.deepEqual(await post('/loginByUsername', body), [200, body === '[1]' || body === '7' ? 1001 : 1000], body)
})

test('repeats the stored answer for a repeated idempotency key, and refuses the key with other content', async () => {
  const person = await world.person()
  const key = newKey()
  const first = await person.askWire(calls.wallet.transfer, moved, { key })
  assert.deepEqual((await person.askWire(calls.wallet.transfer, moved, { key })).envelope, first.envelope)
  const other = await person.askWire(calls.wallet.transfer, { ...moved, amount: '11' }, { key })
  assert.equal(word(other), 'request_key_reused')
  const stranger = await world.person()
  const own = await stranger.askWire(calls.wallet.transfer, { ...moved, amount: '11' }, { key })
  assert.equal(own.envelope.code, 200, 'a key belongs to one user')
  const refused = await person.askWire(calls.wallet.transfer, { ...moved, amount: '99000000' }, { key: newKey() })
  assert.equal(word(refused), 'insufficient_balance')
})

test('refuses an idempotency key that is not a UUID, without executing the call', async () => {
  const person = await world.person()
  const upper = newKey().toUpperCase()
  const balance = async () => (await person.askWire(calls.wallet.balance, { walletType: 1 })).envelope.data
  const before = await balance()
  for (const key of ['abcdefgh', 'x'.repeat(64), upper.slice(1), `${upper}0`, upper.replaceAll('-', '')]) {
    const { envelope } = await person.askWire(calls.wallet.transfer, moved, { key })
    assert.deepEqual([envelope.code, envelope.msg], [1000, 'Invalid parameter: request key'], key)
  }
  assert.deepEqual(await balance(), before)
  const first = await person.askWire(calls.wallet.transfer, moved, { key: upper })
  const again = await person.askWire(calls.wallet.transfer, moved, { key: upper.toLowerCase() })
  assert.deepEqual(again.envelope, first.envelope, 'keys are case-insensitive')
})

test('refuses the same call without a key within three seconds as a duplicate, per user', async () => {
  const [person, other] = [await world.person(), await world.person()]
  const tap = (who: Person, amount = '10') =>
    who.askWire(calls.wallet.transfer, { ...moved, amount }, { key: undefined })
  assert.equal((await tap(person)).envelope.code, 200)
  assert.equal(word(await tap(person)), 'duplicate_request')
  assert.equal((await tap(person, '12')).envelope.code, 200)
  assert.equal((await tap(other)).envelope.code, 200)
})

test('refuses an order while the ledger is inconsistent, and does not store the refusal under its key', async () => {
  const person = await world.person()
  const key = newKey()
  const { ledger } = world.server.dependencies
  ledger.isConsistent = false
  const refused = await person.askWire(calls.trading.createStock, share, { key })
  ledger.isConsistent = true
  assert.equal(word(refused), 'unavailable')
  assert.equal((await person.askWire(calls.trading.createStock, share, { key })).envelope.code, 200)
})

test('executes twenty concurrent calls with one idempotency key once, and answers all with its result', async () => {
  const person = await world.person()
  const key = newKey()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => person.askWire(calls.trading.createStock, share, { key })),
  )
  const orderOf = ({ envelope }: Reply) =>
    envelope.code === 200 ? (envelope.data as { readonly id: number }).id : envelope.msg
  assert.equal(new Set(replies.map(orderOf)).size, 1)
  assert.equal((await person.call(calls.trading.orders, { pageNum: 1, pageSize: 50, status: 'all' })).total, 1)
})

test('an object of another user answers exactly like a missing one', async () => {
  const [owner, stranger] = [await world.person(), await world.person()]
  const call = async (asked: Call, fields: Record<string, unknown>) => {
    const { envelope } = await owner.askWire(asked, fields)
    assert.equal(envelope.code, 200, envelope.msg)
    return (envelope.data as { readonly id: number }).id
  }
  const position = await call(calls.trading.createStock, { ...share, quantity: '10', leverage: 2 })
  await world.step(2)
  const order = await call(calls.trading.createStock, share)
  const transfer = await call(calls.wallet.transfer, moved)
  const watched = { assettype: 0, classify: 'UsStock', secuCode: 'AAPL', market: 'US' }
  const watch = await call(calls.watchlist.save, watched)
  const [session] = await owner.call(calls.account.sessions, {})
  const affordable = { ...share, source: 0, type: 'full', openClose: 1 }
  const asking: readonly (readonly [Call, (id: number) => Record<string, unknown>, number | undefined])[] = [
    [calls.trading.close, (id) => ({ id, type: 'full' }), position],
    [calls.trading.addMargin, (id) => ({ id, amount: '1' }), position],
    [calls.trading.affordable, (positionId) => ({ ...affordable, positionId }), position],
    [calls.trading.cancelOrder, (id) => ({ id }), order],
    [calls.trading.amendOrder, (id) => ({ id, filledNum: '0', quantity: '1' }), order],
    [calls.wallet.cancelTransfer, (id) => ({ id }), transfer],
    [calls.watchlist.remove, (id) => ({ id }), watch],
    [calls.account.revokeSession, (id) => ({ id }), session?.id],
  ]
  for (const [asked, fields, id] of asking) {
    const foreignReply = await stranger.askWire(asked, fields(present(id, 'an id')))
    const missingReply = await stranger.askWire(asked, fields(987_654_321))
    assert.deepEqual(
      [foreignReply.status, foreignReply.envelope],
      [missingReply.status, missingReply.envelope],
      asked.path,
    )
  }
  assert.equal((await owner.call(calls.watchlist.list, {})).length, 1, 'the owner’s objects are unchanged')
  assert.equal((await owner.call(calls.account.sessions, {})).length, 1)
  assert.equal((await owner.call(calls.trading.positions, { pageNum: 1, pageSize: 10 })).rows[0]?.pendingMargin, 0n)
})

test('a stopping server answers 503 in the envelope', async () => {
  await using stopping = await openWorld({ seed: 'stopping' })
  const { http } = stopping.server
  const { host, port } = new URL(stopping.url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  // A request that begins before the stop and is completed after it, because idle connections are closed.
  socket.write(`POST /guest HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`)
  await once(http.server, 'connection')
  const closing = stopping.server.close()
  while (http.server.listening) await rest(10)
  socket.write('Content-Length: 2\r\n\r\n{}')
  await Promise.all([closing, once(socket, 'close')])
  assert.match(answer, /^HTTP\/1\.1 503 [^]*"code":503/)
})

type Rate = Call['rate']

/** A call of each rate class, with fields that change nothing. */
const samples: Readonly<Record<Rate, readonly [Call, Record<string, unknown>]>> = {
  read: [calls.market.clock, {}],
  history: [calls.market.candles, { type: '1W', code: 'NOBODY' }],
  money: [calls.wallet.transfer, { fromWalletType: 55 }],
  authentication: [calls.account.login, { username: 'nobody', password: '' }],
  code: [calls.account.sendEmailCode, { type: 'register' }],
  upload: [calls.files.upload, {}],
}

/**
 * Rate limits count in windows of a minute and of a second of the time that passes. That time stands still until a test moves it, so that on a
 * slow machine no call falls into the next window.
 */
function stopTime({ mock }: TestContext): (milliseconds: number) => void {
  let now = performance.now()
  mock.method(performance, 'now', () => now)
  return (milliseconds) => void (now += milliseconds)
}

/** Number of calls before the first too_many_requests. */
async function allowed(person: Person, rate: Rate): Promise<number> {
  const [call, fields] = samples[rate]
  for (let count = 0; count < 10; count += 1)
    if (word(await person.askWire(call, fields)) === 'too_many_requests') return count
  return Infinity
}

for (const rate of Object.keys(samples) as Rate[])
  test(`limits calls of the class ${rate} per signed-in user`, async (context) => {
    const pass = stopTime(context)
    const allowances = { person: { ...everything, [rate]: few }, network: everything }
    await using counted = await openWorld({ seed: 'counted', allowances })
    const [one, other] = [await counted.person(), await counted.person()]
    assert.equal(await allowed(one, rate), 3)
    assert.equal(await allowed(other, rate), 3)
    const classes = (Object.keys(samples) as Rate[]).filter((each) => each !== rate)
    for (const each of classes) assert.equal(await allowed(one, each), Infinity, `${each} has its own limit`)
    pass(59_999)
    assert.equal(await allowed(one, rate), 0)
    pass(1)
    assert.equal(await allowed(one, rate), 3, 'a new window begins after a minute')
  })

for (const rate of ['read', 'history', 'authentication', 'code', 'upload'] as const)
  test(`limits calls of the class ${rate} without a session per network`, async (context) => {
    stopTime(context)
    const allowances = { person: everything, network: { ...everything, [rate]: few } }
    await using counted = await openWorld({ seed: 'counted', allowances })
    const [first, second] = [counted.stranger(), openPerson(counted.url)]
    assert.equal(await allowed(first, rate), 3)
    assert.equal(await allowed(second, rate), 0, 'clients without a session share the limit of their address')
    if (rate === 'authentication') return
    // A guest's session is free: with one for each few tries, nobody may try more codes and passwords.
    assert.equal(await allowed(await counted.person(), rate), rate === 'code' ? 0 : Infinity)
  })

test('limits a burst of money calls per second, also calls with a stored answer', async (context) => {
  const pass = stopTime(context)
  const allowances = { person: { ...everything, money: { perMinute: 1000, burst: 5 } }, network: everything }
  await using counted = await openWorld({ seed: 'counted', allowances })
  const person = await counted.person()
  const key = newKey()
  const first = await person.askWire(calls.wallet.transfer, moved, { key })
  assert.equal(first.envelope.code, 200)
  const burst = async (): Promise<number> => {
    const asked = Array.from({ length: 20 }, () => person.askWire(calls.wallet.transfer, { ...moved, amount: '0' }))
    const tooMany = (await Promise.all(asked)).filter((reply) => word(reply) === 'too_many_requests')
    return 20 - tooMany.length
  }
  assert.equal(await burst(), 4, 'with the first, five in a second')
  const again = () => person.askWire(calls.wallet.transfer, moved, { key })
  assert.equal(word(await again()), 'too_many_requests', 'a call above the limit does not look up its key')
  pass(999)
  assert.equal(await burst(), 0)
  pass(1)
  assert.deepEqual((await again()).envelope, first.envelope)
  assert.equal(await burst(), 4)
})
