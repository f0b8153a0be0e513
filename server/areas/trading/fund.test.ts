import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Market } from '@mex/core/market/instrument.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { Refused } from '@mex/core/refusal.ts'
import { personal } from '#areas/testing.ts'
import { fundHandlers } from './fund.ts'
import { accepted, openTradingTest, type TradingTest } from './testing.ts'

const page = { pageNum: 1, pageSize: 10 }

function fundOf(here: TradingTest, user: number) {
  const handlers = fundHandlers(here.engine)
  const context = () => personal(user, { db: here.database.db, feed: here.feed, now: here.clock.now() })
  return {
    details: (market?: Market) => handlers.fundDetails({ code: undefined, market }, context()),
    profit: (market?: Market) => handlers.fundProfit({ ...page, code: undefined, market }, context()),
  }
}

const shares = [
  { market: 'US', key: 'US:AAPL', code: 'AAPL', wallet: 'US_STOCK', source: sources.stock, quantity: '10' },
  { market: 'HK', key: 'HK:00700', code: '00700', wallet: 'HK_STOCK', source: sources.hongKongStock, quantity: '200' },
  { market: 'MX', key: 'MX:WALMEX', code: 'WALMEX', wallet: 'BALANCE', source: sources.stock, quantity: '10' },
] as const

test('returns the wallet and the closings of each share market', async () => {
  await using here = await openTradingTest()
  const user = await here.person()
  const fund = fundOf(here, user)
  for (const { key, source, quantity } of shares) {
    const { id } = accepted(await here.open(user, { key, source, quantity }))
    await here.tick()
    accepted(await here.close(user, id, { amount: 'half' }))
    await here.tick()
  }
  for (const { market, wallet, code } of shares) {
    const details = await fund.details(market)
    assert.equal(details.wallet, wallet)
    assert.equal(details.positions, 1)
    assert.equal(details.available, await here.available(user, wallet))
    assert(details.bought > details.sold && details.sold > 0n, `${market}: twice as much was bought as sold`)
    const { rows, total } = await fund.profit(market)
    assert.deepEqual([total, rows.map((row) => [row.code, row.wallet])], [1, [[code, wallet]]])
  }
  assert.deepEqual(await fund.details(), await fund.details('US'), 'without a market it is the US wallet')
})

test('refuses a market that trades no shares', async () => {
  await using here = await openTradingTest()
  const fund = fundOf(here, await here.person())
  const refused = (error: unknown) =>
    error instanceof Refused && error.refusal.refused === 'unknown_instrument' && error.refusal.field === 'market'
  for (const market of ['FUT', 'FX', 'BOND', 'GLOBAL', 'CRYPTO'] as const) {
    await assert.rejects(async () => fund.details(market), refused, market)
    await assert.rejects(async () => fund.profit(market), refused, market)
  }
})
