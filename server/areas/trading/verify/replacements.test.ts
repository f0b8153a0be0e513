import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { price, quantityOf, type Price } from '@mex/core/money/money.ts'
import { findOrder } from '#areas/trading/store.ts'
import { accepted, openTradingTest, type TradingTest } from '#areas/trading/testing.ts'
import { crash, findingsIn } from './testing.ts'

const start = Date.parse('2026-11-20T16:00:00Z')
const fall = start + 30_000
let market: TradingTest
let user: number
let ids: { readonly worked: number; readonly missed: number; readonly partly: number; readonly closing: number }

const limitAt = (key: string, percent: bigint): Price => {
  const last = market.feed.quote(key, market.clock.now())?.last ?? 0n
  return price(((last * percent) / 100n / 100_000_000n) * 100_000_000n)
}
const text = (limit: Price): string => String(limit / 100_000_000n)

before(async () => {
  market = await openTradingTest({
    practiceHours: false,
    at: start,
    bend: (feed) => ['US:AAPL', 'US:NVDA', 'US:KO'].reduce((bent, key) => crash(bent, key, fall, 90n), feed),
  })
  user = await market.person()
  const rest = async (key: string, quantity: string) => {
    const order = { key, quantity, type: 'limit', limit: text(limitAt(key, 96n)) } as const
    return accepted(await market.open(user, order)).id
  }
  const [first, missed, partly] = [await rest('US:AAPL', '5'), await rest('US:NVDA', '5'), await rest('US:KO', '50')]
  const held = accepted(await market.open(user, { key: 'US:MSFT', quantity: '10' }))
  await market.tick(2)
  const close = { amount: quantityOf('4'), type: 'limit', limit: limitAt('US:MSFT', 105n) } as const
  const closed = accepted(await market.close(user, held.id, close))
  await market.tick()
  const change = async (id: number, key: string, quantity: string, percent = 95n) =>
    accepted(await market.amend(user, id, { quantity, limit: limitAt(key, percent) })).id
  const closing = await change(closed.id, 'US:MSFT', '9', 106n)
  const worked = await change(first, 'US:AAPL', '8')
  await change(partly, 'US:KO', '20')
  await market.tick(2)
  while (market.clock.now() < fall - 3000) await market.tick()
  // The first quote of the fall is handled after a change that was accepted at its own instant.
  for (;;) {
    market.clock.set(market.feed.nextTick(market.clock.now()))
    if (market.clock.now() >= fall && (market.feed.quote('US:NVDA', market.clock.now())?.venueTime ?? 0) >= fall) break
    await market.ticker.step()
  }
  await change(missed, 'US:NVDA', '9', 104n)
  await market.ticker.step()
  await market.tick(3)
  ids = { worked, missed, partly, closing }
})
after(() => market[Symbol.asyncDispose]())

test('a replay gives the same results as the market for orders that were changed', async () => {
  assert.equal((await findOrder(market.database.db, user, ids.worked))?.status, 'filled')
  assert.equal((await findOrder(market.database.db, user, ids.missed))?.status, 'filled')
  const { rows } = await market.database.pool.query<{ reason: string; count: number }>(
    'select reason, count(*)::int as count from trade_order where reason is not null group by 1 order by 1',
  )
  assert.deepEqual(
    rows.map(({ reason, count }) => [reason, Number(count)]),
    [
      ['CANCELLED', 3],
      ['FILLED_FIRST', 1],
    ],
  )
  assert.deepEqual(await findingsIn(market), [])
  await market.expectBalancedLedger()
})

test('reports a replacement that took over other money or is for something else', async () => {
  const { rows } = await market.database.pool.query<{ replaces: number }>(
    `select replaces from trade_order where id = ${ids.worked}`,
  )
  const planted: readonly (readonly [spoil: string, mend: string, found: RegExp])[] = [
    [
      'replaces_reserve = replaces_reserve - 100',
      'replaces_reserve = replaces_reserve + 100',
      /^order \d+: takes over \d/,
    ],
    [
      `replaces = ${ids.missed}`,
      `replaces = ${rows[0]?.replaces}`,
      /^order \d+: replaces order \d+, which did not work/,
    ],
    ['leverage = 2', 'leverage = 1', /^order \d+: has another leverage than order \d+, which it replaces/],
  ]
  for (const [spoil, mend, found] of planted) {
    await market.database.pool.query(`update trade_order set ${spoil} where id = ${ids.worked}`)
    const findings = await findingsIn(market)
    assert(
      findings.some((finding) => found.test(finding)),
      `${String(found)} in ${findings.join('\n')}`,
    )
    await market.database.pool.query(`update trade_order set ${mend} where id = ${ids.worked}`)
  }
  assert.deepEqual(await findingsIn(market), [])
})
