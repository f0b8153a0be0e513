import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { isoDate, utcDay } from '@mex/core/time-zone.ts'
import { announceDays } from './day-notices.ts'
import { accepted, openTradingTest, type TradingTest } from '#areas/trading/testing.ts'

const messages = async ({ database: { pool } }: TradingTest, user: number): Promise<readonly unknown[]> => {
  const { rows } = await pool.query<{ kind: string; said: unknown }>(
    'select kind, text_values as said from message where user_id = $1 order by id',
    [user],
  )
  return rows.map(({ kind, said }) => [kind, said])
}

/** Runs the job twice: nobody is told twice. */
async function announceAt(market: TradingTest, at: number): Promise<void> {
  market.clock.set(at)
  for (let run = 0; run < 2; run += 1) await announceDays(market.engine)
}

test('holders are told of a holiday and an early close on the trading day before, once for each market', async () => {
  await using market = await openTradingTest({ at: Date.parse('2026-11-23T15:00Z') })
  const [holder, forex, futures] = [await market.person(), await market.person(), await market.person()]
  for (const key of ['US:AAPL', 'US:MSFT']) accepted(await market.open(holder, { key, quantity: '1' }))
  accepted(await market.open(forex, { key: 'FX:EURUSD', source: 2, quantity: '0.1', leverage: 30 }))
  for (const key of ['FUT:MESZ26', 'FUT:MNQZ26'])
    accepted(await market.open(futures, { key, source: 3, quantity: '1', leverage: 10 }))
  await market.tick(2)
  await announceAt(market, Date.parse('2026-11-24T15:00Z'))
  assert.deepEqual(await messages(market, holder), [])
  const told = [
    ['market_holiday', { code: 'AAPL', date: '2026-11-26' }],
    ['market_half_day', { code: 'AAPL', date: '2026-11-27', time: '18:00' }],
  ]
  for (const day of ['25', '26', '27']) {
    await announceAt(market, Date.parse(`2026-11-${day}T15:00Z`))
    assert.deepEqual(await messages(market, holder), told)
  }
  assert.deepEqual(await messages(market, forex), [])
  assert.deepEqual(await messages(market, futures), [
    ['market_half_day', { code: 'MESZ26', date: '2026-11-26', time: '18:00' }],
    ['market_half_day', { code: 'MESZ26', date: '2026-11-27', time: '18:15' }],
  ])
})

test('holders are told the day before that a company tells its results', async () => {
  await using market = await openTradingTest({ at: Date.parse('2026-11-23T15:00Z') })
  const [holder, other] = [await market.person(), await market.person()]
  accepted(await market.open(holder, { key: 'US:JPM', quantity: '1' }))
  await market.tick(2)
  const now = market.clock.now()
  const day = present(market.feed.resultsDays('US:JPM', utcDay(now) + 120, now)[0], 'a results day')
  const before = (days: number): number => (day - days) * 86_400_000 + 15 * 3_600_000
  // Over a weekend the trading day before is earlier.
  const since = [1, 2, 3].find((days) => ![0, 6].includes(new Date(before(days)).getUTCDay())) ?? 1
  await announceAt(market, before(since + 1))
  const told = async () => (await messages(market, holder)).filter((row) => String(row).startsWith('results_soon'))
  assert.deepEqual(await told(), [])
  await announceAt(market, before(since))
  assert.deepEqual(await told(), [['results_soon', { code: 'JPM', date: isoDate(day) }]])
  assert.deepEqual(await messages(market, other), [])
})
