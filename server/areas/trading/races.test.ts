import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatMoney, quantityOf } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { idempotencyKeyHash } from '#db/idempotency-keys.ts'
import { sql } from '#db/sql.ts'
import { findOrder, findPosition, loadLive } from './store.ts'
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

test('fifty simultaneous orders spend one balance once', async () => {
  const user = await market.person()
  // Each order takes more than half of the wallet: only one fits.
  const shares = 1_500_000n / ((bent.quote('US:AAPL', market.clock.now())?.ask ?? 0n) / 1_000_000n)
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => market.open(user, { quantity: String(shares) })))
  assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 1)
  assert(outcomes.filter(isRefusal).every((outcome) => outcome.refused === 'insufficient_balance'))
  await market.expectBalancedLedger()
  await market.tick()
  await market.expectBalancedLedger()
})

test('a race of cancel and fill has one winner, and the ledger is consistent for either', async () => {
  const user = await market.person()
  for (let round = 0; round < 10; round += 1) {
    const order = accepted(await market.open(user, { quantity: '1' }))
    await Promise.all([market.tick(), market.cancel(user, order.id)])
    await market.tick()
    const ended = await findOrder(market.database.db, user, order.id)
    assert(ended?.status === 'filled' || ended?.reason === 'CANCELLED')
    assert.equal(ended.reserve, 0n)
  }
  await market.expectBalancedLedger()
})

test('twenty simultaneous closes of one position close it once', async () => {
  const user = await market.person()
  const { id } = accepted(await market.open(user, { quantity: '7' }))
  await market.tick()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => market.close(user, id)))
  assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 1)
  await market.tick()
  assert.equal((await findPosition(market.database.db, user, id))?.quantity, quantityOf('0'))
  await market.expectBalancedLedger()
})

test('twenty simultaneous requests under one idempotency key have one effect and one answer', async () => {
  const user = await market.person()
  const request = {
    scope: user,
    call: '/stock/create',
    keyHash: idempotencyKeyHash('50000000-0000-4000-8000-000000000005'),
    body: Buffer.from('body'),
    encode: (answer: unknown) => JSON.stringify({ id: (answer as { id: number }).id }),
    decode: (text: string): unknown => JSON.parse(text),
  }
  const order = {
    source: 0 as const,
    direction: 'long' as const,
    type: 'market' as const,
    limit: undefined,
    quantity: quantityOf('1'),
    leverage: 1,
    extendedHours: false,
  }
  const send = () =>
    market.engine.lane.send({ kind: 'open', userId: user, request, key: 'US:AAPL', order, language: 'en' })
  const outcomes = await Promise.all(Array.from({ length: 20 }, send))
  const again = await send()
  const ids = new Set(outcomes.map((outcome) => ('id' in outcome ? outcome.id : outcome)))
  assert.equal(ids.size, 1)
  assert(!isRefusal(again) && 'id' in again && ids.has(again.id))
  assert.equal((await loadLive(market.database.db, [user])).orders.length, 1)
  const other = await market.engine.lane.send({
    kind: 'open',
    userId: user,
    request: { ...request, body: Buffer.from('other') },
    key: 'US:AAPL',
    order,
    language: 'en',
  })
  assert(isRefusal(other) && other.refused === 'request_key_reused')
})

test('liquidates after a price gap at the quote itself, and takes no more than the margin', async () => {
  const user = await market.person()
  const { id } = accepted(await market.open(user, { key: 'US:TSLA', quantity: '20', leverage: 5 }))
  await market.tick()
  const free = await market.available(user, 'US_STOCK')
  bent.move('US:TSLA', 76n)
  await market.tick(2)
  const position = await findPosition(market.database.db, user, id)
  assert.equal(position?.closeReason, 'liquidation')
  // The loss was larger than the margin: the free balance did not change.
  assert.equal(formatMoney(await market.available(user, 'US_STOCK')), formatMoney(free))
  await market.expectBalancedLedger()
})

test('a falling price warns before it liquidates, and waiting orders of the position end with it', async () => {
  const user = await market.person()
  const { id } = accepted(await market.open(user, { key: 'US:META', quantity: '5', leverage: 5 }))
  await market.tick()
  accepted(
    await market.close(user, id, {
      type: 'limit',
      limit: bent.quote('US:META', market.clock.now())?.last,
      amount: quantityOf('2'),
    }),
  )
  bent.move('US:META', 92n)
  await market.tick(2)
  assert((await findPosition(market.database.db, user, id))?.warnedAt !== undefined)
  bent.move('US:META', 80n)
  await market.tick(2)
  assert.equal((await findPosition(market.database.db, user, id))?.state, 'CLOSED')
  assert.equal((await loadLive(market.database.db, [user])).orders.length, 0)
  const { rows } = await sql<{ about: string }>`
    select type || ' ' || (text_values ->> 'code') || ' ' || reference_id as about from message
    where user_id = ${user} and kind <> 'welcome' order by id`.execute(market.database.db)
  assert.deepEqual(
    rows.map((row) => row.about),
    [`MARGIN_CALL META ${id}`, `LIQUIDATION META ${id}`],
  )
  await market.expectBalancedLedger()
})
