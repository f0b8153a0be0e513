import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChartPeriod } from '@mex/core/market/quote.ts'
import type { Candle } from '#areas/market/chart/series.ts'
import { comparedRows, gainsAt, otherPoints, type Compared } from './compared-rows.ts'

const at = (text: string): number => Date.parse(`${text}Z`) / 1000

/** Candles of times and closes. */
const of = (closes: Readonly<Record<string, number>>, outsideFrom?: string): Compared => ({
  candles: Object.entries(closes).map(([time, close]): Candle => ({
    time: at(time),
    open: close,
    high: close,
    low: close,
    close,
    volume: 0,
  })),
  outsideFrom: outsideFrom === undefined ? undefined : at(outsideFrom),
})

const pairs = (period: ChartPeriod, own: Compared, other: Compared) =>
  comparedRows(period, own, other).map((row) => [row.own, row.other])

test('days of two markets meet on their date, whenever they open, from the first common one to the last', () => {
  const newYork = of({ '2026-11-19T09:30': 1, '2026-11-20T09:30': 2, '2026-11-23T09:30': 3, '2026-11-24T09:30': 4 })
  const hongKong = of({ '2026-11-19T09:30': 10, '2026-11-23T09:30': 30 })
  assert.deepEqual(pairs('1D', newYork, hongKong), [
    [1, 10],
    [2, undefined],
    [3, 30],
  ])
})

test('a day of currencies that opens on the evening before is that of the next date', () => {
  const share = of({ '2026-11-23T09:30': 1, '2026-11-24T09:30': 2 })
  const pair = of({ '2026-11-22T17:00': 10, '2026-11-23T17:00': 20 })
  assert.deepEqual(pairs('1D', share, pair), [
    [1, 10],
    [2, 20],
  ])
})

test('weeks, months, quarters and years meet although their first trading days differ', () => {
  const cases: readonly (readonly [ChartPeriod, string, string, string])[] = [
    ['1W', '2026-11-23T09:30', '2026-11-25T09:30', '2026-11-22T09:30'],
    ['1M', '2026-11-02T09:30', '2026-11-03T09:30', '2026-10-30T09:30'],
    ['3M', '2026-10-01T09:30', '2026-10-05T09:30', '2026-09-30T09:30'],
    ['1Y', '2026-01-02T09:30', '2026-01-05T09:30', '2025-12-31T09:30'],
  ]
  for (const [period, own, same, earlier] of cases) {
    assert.deepEqual(pairs(period, of({ [own]: 1 }), of({ [same]: 10 })), [[1, 10]], period)
    assert.deepEqual(pairs(period, of({ [own]: 1 }), of({ [earlier]: 10 })), [], period)
  }
})

test('candles of minutes meet at the same minutes', () => {
  const own = of({ '2026-11-23T09:30': 1, '2026-11-23T09:35': 2, '2026-11-23T09:40': 3 })
  const other = of({ '2026-11-23T09:25': 9, '2026-11-23T09:35': 20 })
  assert.deepEqual(pairs('5min', own, other), [[2, 20]])
})

test('a minute belongs to the longer candle in which it ends, and the last of them is its price', () => {
  const minutes = of({ '2026-11-23T16:00': 10, '2026-11-23T16:01': 11, '2026-11-23T16:14': 14, '2026-11-23T16:15': 15 })
  const steps = of({ '2026-11-23T15:59': 1, '2026-11-23T16:00': 2, '2026-11-23T16:15': 3 }, '2026-11-23T16:00')
  assert.deepEqual(pairs('intraday', steps, minutes), [
    [2, 14],
    [3, 15],
  ])
  // The other way round a step of a quarter of an hour has its price at its end, not at its beginning.
  assert.deepEqual(
    pairs('intraday', of({ '2026-11-23T16:00': 1, '2026-11-23T16:14': 5, '2026-11-23T16:29': 9 }), steps),
    [
      [5, 2],
      [9, 3],
    ],
  )
})

test('two that never trade at the same time have nothing to compare', () => {
  assert.deepEqual(pairs('intraday', of({ '2026-11-23T10:00': 1 }), of({ '2026-11-23T11:00': 2 })), [])
  assert.deepEqual(pairs('intraday', of({ '2026-11-23T10:00': 1 }), of({})), [])
  assert.deepEqual(pairs('1D', of({}), of({ '2026-11-23T11:00': 2 })), [])
})

const rows = [
  { time: 1, own: 100, other: undefined },
  { time: 2, own: 110, other: 50 },
  { time: 3, own: 121, other: undefined },
  { time: 4, own: 99, other: 60 },
]

test('gains count from the left edge, those of the other from its first price in view', () => {
  const cases = [
    [0, 3, -0.01, 0.2],
    [0, 1, 0.1, 0],
    [0, 0, 0, undefined],
    [1, 3, -0.1, 0.2],
    [3, 3, 0, 0],
    [-5, 3, -0.01, 0.2],
    // Where the other has no price, its last one counts.
    [0, 2, 0.21, 0],
    [2, 2, 0, undefined],
    [4, 4, undefined, undefined],
  ] as const
  for (const [left, index, own, other] of cases) {
    const found = gainsAt(rows, left, index)
    assert.deepEqual([rounded(found.own), rounded(found.other)], [own, other], `${left} to ${index}`)
  }
  assert.deepEqual(gainsAt([{ time: 1, own: 0, other: 0 }], 0, 0), { own: undefined, other: undefined })
})

const rounded = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * 1e6) / 1e6)

test('the second line stops before a gap and goes on after it', () => {
  assert.deepEqual(otherPoints(rows), [
    { time: 2, value: 50, isBeforeGap: true },
    { time: 4, value: 60, isBeforeGap: false },
  ])
  const whole = rows.map((row) => ({ ...row, other: 1 }))
  assert.deepEqual(
    otherPoints(whole).map(({ isBeforeGap }) => isBeforeGap),
    [false, false, false, false],
  )
})
