import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { dayProfit, worth } from '@mex/core/trading/positions.ts'
import { sql } from '#db/sql.ts'
import { personal } from '#areas/testing.ts'
import { pricesAt } from '#areas/trading/prices.ts'
import { listPositions } from '#areas/trading/store-lists.ts'
import { accepted, openTradingTest, type TradingTest } from '#areas/trading/testing.ts'
import { todayByWallet } from './today.ts'
import { storedPositionView, viewFacts } from '#areas/trading/views.ts'

const naming = { language: 'en', traditional: (text: string) => text } as const
const hour = 3_600_000
const day = 24 * hour

async function today(here: TradingTest, user: number, later = 0): Promise<bigint> {
  const context = personal(user, { db: here.database.db, feed: here.feed, now: here.clock.now() + later })
  return (await todayByWallet(here.engine, context)).get('US_STOCK') ?? 0n
}

/** Opens and closes a share; answers the net result of all closings. */
async function trade(here: TradingTest, user: number): Promise<bigint> {
  const { id } = accepted(await here.open(user, { quantity: '10' }))
  await here.tick()
  accepted(await here.close(user, id))
  await here.tick()
  return netOf(here, user)
}

async function netOf({ database }: TradingTest, user: number): Promise<bigint> {
  const { rows } = await sql<{ net: bigint }>`
    select coalesce(sum(net_profit), 0) as net from closing where user_id = ${user}`.execute(database.db)
  return rows[0]?.net ?? 0n
}

test('the result of the day includes every closing of the day, for any number of closings', async () => {
  await using here = await openTradingTest()
  const user = await here.person()
  const net = await trade(here, user)
  assert.notEqual(net, 0n)
  assert.equal(await today(here, user), net)
  // Many closings of one day, as an active trader has.
  await sql`
    insert into closing (user_id, id, order_id, position_id, quantity, exit_value, cost, margin, profit, opening_fee, closing_fee,
      financing, net_profit, reason, quote_id, closed_at)
    select user_id, id + number, order_id, position_id, quantity, exit_value, cost, margin, profit, opening_fee, closing_fee,
      financing, net_profit, reason, quote_id, closed_at
    from closing, generate_series(1, 700) as number where user_id = ${user}`.execute(here.database.db)
  assert.equal(await netOf(here, user), 701n * net)
  assert.equal(await today(here, user), 701n * net)
})

test('a position of an earlier day counts from the previous close, and results of today do not count tomorrow', async () => {
  await using here = await openTradingTest()
  const user = await here.person()
  const net = await trade(here, user)
  await sql`update position set opened_at = opened_at - interval '10 days' where user_id = ${user}`.execute(
    here.database.db,
  )
  const { rows } = await sql<{ exit: bigint; fee: bigint }>`
    select exit_value as exit, closing_fee as fee from closing where user_id = ${user}`.execute(here.database.db)
  const previous = here.feed.day('US:AAPL', here.clock.now())?.previousClose ?? 0n
  const gained = ((rows[0]?.exit ?? 0n) - previous * 10n) / 1_000_000n
  assert.equal(await today(here, user), gained - (rows[0]?.fee ?? 0n))
  assert.notEqual(gained, net)
  // After the close the figures of the market count from that close; the trading day is still the same.
  assert.equal(here.feed.day('US:AAPL', here.clock.now() + 6 * hour)?.sinceClose, true)
  assert.equal(await today(here, user, 6 * hour), gained - (rows[0]?.fee ?? 0n))
  assert.equal(await today(here, user, 4 * day), 0n)
})

test("the base in the view of a position gives today's result: its cost and fee on its first day, later the previous close", async () => {
  await using here = await openTradingTest()
  const user = await here.person()
  accepted(await here.open(user, { quantity: '10' }))
  await here.tick()
  const gained = async () => {
    const [row] = await listPositions(here.database.db, user, { source: undefined, instrument: undefined })
    const prices = pricesAt(here.feed, here.clock.now())
    const view = storedPositionView(present(row, 'the position'), viewFacts(here.engine), prices, naming)
    const [base, mark] = [present(view.dayBase, 'a base'), present(view.markPrice, 'a mark')]
    const rate = present(view.conversionRate, 'a rate')
    return { view, base, today: dayProfit(view.direction, base, worth(view, mark, view.quantity), rate) }
  }
  const first = await gained()
  assert.deepEqual(first.base, { worth: first.view.cost, fee: first.view.fee })
  assert.notEqual(first.base.fee, 0n)
  assert.equal(first.today, await today(here, user))
  await sql`update position set opened_at = opened_at - interval '10 days' where user_id = ${user}`.execute(
    here.database.db,
  )
  const later = await gained()
  const previous = here.feed.day('US:AAPL', here.clock.now())?.previousClose ?? 0n
  assert.deepEqual(later.base, { worth: previous * 10n, fee: 0n })
  assert.equal(later.today, await today(here, user))
})

test('a user without closings has no result', async () => {
  await using here = await openTradingTest()
  assert.equal(await today(here, await here.person()), 0n)
})
