import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { formatPrice, priceOf, quantityOf } from '@mex/core/money/money.ts'
import type { Bar, ChartPeriod } from '@mex/core/market/quote.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { chartOf, intervalOf, yearOf, type ChartFacts } from './live-chart.ts'
import { openLiveTest, type LiveTest } from './live-testing.ts'

const calendar = present(openCatalogue().calendars.get('us-equity'), 'the calendar of New York')
/** A Tuesday after a holiday; New York opens at 13:30 UTC. */
const at = (time: string, day = '08'): number => Date.parse(`2026-09-${day}T${time}Z`)
const key = 'US:AAPL'
const row = (time: number, open: number, high: number, low: number, close: number): Bar => {
  const [first, top, bottom, last] = [open, high, low, close].map((one) => priceOf(String(one)))
  return { time: time / 1000, open: first!, high: top!, low: bottom!, close: last!, volume: quantityOf('10') }
}
const days = [
  row(at('13:30:00', '02'), 90, 95, 89, 94),
  row(at('13:30:00', '03'), 94, 99, 93, 98),
  row(at('13:30:00', '04'), 98, 99, 96, 97),
]
const today = { regularMarketOpen: 99, regularMarketDayHigh: 101, regularMarketDayLow: 98, regularMarketVolume: 7 }

type Asked = { readonly now: number; readonly end?: number; readonly limit?: number; readonly rows?: readonly Bar[] }
const facts = ({ tape, actions }: LiveTest, rows: readonly Bar[]): ChartFacts => ({
  key,
  calendar,
  rows,
  tape,
  actions,
})
const chart = (live: LiveTest, period: ChartPeriod, { now, end = Infinity, limit = 500, rows = days }: Asked) =>
  chartOf(facts(live, rows), { period, end, limit, now }).map(({ time, open, high, low, close, volume }) =>
    [
      new Date(time * 1000).toISOString().slice(5, 16),
      ...[open, high, low, close].map((price) => formatPrice(price)),
      volume / 10n ** 8n,
    ].join(' '),
  )

test('the days of the source, and today as our newest quote tells it', () => {
  const live = openLiveTest()
  assert.deepEqual(chart(live, '1D', { now: at('12:00:00') }), [
    '09-02T13:30 90 95 89 94 10',
    '09-03T13:30 94 99 93 98 10',
    '09-04T13:30 98 99 96 97 10',
  ])
  live.say('AAPL', 100, at('14:00:00'), today)
  const wanted = '09-08T13:30 99 101 98 100 7'
  assert.equal(chart(live, '1D', { now: at('14:00:05') }).at(-1), wanted)
  // The source's own row of today, which is older, is replaced.
  const rows = [...days, row(at('13:55:00'), 99, 99.5, 98, 99.2)]
  assert.deepEqual(chart(live, '1D', { now: at('14:00:05'), rows }).slice(-2), ['09-04T13:30 98 99 96 97 10', wanted])
  assert.equal(chart(live, '1D', { now: at('14:00:04') }).length, 3, 'not before the quote is in force')
})

test('a high below the price, and a day without an open', () => {
  const live = openLiveTest()
  live.say('AAPL', 105, at('14:00:00'), today)
  assert.equal(chart(live, '1D', { now: at('14:00:05') }).at(-1), '09-08T13:30 99 105 98 105 7')
  const without = openLiveTest()
  without.say('AAPL', 105, at('14:00:00'), { regularMarketOpen: 0 })
  assert.equal(chart(without, '1D', { now: at('14:00:05') }).length, 3)
})

test('before the open and after the close the last session stands', () => {
  const live = openLiveTest()
  live.say('AAPL', 97, at('20:00:00', '04'), {
    ...today,
    regularMarketPrice: 97,
    preMarketPrice: 90,
    preMarketTime: at('12:00:00') / 1000,
    later: 302_400,
  })
  assert.equal(chart(live, '1D', { now: at('12:05:00') }).length, 3, 'pre-market')
  const post = openLiveTest()
  post.say('AAPL', 100, at('19:59:59'), {
    ...today,
    postMarketPrice: 120,
    postMarketTime: at('20:30:00') / 1000,
    later: 1900,
  })
  assert.equal(chart(post, '1D', { now: at('20:40:00') }).at(-1), '09-08T13:30 99 101 98 100 7')
})

