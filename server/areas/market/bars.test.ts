import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused, refusal } from '@mex/core/refusal.ts'
import { openBarsHere } from '#feeds/bars/testing.ts'
import { feed, openCalls, openTestMarketData, rowsOf } from './testing.ts'

test('no market call computes bars on the main thread', async () => {
  const instants = Object.assign({}, feed, { bars: undefined, year: undefined })
  const call = openCalls(openTestMarketData({ feed: instants }))
  const apple = { stockCode: 'AAPL', market: 'US' }
  const page = { pageNum: 1, pageSize: 5 }
  assert.equal(((await call('candles', { ...apple, type: '1D' }))['list'] as unknown[]).length, 500)
  for (const answer of [await call('quote', apple), await call('detail', apple), await call('summary', apple)])
    assert.match(String(answer['high52w']), /^\d/)
  const lists = [
    call('stocks', { market: 'US', ...page }),
    call('search', { ...page, keyword: 'apple' }),
    call('globalIndices', page),
    call('forex', page),
    call('futures', page),
    call('futureMonths', { goldCode: 'ES', ...page }),
    call('top', { market: 'US', type: 'gainers' }),
    call('hot'),
  ]
  for (const answer of await Promise.all(lists))
    for (const row of rowsOf(answer)) assert.ok((row['indicatorsQuoteClose'] as unknown[]).length > 1)
  assert.ok(rowsOf(await call('home')).length > 0)
  assert.equal((await call('orderQuote', apple))['stock_code'], 'AAPL')
})

test('with a full queue refuses charts, and returns prices without past closes', async () => {
  const busy = () => Promise.reject(new Refused(refusal('too_many_requests')))
  const bars = {
    ...openBarsHere(feed),
    bars: busy,
    year: busy,
    closes: busy,
    warmUp: () => undefined,
    close: async () => undefined,
  }
  const call = openCalls(openTestMarketData({ bars }))
  const apple = { stockCode: 'AAPL', market: 'US' }
  assert.equal((await call('candles', { ...apple, type: '1W' }))['refused'], 'too_many_requests')
  const quote = await call('quote', apple)
  assert.deepEqual([quote['stock_code'], quote['high52w'], quote['indicatorsQuoteClose']], ['AAPL', null, []])
  assert.equal((await call('summary', apple))['low52w'], null)
  assert.equal(rowsOf(await call('stocks', { market: 'US', pageNum: 1, pageSize: 5 })).length, 5)
})

test('a sparkline refused to one user is available to the next user in the same tick', async () => {
  const bars = openBarsHere(feed)
  let refusals = 1
  const closes: typeof bars.closes = async (...asked) => {
    refusals -= 1
    if (refusals >= 0) throw new Refused(refusal('too_many_requests'))
    return bars.closes(...asked)
  }
  const call = openCalls(openTestMarketData({ bars: { ...bars, closes } }))
  const points = async (): Promise<unknown[]> =>
    (await call('orderQuote', { stockCode: 'AAPL', market: 'US' }))['indicatorsQuoteClose'] as unknown[]
  assert.deepEqual([(await points()).length, (await points()).length], [0, 50])
})

test('reports an error of a worker thread as an error, not as a refusal', async () => {
  const broken = () => Promise.reject(new Error('broken'))
  const bars = {
    ...openBarsHere(feed),
    bars: broken,
    year: broken,
    closes: broken,
    warmUp: () => undefined,
    close: async () => undefined,
  }
  const call = openCalls(openTestMarketData({ bars }))
  const apple = { stockCode: 'AAPL', market: 'US' }
  for (const name of ['quote', 'summary'] as const) await assert.rejects(call(name, apple), /broken/)
})
