import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lapseOverdue } from '#areas/trading/jobs.ts'
import { accepted, openTradingTest, readOrder, type TradingTest } from '#areas/trading/testing.ts'
import { findingsIn } from './testing.ts'

/** A job that lets orders lapse may come before the tick whose quote is in force, and that tick may be skipped. */

/** An order that waits: its limit is a twentieth below the bid. */
function waiting({ feed, clock }: TradingTest) {
  const bid = feed.quote('US:AAPL', clock.now())?.bid ?? assert.fail('a quote')
  return { type: 'limit', quantity: '1', limit: ((Number(bid) * 0.95) / 10 ** 8).toFixed(2) } as const
}

/** Cancels one order and later another one, while no tick is handled. */
async function cancelTwo(market: TradingTest, millisecondsApart: number) {
  const user = await market.person()
  const early = accepted(await market.open(user, waiting(market)))
  const late = accepted(await market.open(user, waiting(market)))
  await market.tick()
  accepted(await market.cancel(user, early.id))
  market.clock.advance(millisecondsApart)
  accepted(await market.cancel(user, late.id))
  const endOf = async (id: number) => {
    const order = await readOrder(market.database.db, user, id)
    return order?.status === 'ended' ? order.changedAt : undefined
  }
  return { user, early, late, endOf }
}

test('an order that lapses beside a skipped tick says nothing of the others that this tick would have ended', async () => {
  await using market = await openTradingTest()
  const { early, late, endOf } = await cancelTwo(market, 4000)
  // In the millisecond of a tick that is not handled: its quote is later than both cancels.
  market.clock.set(market.feed.nextTick(market.clock.now() + 1500))
  const lapsedAt = market.clock.now()
  await lapseOverdue(market.engine)
  assert.deepEqual([await endOf(early.id), await endOf(late.id)], [lapsedAt, undefined])
  market.clock.advance(6000)
  await market.tick(2)
  assert(((await endOf(late.id)) ?? 0) > lapsedAt)
  assert.deepEqual(await findingsIn(market, { gaps: market.gaps }), [])
})

test('an order that a tick should have ended with another one is reported', async () => {
  await using market = await openTradingTest()
  const { early, late, endOf } = await cancelTwo(market, 100)
  await market.tick()
  const endedAt = await endOf(late.id)
  assert.deepEqual([await endOf(early.id), endedAt !== undefined], [endedAt, true])
  assert.deepEqual(await findingsIn(market), [])
  // As if the tick had passed the second one by.
  const { pool } = market.database
  await pool.query("update trade_order set changed_at = changed_at + interval '9 s' where id = $1", [late.id])
  await pool.query('alter table journal disable trigger all')
  await pool.query("update journal set at = at + interval '9 s' where event = 'E32' and ref_id = $1", [late.id])
  assert.match((await findingsIn(market)).join('\n'), new RegExp(`journal E32:${late.id}:release: is missing`))
})
