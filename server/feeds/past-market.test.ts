import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Quote } from '@mex/core/market/quote.ts'
import { one, rateOf } from '@mex/core/money/money.ts'
import type { BarService } from './bars/bar-service.ts'
import type { Feed } from './feed.ts'
import { openPastMarket } from './past-market.ts'

const hour = 3_600_000
const now = 100 * hour

function opened(instants: readonly number[]) {
  const asked: (readonly number[])[] = []
  const told = (at: number) => ({ venueTime: at }) as Quote
  const rate = (at: number) => ({ rate: rateOf(String(at)), time: at })
  const bars: Pick<BarService, 'quotes' | 'rates'> = {
    quotes: async (_, wanted) => {
      asked.push(wanted)
      return wanted.map(told)
    },
    rates: async (_, __, wanted) => wanted.map((at) => rate(at).rate),
  }
  const feed = {
    quote: (_: string, at: number) => told(at),
    conversionRate: () => undefined,
    lastConversionRate: (_: string, __: string, at: number) => rate(at),
  } as unknown as Feed
  return { asked, market: openPastMarket(feed, bars, instants, 'somebody') }
}

test('asks worker threads only for what is older than an hour, in the order of the instants', async () => {
  const instants = [now - 3 * hour, now - hour - 1, now - hour, now - 1, now]
  const { asked, market } = opened(instants)
  assert.deepEqual(
    await market.quotes('US:AAPL'),
    instants.map((at) => ({ venueTime: at })),
  )
  assert.deepEqual(asked, [[now - 3 * hour, now - hour - 1]])
})

test('the curve of an account that has just begun asks no worker thread', async () => {
  const { asked, market } = opened([now - 60_000, now])
  await market.quotes('US:AAPL')
  assert.deepEqual(asked, [])
})

test('a rate of the past may be old, the one of now must be fresh', async () => {
  const instants = [now - 2 * hour, now - 1, now]
  const { market } = opened(instants)
  assert.deepEqual(await market.rates('USD', 'MXN'), [
    rateOf(String(now - 2 * hour)),
    rateOf(String(now - 1)),
    undefined,
  ])
  assert.deepEqual(await market.rates('MXN', 'MXN'), [one, one, one])
})
