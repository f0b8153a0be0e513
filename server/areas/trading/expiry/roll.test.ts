import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { isRefusal, refusal } from '@mex/core/refusal.ts'
import { settleEnded } from './expiry-jobs.ts'
import { listPositions } from '#areas/trading/store-lists.ts'
import { findOrder, findPosition } from '#areas/trading/store.ts'
import { accepted, openTradingTest, type TradingTest } from '#areas/trading/testing.ts'
import { crash, findingsIn } from '#areas/trading/verify/testing.ts'

const settlesAt = Date.parse('2026-12-18T14:40:00Z')
const key = 'FUT:MESZ26'
const next = 'FUT:MESH27'
const future = { key, source: sources.future, quantity: '2', leverage: 20 } as const

const wish = (market: TradingTest, userId: number, positionId: number, isWanted: boolean) =>
  market.engine.lane.send({ kind: 'roll', userId, positionId, isWanted, language: 'en' })
const settle = async (market: TradingTest): Promise<void> => {
  market.clock.set(settlesAt)
  await market.ticker.step()
  await settleEnded(market.engine)
}
const messages = async ({ database: { pool } }: TradingTest, user: number): Promise<readonly unknown[]> => {
  const { rows } = await pool.query<{ kind: string; said: unknown }>(
    'select kind, text_values as said from message where user_id = $1 order by id',
    [user],
  )
  return rows.map(({ kind, said }) => [kind, said])
}
const orderOfRoll = async ({ database: { pool } }: TradingTest, position: number) => {
  const { rows } = await pool.query<{ order_id: number | null; refused: string | null }>(
    'select order_id, refused from contract_roll where position_id = $1',
    [position],
  )
  return present(rows[0], 'the wish')
}

/** A market with a long and a short position, and one of a user who does not wish to roll, the day before the end. */
async function openHeld() {
  const market = await openTradingTest({ at: Date.parse('2026-12-17T20:00:00Z') })
  const [long, short, idle] = [await market.person(), await market.person(), await market.person()]
  const bought = accepted(await market.open(long, future))
  const sold = accepted(await market.open(short, { ...future, direction: 'short', leverage: 10 }))
  const kept = accepted(await market.open(idle, future))
  await market.tick()
  return { market, long, short, idle, bought, sold, kept }
}

test('opens a settled position again in the next month: same side, size and leverage, at the market, once', async () => {
  const { market, long, short, idle, bought, sold, kept } = await openHeld()
  await using _ = market
  const { db, pool } = market.database
  for (const [user, { id }] of [
    [long, bought],
    [short, sold],
  ] as const)
    assert.ok(!isRefusal(await wish(market, user, id, true)))
  // The newest wish counts.
  for (const isWanted of [true, false]) assert.ok(!isRefusal(await wish(market, idle, kept.id, isWanted)))
  const shown = await listPositions(db, long, { source: undefined, instrument: undefined })
  assert.deepEqual(
    shown.map(({ autoRoll }) => autoRoll),
    [true],
  )
  await settle(market)
  await market.tick(2)
  for (const [user, { id }, side, leverage] of [
    [long, bought, 'buy', 20],
    [short, sold, 'sell', 10],
  ] as const) {
    assert.equal((await findPosition(db, user, id))?.closeReason, 'expiry')
    const { order_id: rolled } = await orderOfRoll(market, id)
    const order = present(await findOrder(db, user, rolled ?? 0), 'the order')
    assert.deepEqual(
      [order.instrument, order.side, order.type, order.status, order.quantity, order.leverage, order.acceptedAt],
      [next, side, 'market', 'filled', 200_000_000n, leverage, settlesAt],
    )
    assert.equal((await findPosition(db, user, order.id))?.state, 'OPEN')
    assert.deepEqual((await messages(market, user)).at(-1), ['contract_rolled', { code: 'MESZ26', next: 'MESH27' }])
  }
  assert.deepEqual(await listPositions(db, idle, { source: undefined, instrument: undefined }), [])
  const count = async () => (await pool.query('select count(*) from trade_order')).rows
  const before = await count()
  await settleEnded(market.engine)
  await market.engine.lane.send({ kind: 'settle', userId: undefined, users: [long, short, idle], key })
  assert.deepEqual(await count(), before, 'a repeated settlement places nothing')
  await market.expectBalancedLedger()
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
})