test('weeks, months, quarters and years begin with the open of their first day', () => {
  const live = openLiveTest()
  live.say('AAPL', 100, at('14:00:00'), today)
  const asked = { now: at('14:00:05') }
  assert.deepEqual(chart(live, '1W', asked), ['09-02T13:30 90 99 89 97 30', '09-08T13:30 99 101 98 100 7'])
  for (const period of ['1M', '3M', '1Y'] as const)
    assert.deepEqual(chart(live, period, asked), ['09-02T13:30 90 101 89 100 37'])
})

const minutes = [
  row(at('19:58:00', '04'), 97, 97, 97, 97),
  row(at('13:30:00'), 99, 99, 98, 98.5),
  row(at('13:31:00'), 98.5, 99, 98.5, 99),
]

test('minutes of the source, and after them those of our own quotes of regular hours', () => {
  const live = openLiveTest()
  live.say('AAPL', 50, at('13:31:30'))
  live.say('AAPL', 100, at('13:33:10'))
  live.say('AAPL', 101, at('13:33:40'))
  live.say('AAPL', 102, at('13:40:00'), { later: 300 })
  const asked = { now: at('13:50:00'), rows: minutes }
  const own = '09-08T13:33 100 101 100 101 0'
  assert.deepEqual(chart(live, 'intraday', asked), [
    '09-08T13:30 99 99 98 98.5 10',
    '09-08T13:31 98.5 99 98.5 99 10',
    own,
  ])
  assert.equal(chart(live, '1min', asked).length, 4, 'with the session before')
  assert.deepEqual(chart(live, '5min', asked).slice(-1), ['09-08T13:30 99 101 98 101 20'])
  assert.deepEqual(chart(live, '1min', { ...asked, limit: 1 }), [own])
  assert.deepEqual(chart(live, '1min', { ...asked, limit: 0 }), [])
  assert.deepEqual(chart(live, 'intraday', { ...asked, end: at('20:00:00', '04') }), ['09-04T19:58 97 97 97 97 10'])
})

test('our own quotes of before a split are not of the shares of now', () => {
  const live = openLiveTest()
  live.say('AAPL', 400, at('19:59:00', '04'))
  live.say('AAPL', 100, at('13:33:10'), { regularMarketPreviousClose: 400, regularMarketOpen: 0 })
  const asked = { now: at('13:50:00'), rows: [] }
  assert.equal(chart(live, '1min', asked).length, 2)
  live.actions.push({
    kind: 'split',
    to: 4n,
    from: 1n,
    declaredAt: at('00:00:00'),
    exAt: at('00:01:00', '05'),
    exDate: '2026-09-08',
  })
  assert.deepEqual(chart(live, '1min', asked), ['09-08T13:33 100 100 100 100 0'])
})

test('a price in doubt about its shares is in no chart', () => {
  const live = openLiveTest()
  live.say('AAPL', 97, at('19:59:00', '04'), { regularMarketPreviousClose: 98 })
  live.say('AAPL', 25, at('13:33:10'), { regularMarketPreviousClose: 24 })
  const asked = { now: at('13:50:00') }
  assert.equal(chart(live, '1D', asked).at(-1), '09-04T13:30 98 99 96 97 10')
  assert.deepEqual(chart(live, 'intraday', { ...asked, rows: minutes }).length, 2)
})

test('the range of a year leaves out what is older', () => {
  const live = openLiveTest()
  const old = row(Date.parse('2025-09-05T13:30:00Z'), 500, 500, 1, 500)
  assert.deepEqual(yearOf(facts(live, [old, ...days]), at('12:00:00')), { high: priceOf('99'), low: priceOf('89') })
  assert.equal(yearOf(facts(live, []), at('12:00:00')), undefined)
})

for (const [period, interval] of [
  ['intraday', '1m'],
  ['1min', '1m'],
  ['5min', '5m'],
  ['15min', '5m'],
  ['60min', '60m'],
  ['1D', '1d'],
  ['1Y', '1d'],
] as const)
  test(`a chart of ${period} is made of bars of ${interval}`, () => {
    assert.equal(intervalOf(period), interval)
  })
