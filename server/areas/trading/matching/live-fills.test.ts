import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatPrice } from '@mex/core/money/money.ts'
import type { LiveQuotes } from '#areas/market/live-quotes.ts'
import { openTestFeed, said } from '#feeds/live/live-testing.ts'
import type { TickGap } from '#feeds/ticker.ts'
import { findingsBy, openPublicMarket, openQuotesOf } from '#areas/trading/public-quotes-testing.ts'
import { accepted, type TradingTest } from '#areas/trading/testing.ts'
import { findingsIn } from '#areas/trading/verify/testing.ts'

/** A Tuesday; New York opens at 13:30 UTC. */
const at = (time: string): number => Date.parse(`2026-09-08T${time}Z`)
const first = openTestFeed()
const gaps: TickGap[] = []
const faults: string[] = []
let market: TradingTest
let live: LiveQuotes

const onGap = (gap: TickGap): void => void gaps.push(gap)
const open = (feed = first): LiveQuotes =>
  openQuotesOf(market, feed, { onGap, onFault: (symbol, fault) => void faults.push(`${symbol} ${fault}`) })

before(async () => {
  market = await openPublicMarket(first, at('13:40:00'))
  live = open()
  await live.load(0)
})
after(() => market[Symbol.asyncDispose]())

/** Lets the ticks run until an instant. */
async function until(time: string): Promise<void> {
  while (market.clock.now() < at(time)) await market.tick()
}

/** The source says a price and the rates of the wallets; they come into force two seconds later. */
async function says(price: number, madeAt: string, more: Parameters<typeof said>[3] = {}): Promise<void> {
  const rates = [said('MXN=X', 18.5, at(madeAt)), said('HKD=X', 7.8, at(madeAt))]
  await live.take([said('AAPL', price, at(madeAt), more), ...rates], ['AAPL', 'MXN=X', 'HKD=X'])
  await market.tick(3)
}

const fillsOf = async (order: number) => {
  const { rows } = await market.database.pool.query<{ quote: string; price: bigint; rule: string }>(
    'select quote_id as quote, price, rule from execution where order_id = $1 order by id',
    [order],
  )
  return rows.map(({ quote, price, rule }) => `${formatPrice(price as never)} ${rule} ${quote}`)
}

test('an order waits for a price that was made after it, however often the source is asked', async () => {
  await until('14:00:00')
  await says(100, '13:59:55')
  const user = await market.person()
  const { id } = accepted(await market.open(user, { quantity: '10' }))
  // Made before the order, learned of after it.
  await says(101, '13:59:58')
  assert.deepEqual(await fillsOf(id), [])
  await until('14:00:30')
  await says(102, '14:00:20')
  assert.deepEqual(await fillsOf(id), [`102.01 ladder US:AAPL@${at('14:00:20')}`])
})

test('nothing fills at a price that is late, crossed or a jump, or while the source is silent', async () => {
  const user = await market.person()
  const { id } = accepted(await market.open(user, { quantity: '5' }))
  await until('14:02:00')
  assert.deepEqual(await fillsOf(id), [], 'silent')
  await says(102, '14:00:50')
  assert.deepEqual(await fillsOf(id), [], 'late')
  await says(103, '14:02:00', { bid: 103.5, ask: 102.5 })
  assert.deepEqual(await fillsOf(id), [], 'crossed')
  await says(140, '14:02:03')
  assert.deepEqual(await fillsOf(id), [], 'a jump')
  await says(0, '14:02:05')
  assert.deepEqual(await fillsOf(id), [], 'zero')
  assert.deepEqual(faults.splice(0), ['AAPL not_positive'])
  await says(103, '14:02:08')
  assert.deepEqual(await fillsOf(id), [], 'back from the jump, which is a jump too')
  await says(103.2, '14:02:11')
  assert.deepEqual(await fillsOf(id), [`103.21 ladder US:AAPL@${at('14:02:11')}`])
})

test('a limit that rested fills at its limit when the price goes through it', async () => {
  const user = await market.person()
  const { id } = accepted(await market.open(user, { quantity: '4', type: 'limit', limit: '103' }))
  await until('14:03:00')
  await says(103.5, '14:02:55')
  assert.deepEqual(await fillsOf(id), [])
  await says(102.5, '14:03:00')
  assert.deepEqual(await fillsOf(id), [`103 resting US:AAPL@${at('14:03:00')}`])
})

test('a position is liquidated at a fresh quote, and not at one in doubt', async () => {
  const user = await market.person()
  const { id } = accepted(await market.open(user, { quantity: '10', leverage: 5 }))
  await until('14:04:00')
  await says(102, '14:03:58')
  assert.equal((await fillsOf(id)).length, 1)
  const closings = async () =>
    (await market.database.pool.query('select 1 from closing where position_id = $1', [id])).rowCount
  await until('14:06:00')
  await says(83, '14:04:55')
  assert.equal(await closings(), 0)
  await says(83, '14:06:00')
  assert.equal(await closings(), 1)
})

test('the check of fills recomputes everything from the stored quotes', async () => {
  const again = openTestFeed()
  await open(again).load(0)
  const stored = {
    ...market,
    engine: { ...market.engine, dependencies: { ...market.engine.dependencies, feed: again.feed } },
  }
  assert.deepEqual(await findingsIn(stored, { gaps }), [])
  for (const now of ['13:59:59', '14:00:03', '14:02:10', '14:06:03'])
    assert.deepEqual(again.feed.quote('US:AAPL', at(now)), first.feed.quote('US:AAPL', at(now)))
})

test('a server that starts again has the last quotes, and trades nothing on them', async () => {
  const again = openTestFeed()
  await open(again).load(at('14:05:00'))
  const now = at('15:00:00')
  assert.deepEqual(again.feed.quote('US:AAPL', now), first.feed.quote('US:AAPL', now))
  assert.equal(again.feed.conversionRate('USD', 'MXN', now), undefined)
})

test('stored quotes cannot be changed, and one that was is found by the check of fills', async () => {
  const { pool } = market.database
  await assert.rejects(pool.query('update live_quote set last = last + 1'), /append-only/)
  await assert.rejects(pool.query('delete from live_quote'), /append-only/)
  await pool.query('alter table live_quote disable trigger all')
  const checked = async () => {
    const again = openTestFeed()
    await open(again).load(0)
    return findingsBy(market, again, { gaps })
  }
  const which = [`US:AAPL`, new Date(at('14:00:20')).toISOString()]
  await pool.query('update live_quote set ask = ask + 1000000 where instrument = $1 and venue_time = $2', which)
  assert.match((await checked()).join('\n'), /is 102\.01, should be 102\.02/)
  await pool.query('delete from live_quote where instrument = $1 and venue_time = $2', which)
  assert.match((await checked()).join('\n'), /the quote US:AAPL@\d+ cannot be made again/)
})

test('quotes that are stored too late are a gap of the market', async () => {
  let now = at('15:00:00')
  // Each look at the clock finds it five seconds later.
  const slow = openQuotesOf(market, openTestFeed(), { clock: { now: () => (now += 5000) }, onGap })
  gaps.length = 0
  await slow.take([said('MSFT', 400, at('15:00:00'))], ['MSFT'])
  assert.deepEqual(gaps, [{ from: at('15:00:06'), to: at('15:00:10') }])
})