test('settles without rolling where the money does not suffice, and says why', async () => {
  const rise = Date.parse('2026-12-18T12:00:00Z')
  await using market = await openTradingTest({
    at: Date.parse('2026-12-17T20:00:00Z'),
    bend: (feed) => crash(feed, key, rise, 102n),
  })
  const { db } = market.database
  const user = await market.person()
  const { id } = accepted(await market.open(user, { ...future, direction: 'short' }))
  await market.tick(2)
  assert.ok(!isRefusal(await wish(market, user, id, true)))
  // Nearly all other money is in smaller and smaller contracts; the loss leaves less than a new margin.
  for (const another of [next, 'FUT:M2KH27']) {
    let order = await market.open(user, { ...future, key: another, quantity: '1' })
    while (!isRefusal(order)) order = await market.open(user, { ...future, key: another, quantity: '1' })
    assert.equal(order.refused, 'insufficient_balance')
  }
  await settle(market)
  const { order_id: rolled, refused } = await orderOfRoll(market, id)
  assert.deepEqual([rolled, refused], [null, 'insufficient_balance'])
  assert.equal((await findPosition(db, user, id))?.closeReason, 'expiry')
  assert.deepEqual((await messages(market, user)).at(-1), ['contract_not_rolled_money', { code: 'MESZ26' }])
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
})

test('opens nothing for a position that was closed before the end', async () => {
  const { market, long, bought } = await openHeld()
  await using _ = market
  assert.ok(!isRefusal(await wish(market, long, bought.id, true)))
  accepted(await market.close(long, bought.id))
  await market.tick(2)
  await settle(market)
  await market.engine.lane.send({ kind: 'settle', userId: undefined, users: [long], key })
  assert.deepEqual(await orderOfRoll(market, bought.id), { order_id: null, refused: null })
  assert.deepEqual(await listPositions(market.database.db, long, { source: undefined, instrument: undefined }), [])
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
})

test('refuses a wish for what is no future, not theirs, closed, or has ended', async () => {
  const { market, long, short, bought } = await openHeld()
  await using _ = market
  const share = accepted(await market.open(long, { key: 'US:AAPL', quantity: '1' }))
  await market.tick(2)
  assert.deepEqual(await wish(market, long, share.id, true), refusal('not_tradable'))
  assert.deepEqual(await wish(market, short, bought.id, true), refusal('position_not_found'))
  accepted(await market.close(long, share.id))
  await market.tick(2)
  assert.deepEqual(await wish(market, long, share.id, true), refusal('position_not_found'))
  market.clock.set(settlesAt - 600_000)
  assert.deepEqual(
    await wish(market, long, bought.id, true),
    refusal('expires_soon', { values: { reason: 'contract_ended' } }),
  )
})

test('the check of fills sees a wish of which nothing became, and an order that was not wished or is another one', async () => {
  const { market, long, bought, kept, idle } = await openHeld()
  await using _ = market
  const { pool } = market.database
  assert.ok(!isRefusal(await wish(market, long, bought.id, true)))
  assert.ok(!isRefusal(await wish(market, idle, kept.id, true)))
  await settle(market)
  await market.tick(2)
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
  const { order_id: rolled } = await orderOfRoll(market, bought.id)
  const { order_id: another } = await orderOfRoll(market, kept.id)
  const set = (change: string) => `update contract_roll set ${change} where position_id = ${bought.id}`
  const cases = [
    [set('is_wanted = false'), set('is_wanted = true'), /it was not wished/],
    [
      set('decided_at = null, order_id = null'),
      set(`decided_at = to_timestamp(${settlesAt / 1000}), order_id = ${rolled}`),
      /nothing became of the wish/,
    ],
    [
      set("decided_at = decided_at + interval '1 second'"),
      set("decided_at = decided_at - interval '1 second'"),
      /decided without a settlement/,
    ],
    [set(`order_id = ${another}`), set(`order_id = ${rolled}`), /its order \d+ is missing/],
    [set(`order_id = ${bought.id}`), set(`order_id = ${rolled}`), /its order is FUT:MESZ26 .*, should be FUT:MESH27 /],
  ] as const
  for (const [spoil, mend, found] of cases) {
    await pool.query(spoil)
    const findings = await findingsIn(market, { gaps: market.gaps })
    assert.ok(
      findings.some((finding) => finding.startsWith(`roll of position ${bought.id}`) && found.test(finding)),
      `${spoil}: ${findings.join('; ')}`,
    )
    await pool.query(mend)
  }
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
})
