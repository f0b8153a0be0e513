import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrame } from '@mex/contract/frames.ts'
import { parseChannel } from '@mex/contract/push.ts'
import { present } from '@mex/core/assert.ts'
import { openSteppedClock } from '#clock.ts'
import { openTicker } from '#feeds/ticker.ts'
import { openBus, type Change } from '#push/bus.ts'
import { tellQuotes } from '#push/quotes.ts'
import { openMarketNews } from './news.ts'
import { codesOf, feed, now, openCalls, openTestMarketData } from './testing.ts'

const marketData = openTestMarketData()
const news = openMarketNews(marketData)
const ask = openCalls(marketData)
const channelOf = (name: string) => present(parseChannel(name), `channel ${name}`)

test('pushes a quote with the values of its page', async () => {
  const quote = present(feed.quote('FUT:ESZ26', now), 'a quote')
  assert.equal(new Map(news.channelsOf(now)).get('quote.FUT.ESZ26'), 'FUT:ESZ26')
  const data: unknown = JSON.parse(present(news.write(quote, now), 'a change'))
  const page = await ask('quote', { stockCode: 'ESZ26' })
  const figures = ['price_nominal', 'change', 'change_ratio', 'open', 'high', 'low', 'preClose', 'volume', 'bid', 'ask']
  const fields = ['stock_code', ...figures, 'session', 'sinceClose', 'quoteId']
  assert.deepEqual(data, Object.fromEntries(fields.map((field) => [field, page[field]])))
  const frame = readFrame({ ch: 'quote.FUT.ESZ26', type: 'quote', seq: 1, ts: 1, data })
  assert.equal(frame?.type, 'quote')
})

test('has channels for listed instruments and for the named lists', () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['quote.US.AAPL', true],
    ['quote.US.BRK-B', true],
    ['quote.HK.AAPL', false],
    ['quote.FUT.ESZ25', false],
    ['list.US-gainers', true],
    ['list.MX-active', true],
    ['list.hot', true],
    ['list.nothing', false],
    ['user', false],
    ['system', false],
  ]
  for (const [name, exists] of cases) assert.equal(news.stateOf(channelOf(name), now) !== undefined, exists, name)
})

test('pushes a list in the order of its call', async () => {
  const state = news.stateOf(channelOf('list.MX-losers'), now)
  const rows = JSON.parse(state?.data ?? '[]') as Record<string, unknown>[]
  const page = codesOf(await ask('top', { market: 'MX', type: 'losers', limit: 20 }))
  assert.deepEqual(
    rows.map((row) => row['stock_code']),
    page,
  )
})

test('each tick sends subscribed channels, and a list at most once a second', async () => {
  const bus = openBus((_, error) => assert.fail(String(error)))
  const heard = new Set(['quote.US.AAPL', 'list.metals'])
  const told: Change[][] = []
  bus.subscribe('changes', ({ changes }) => told.push([...changes]))
  const clock = openSteppedClock(now)
  const listener = tellQuotes({ ...news, bus, isHeard: (channel) => heard.has(channel) })
  const ticker = openTicker({ feed, clock, listeners: [listener], onError: (_, error) => assert.fail(String(error)) })
  for (let tick = 0; tick < 3; tick += 1) {
    clock.set(feed.nextTick(clock.now()))
    await ticker.step()
  }
  assert.deepEqual(
    told.map((changes) => changes.map(({ channel }) => channel)),
    [['quote.US.AAPL', 'list.metals'], ['quote.US.AAPL'], ['quote.US.AAPL']],
  )
  const last = present(told[2]?.[0], 'a change')
  assert.equal((JSON.parse(last.data) as { quoteId: string }).quoteId, feed.quote('US:AAPL', clock.now())?.id)
})
