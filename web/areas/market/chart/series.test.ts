import assert from 'node:assert/strict'
import { test } from 'node:test'

import { priceOf, quantityOf } from '@mex/core/money/money.ts'
import type { Bar } from '@mex/core/market/quote.ts'
import {
  baseOfSession,
  candlesOf,
  restOfSession,
  shadesOf,
  startOfLive,
  wallTime,
  withLive,
  type Candle,
} from './series.ts'

const minute = 60
/** 2026-11-20 14:30 UTC: 9:30 in New York. */
const open = Date.UTC(2026, 10, 20, 14, 30) / 1000

const bar = (time: number, close: string): Bar => ({
  time,
  open: priceOf('10'),
  high: priceOf('12.5'),
  low: priceOf('9.25'),
  close: priceOf(close),
  volume: quantityOf('1000'),
})

test('converts instants to the wall clock of the venue', () => {
  const rows: [seconds: number, zone: 'America/New_York' | 'Asia/Hong_Kong' | 'UTC', wall: string][] = [
    [open, 'America/New_York', '2026-11-20T09:30'],
    [Date.UTC(2026, 6, 1, 13, 30) / 1000, 'America/New_York', '2026-07-01T09:30'],
    [Date.UTC(2026, 10, 20, 1, 30) / 1000, 'Asia/Hong_Kong', '2026-11-20T09:30'],
    [open, 'UTC', '2026-11-20T14:30'],
  ]
  for (const [seconds, zone, wall] of rows) {
    assert.equal(new Date(wallTime(seconds, zone) * 1000).toISOString().slice(0, 16), wall)
  }
})

test('converts bars to candles of plain numbers', () => {
  const [candle] = candlesOf([bar(open, '11.75')], 'UTC')
  assert.deepEqual(candle, { time: open, open: 10, high: 12.5, low: 9.25, close: 11.75, volume: 1000 })
})

test('drops the repeated hour at the end of daylight saving time', () => {
  // 2026-11-01 05:30 and 06:30 UTC are both 1:30 in New York.
  const twice = [5, 6, 7].map((hour) => bar(Date.UTC(2026, 10, 1, hour, 30) / 1000, '11'))
  const times = candlesOf(twice, 'America/New_York').map(({ time }) => time)
  assert.equal(times.length, 2)
  assert.ok((times[0] ?? 0) < (times[1] ?? 0))
})

test('lists every remaining minute of the session', () => {
  const rest = restOfSession({ last: open, end: open + 5 * minute, zone: 'UTC', lunch: undefined })
  assert.deepEqual(
    rest,
    [1, 2, 3, 4].map((count) => open + count * minute),
  )
})

test('leaves out the lunch break, and lists nothing after the end of the session', () => {
  const eleven59 = Date.UTC(2026, 10, 20, 3, 59) / 1000
  const rest = restOfSession({
    last: eleven59,
    end: eleven59 + 63 * minute,
    zone: 'Asia/Hong_Kong',
    lunch: [720, 780],
  })
  assert.deepEqual(
    rest.map((time) => new Date(time * 1000).toISOString().slice(11, 16)),
    ['13:00', '13:01'],
  )
  assert.deepEqual(restOfSession({ last: open, end: open, zone: 'UTC', lunch: undefined }), [])
})

test('applies a live price to its minute, or to the last candle of longer periods', () => {
  assert.equal(startOfLive('intraday', open, open + 30, false), open)
  assert.equal(startOfLive('intraday', open, open + 90, false), open + minute)
  assert.equal(startOfLive('intraday', open, open - 90, false), open)
  assert.equal(startOfLive('1D', open, open + 90, false), open)
  // Outside the regular hours a candle covers a quarter of an hour.
  assert.equal(startOfLive('intraday', open, open + 14 * minute, true), open)
  assert.equal(startOfLive('intraday', open, open + 15 * minute, true), open + 15 * minute)
  assert.equal(startOfLive('1D', open, open + 15 * minute, true), open)
  // Candles of minutes have their own step, also outside of the regular hours.
  assert.equal(startOfLive('5min', open, open + 4 * minute, false), open)
  assert.equal(startOfLive('5min', open, open + 5 * minute, true), open + 5 * minute)
  // The first hour of New York is half an hour long: it began at 9:30.
  assert.equal(startOfLive('60min', open, open + 10 * minute, false), open)
  assert.equal(startOfLive('60min', open, open + 30 * minute, false), open + 30 * minute)
})

test('puts the live price into the last candle, or begins the next one', () => {
  const first: Candle = { time: open, open: 10, high: 12, low: 9, close: 11, volume: 5 }
  const rows: readonly (readonly [time: number, price: number, last: Candle, count: number])[] = [
    [open, 11.5, { ...first, close: 11.5 }, 1],
    [open, 13, { ...first, high: 13, close: 13 }, 1],
    [open, 8, { ...first, low: 8, close: 8 }, 1],
    [open + minute, 8, { time: open + minute, open: 8, high: 8, low: 8, close: 8, volume: 0 }, 2],
    // A price from before the last candle changes nothing.
    [open - minute, 8, first, 1],
  ]
  for (const [time, price, last, count] of rows) {
    const candles = withLive([first], { time, price })
    assert.deepEqual([candles.at(-1), candles.length], [last, count])
  }
  assert.deepEqual(withLive([first], undefined), [first])
  assert.deepEqual(withLive([], { time: open, price: 1 }), [])
})

test('shades the phases outside of the regular hours, each up to the next one', () => {
  const at = (hours: number) => (open + hours * 3600) * 1000
  const shades = shadesOf(
    [
      { phase: 'post', from: at(6.5) },
      { phase: 'practice', from: at(10.5) },
      // A later answer of the server begins with the phase that the earlier one ended with.
      { phase: 'practice', from: at(12) },
      { phase: 'pre', from: at(18.5) },
    ],
    'America/New_York',
  )
  const wall = (time: number) => (time === Infinity ? 'on' : new Date(time * 1000).toISOString().slice(11, 16))
  assert.deepEqual(
    shades.map(({ kind, from, until }) => `${kind} ${wall(from)}-${wall(until)}`),
    ['extended 16:00-20:00', 'practice 20:00-04:00', 'extended 04:00-on'],
  )
  assert.deepEqual(shadesOf([], 'UTC'), [])
})

test('the day of a session that has ended counts from the close before it, as its change does', () => {
  const closed = { previousClose: priceOf('764'), sinceClose: true }
  const lastSession = { close: priceOf('764'), change: priceOf('-4') }
  assert.equal(baseOfSession({ ...closed, lastSession }), 768)
  assert.equal(baseOfSession({ ...closed, lastSession, sinceClose: false }), undefined)
  assert.equal(baseOfSession({ ...closed, lastSession: { ...lastSession, change: undefined } }), undefined)
  // The page has not fetched the new session yet.
  assert.equal(baseOfSession({ ...closed, lastSession: { ...lastSession, close: priceOf('768') } }), undefined)
  assert.equal(baseOfSession(closed), undefined)
})
