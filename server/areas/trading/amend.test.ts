import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatMoney, price, quantityOf, type Price } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { idempotencyKeyHash } from '#db/idempotency-keys.ts'
import { findOrder, findPosition, loadLive } from './store.ts'
import { rollsOf } from '#areas/trading/expiry/store-rolls.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { accepted, bendable, openTradingTest, type BentFeed, type TradingTest } from './testing.ts'

let market: TradingTest
let bent: BentFeed
before(async () => {
  market = await openTradingTest({
    bend: (feed) => {
      bent = bendable(feed)
      return bent
    },
  })
})
after(async () => {
  await market.expectBalancedLedger()
  await market[Symbol.asyncDispose]()
})

/** So many percent of the last price, in whole units. */
const limitAt = (percent: bigint, key = 'US:AAPL'): Price => {
  const last = bent.quote(key, market.clock.now())?.last ?? 0n
  return price(((last * percent) / 100n / 100_000_000n) * 100_000_000n)
}
const text = (limit: Price): string => String(limit / 100_000_000n)
const find = async (user: number, id: number) => await findOrder(market.database.db, user, id)
const rest = (user: number, quantity = '10') =>
  market.open(user, { quantity, type: 'limit', limit: text(limitAt(95n)) })

test('a changed order works in the place of the old one, with its wish to be rolled', async () => {
  const user = await market.person()
  const future = { key: 'FUT:MESZ26', source: sources.future, leverage: 20 }
  const limit = limitAt(95n, future.key)
  const command = { ...future, quantity: '1', type: 'limit', limit: text(limit) } as const
  const old = accepted(await market.open(user, command))
  const asked = { direction: 'long', extendedHours: false, source: future.source, leverage: 20 } as const
  const wished = accepted(
    await market.engine.lane.send({
      kind: 'open',
      userId: user,
      key: future.key,
      order: { ...asked, type: 'limit', limit, quantity: quantityOf('1') },
      autoRoll: true,
      language: 'en',
    }),
  )
  assert('id' in wished)
  const changed = accepted(await market.amend(user, wished.id, { quantity: '2', limit }))
  assert.deepEqual([changed.replacesId, changed.quantity, changed.status], [wished.id, quantityOf('2'), 'accepted'])
  await market.tick()
  assert.equal((await find(user, wished.id))?.reason, 'CANCELLED')
  assert.equal((await find(user, changed.id))?.status, 'accepted')
  const wishes = (await rollsOf(market.database.db, user)).map((row) => row.position_id)
  assert.deepEqual(wishes, [wished.id, changed.id])
  const plain = accepted(await market.amend(user, old.id, { quantity: '2', limit }))
  assert.equal(
    (await rollsOf(market.database.db, user)).some((row) => row.position_id === plain.id),
    false,
  )
  await market.tick()
})

test('a race of a change and a fill has one winner, and loses no money and no order', async () => {
  const user = await market.person()
  const outcomes = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    bent.move('US:AAPL', 100n)
    await market.tick()
    const old = accepted(await rest(user))
    await market.tick()
    const limit = limitAt(94n)
    bent.move('US:AAPL', 80n)
    const [, changed] = await Promise.all([
      round % 3 === 0 ? market.tick() : undefined,
      market.amend(user, old.id, { quantity: '12', limit }),
    ])
    await market.tick(2)
    const before = await find(user, old.id)
    if (isRefusal(changed)) {
      assert.equal(changed.refused, 'order_not_changeable')
      assert.equal(before?.status, 'filled')
      outcomes.add('refused')
    } else {
      const after = await find(user, changed.id)
      outcomes.add(`${before?.reason ?? before?.status} and ${after?.reason ?? after?.status}`)
      assert.equal(after?.reserve, 0n)
    }
    assert.equal(before?.reserve, 0n)
    assert.equal((await loadLive(market.database.db, [user])).orders.length, 0)
    await market.expectBalancedLedger()
  }
  bent.move('US:AAPL', 100n)
  for (const outcome of outcomes)
    assert(['refused', 'CANCELLED and filled', 'filled and FILLED_FIRST'].includes(outcome), outcome)
  assert(outcomes.has('CANCELLED and filled'))
})

