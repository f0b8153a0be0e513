import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { refusalCode } from '@mex/contract/refusals.ts'
import { calls } from '@mex/contract/areas.ts'
import { readRequest } from '@mex/contract/reading.ts'
import { quantityOf } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { idempotencyKeyHash } from '#db/idempotency-keys.ts'
import { findOrder, findPosition, loadLive } from './store.ts'
import { accepted, openTradingTest } from './testing.ts'

const market = await openTradingTest()
after(async () => {
  await market.expectBalancedLedger()
  await market[Symbol.asyncDispose]()
})

async function held(user: number, keys: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const key of keys) ids.push(accepted(await market.open(user, { key, quantity: '2' })).id)
  await market.tick(2)
  return ids
}

test("trading.closeSeveral answers for another user's position as for none, and closes the others", async () => {
  const [user, other] = [await market.person(), await market.person()]
  const [first = 0, second = 0, third = 0] = await held(user, ['US:AAPL', 'US:MSFT', 'US:KO'])
  const [foreign = 0] = await held(other, ['US:AAPL'])
  accepted(await market.close(user, second))
  const { results } = await market.several(user, 'close', [first, second, foreign, 987_654_321, third])
  assert.deepEqual(
    results.map(({ id, refusal }) => [id, refusal?.code]),
    [
      [first, undefined],
      [second, refusalCode('quantity_not_closable')],
      [foreign, refusalCode('position_not_found')],
      [987_654_321, refusalCode('position_not_found')],
      [third, undefined],
    ],
  )
  assert.equal(results[1]?.refusal?.message, 'Quantity exceeds the closable quantity')
  assert.deepEqual(
    results.map(({ order }) => [order?.positionId, order?.quantity]),
    [
      [first, quantityOf('2')],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
      [third, quantityOf('2')],
    ],
  )
  await market.tick(2)
  for (const id of [first, second, third])
    assert.equal((await findPosition(market.database.db, user, id))?.state, 'CLOSED')
  assert.equal((await findPosition(market.database.db, other, foreign))?.state, 'OPEN')
})

test("trading.cancelSeveral answers for another user's order as for none, and cancels the others", async () => {
  const [user, other] = [await market.person(), await market.person()]
  const [filled = 0] = await held(user, ['US:AAPL'])
  const limit = String((market.feed.quote('US:AAPL', market.clock.now())?.last ?? 0n) / 100_000_000n - 20n)
  const rest = async (whose = user) => accepted(await market.open(whose, { type: 'limit', limit, quantity: '1' })).id
  const ids = [await rest(), await rest(), await rest()]
  const foreign = await rest(other)
  const { results } = await market.several(user, 'cancel', [...ids.slice(0, 2), filled, foreign, 987_654_321])
  assert.deepEqual(
    results.map(({ refusal }) => refusal?.code),
    [undefined, undefined, refusalCode('order_final'), refusalCode('not_found'), refusalCode('not_found')],
  )
  await market.tick()
  assert.equal((await findOrder(market.database.db, other, foreign))?.cancelRequestedAt, undefined)
  for (const id of ids.slice(0, 2)) assert.equal((await findOrder(market.database.db, user, id))?.reason, 'CANCELLED')
  assert.deepEqual(
    (await loadLive(market.database.db, [user])).orders.map(({ id }) => id),
    ids.slice(2),
  )
})

test('twenty simultaneous requests under one key close each position once', async () => {
  const user = await market.person()
  const ids = await held(user, ['US:AAPL', 'US:MSFT'])
  const request = {
    scope: user,
    call: calls.trading.closeSeveral.path,
    keyHash: idempotencyKeyHash('50000000-0000-4000-8000-000000000054'),
    body: Buffer.from('body'),
    encode: (answer: unknown) =>
      JSON.stringify((answer as { results: readonly { id: number }[] }).results.map(({ id }) => id)),
    decode: (stored: string): unknown => JSON.parse(stored),
  }
  const send = () =>
    market.engine.lane.send({ kind: 'several', what: 'close', userId: user, request, ids, language: 'en' })
  const outcomes = await Promise.all(Array.from({ length: 20 }, send))
  assert(!outcomes.some((outcome) => isRefusal(outcome)))
  assert.equal((await loadLive(market.database.db, [user])).orders.length, 2)
})

test('a command is for one to fifty', () => {
  const { input } = calls.trading.closeSeveral
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  for (const count of [1, 50]) assert(!('refused' in readRequest(input, { ids: ids(count) })))
  for (const wrong of [[], ids(51), 'all', [0], undefined])
    assert('refused' in readRequest(input, { ids: wrong }), String(wrong))
})