test('a cancel and a change at once end in one order less, or in none', async () => {
  const user = await market.person()
  for (let round = 0; round < 6; round += 1) {
    const old = accepted(await rest(user))
    const sent = [
      () => market.cancel(user, old.id),
      () => market.amend(user, old.id, { quantity: '20', limit: limitAt(94n) }),
    ]
    await Promise.all((round % 2 === 0 ? sent : sent.toReversed()).map((send) => send()))
    await market.tick()
    assert.equal((await find(user, old.id))?.reason, 'CANCELLED')
    const { orders } = await loadLive(market.database.db, [user])
    assert.deepEqual(orders, [], 'the cancel holds for the order in its place too')
  }
  assert.equal(formatMoney(await market.available(user, 'US_STOCK')), '25000.00')
})

test('of twenty changes at once one counts, and the others are told', async () => {
  const user = await market.person()
  const old = accepted(await rest(user))
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      market.amend(user, old.id, { quantity: String(11 + index), limit: limitAt(94n) }),
    ),
  )
  const refused = outcomes.filter(isRefusal)
  assert.equal(refused.length, 19)
  assert(refused.every((outcome) => outcome.refused === 'order_not_changeable'))
  await market.tick()
  assert.equal((await loadLive(market.database.db, [user])).orders.length, 1)
})

test('a change under one idempotency key happens once', async () => {
  const user = await market.person()
  const old = accepted(await rest(user))
  const request = {
    scope: user,
    call: '/orders/amend',
    keyHash: idempotencyKeyHash('50000000-0000-4000-8000-000000000053'),
    body: Buffer.from('body'),
    encode: (answer: unknown) => JSON.stringify({ id: (answer as { id: number }).id }),
    decode: (stored: string): unknown => JSON.parse(stored),
  }
  const change = { orderId: old.id, filled: quantityOf('0'), quantity: quantityOf('5'), limit: limitAt(94n) }
  const send = () => market.engine.lane.send({ kind: 'amend', userId: user, request, ...change, language: 'en' })
  const outcomes = await Promise.all(Array.from({ length: 10 }, send))
  const ids = new Set(outcomes.map((outcome) => ('id' in outcome ? outcome.id : outcome)))
  assert.equal(ids.size, 1)
  await market.tick()
  const { orders } = await loadLive(market.database.db, [user])
  assert.deepEqual(new Set(orders.map(({ id }) => id)), ids)
})

test('a changed closing order locks and closes what it says', async () => {
  const user = await market.person()
  const { id } = accepted(await market.open(user, { key: 'US:MSFT', quantity: '10' }))
  await market.tick()
  const limit = limitAt(105n, 'US:MSFT')
  const close = accepted(await market.close(user, id, { amount: quantityOf('4'), type: 'limit', limit }))
  const changed = accepted(await market.amend(user, close.id, { quantity: '10', limit }))
  assert.equal((await findPosition(market.database.db, user, id))?.locked, quantityOf('10'))
  await market.tick()
  accepted(await market.amend(user, changed.id, { quantity: '3', limit: limitAt(104n, 'US:MSFT') }))
  await market.tick()
  assert.equal((await findPosition(market.database.db, user, id))?.locked, quantityOf('3'))
  bent.move('US:MSFT', 110n)
  await market.tick(2)
  assert.equal((await findPosition(market.database.db, user, id))?.quantity, quantityOf('7'))
  bent.move('US:MSFT', 100n)
})

test("answers for another person's order as for none", async () => {
  const [owner, other] = [await market.person(), await market.person()]
  const old = accepted(await rest(owner))
  const foreign = await market.amend(other, old.id, { quantity: '5', limit: limitAt(94n) })
  const missing = await market.amend(other, 987_654_321, { quantity: '5', limit: limitAt(94n) })
  assert.deepEqual(foreign, missing)
  assert(isRefusal(foreign) && foreign.refused === 'not_found')
})
