import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isShownFor, type IndicatorName } from './indicator-names.ts'
import { indicatorLines } from './indicators.ts'
import type { Candle } from './series.ts'

const candlesOf = (closes: readonly number[], volumes: readonly number[] = []): readonly Candle[] =>
  closes.map((close, index) => ({
    time: index,
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume: volumes[index] ?? 100,
  }))

/** The values of each line, and the candle that each line begins at. */
const valuesOf = (name: IndicatorName, candles: readonly Candle[]) =>
  indicatorLines(name, candles).map(({ points }) => ({
    from: points[0]?.time,
    values: points.map(({ value }) => value),
  }))

const near = (values: readonly number[] | undefined, expected: readonly number[], digits: number) =>
  assert.deepEqual(
    values?.map((value) => value.toFixed(digits)),
    expected.map((value) => value.toFixed(digits)),
  )

const numbersIn = (text: string): readonly number[] => text.trim().split(/\s+/).map(Number)

const oneToTwenty = Array.from({ length: 20 }, (_, index) => index + 1)
/** Forty candles at 10, then one at 36. */
const jump = [...Array.from({ length: 40 }, () => 10), 36]

test('the moving averages are the means of the last 5 and 20 closes', () => {
  const [five, twenty] = valuesOf('average', candlesOf(oneToTwenty))
  assert.equal(five?.from, 4)
  near(five?.values.slice(0, 3), [3, 4, 5], 9)
  near(twenty?.values, [10.5], 9)
  assert.deepEqual([twenty?.from, valuesOf('average', candlesOf([1, 2, 3, 4]))[0]?.values], [19, []])
})

test('the exponential average moves by two twenty-firsts of the distance', () => {
  const [line] = valuesOf('exponential', candlesOf([...jump.slice(0, 20), 31]))
  assert.equal(line?.from, 19)
  near(line?.values, [10, 12], 9)
})

test('the Bollinger bands lie two standard deviations of the population from the mean', () => {
  const [upper, middle, lower] = valuesOf('bollinger', candlesOf(oneToTwenty))
  // Of 1 to 20 the mean is 10.5 and the variance (20² − 1) / 12.
  near(upper?.values, [10.5 + 2 * Math.sqrt(33.25)], 9)
  near(middle?.values, [10.5], 9)
  near(lower?.values, [10.5 - 2 * Math.sqrt(33.25)], 9)
  assert.equal(upper?.from, 19)
})

test('VWAP is the turnover at typical prices divided by the volume; a minute without volume has none', () => {
  const candles: readonly Candle[] = [
    { time: 0, open: 10, high: 12, low: 9, close: 12, volume: 100 },
    { time: 1, open: 12, high: 12, low: 12, close: 12, volume: 0 },
    { time: 2, open: 12, high: 15, low: 12, close: 15, volume: 300 },
  ]
  const [line] = indicatorLines('vwap', candles)
  assert.deepEqual(line?.points, [
    { time: 0, value: 11 },
    { time: 2, value: (11 * 100 + 14 * 300) / 400 },
  ])
})

test('RSI gives the published values of Wilder’s method (StockCharts, 14 days)', () => {
  const closes = numbersIn(`
    44.3389 44.0902 44.1497 43.6124 44.3278 44.8264 45.0955 45.4245 45.8433 46.0826 45.8931
    46.0328 45.6140 46.2820 46.2820 46.0028 46.0328 46.4116 46.2222 45.6439 46.2122 46.2521
    45.7137 46.4515 45.7835 45.3548 44.0288 44.1783 44.2181 44.5672 43.4205 42.6628 43.1314`)
  const published = numbersIn(`
    70.53 66.32 66.55 69.41 66.36 57.97 62.93 63.26 56.06 62.38
    54.71 50.42 39.99 41.46 41.87 45.46 37.30 33.08 37.77`)
  const [line] = valuesOf('rsi', candlesOf(closes))
  assert.equal(line?.from, 14)
  assert.equal(line?.values.length, published.length)
  line?.values.forEach((value, index) =>
    assert.ok(Math.abs(value - (published[index] ?? 0)) < 0.02, `${index}: ${value}`),
  )
})

test('RSI is 100 while nothing has fallen', () => {
  near(valuesOf('rsi', candlesOf(oneToTwenty))[0]?.values.slice(-1), [100], 9)
})

test('MACD is the distance of two exponential averages, its signal a third one', () => {
  const [histogram, macd, signal] = valuesOf('macd', candlesOf(jump))
  // EMA12 rises by 26 × 2/13 to 14, EMA26 by 26 × 2/27; the signal by a fifth of their distance.
  const distance = 4 - 52 / 27
  near(macd?.values.slice(-2), [0, distance], 9)
  near(signal?.values.slice(-2), [0, distance / 5], 9)
  near(histogram?.values.slice(-1), [(distance * 4) / 5], 9)
  assert.deepEqual([macd?.from, signal?.from, histogram?.from], [25, 33, 33])
})

test('averages belong to candles, VWAP to the minutes of one session, and the others to both', () => {
  const rows: readonly (readonly [IndicatorName, intraday: boolean, minutes: boolean, days: boolean])[] = [
    ['average', false, true, true],
    ['exponential', false, true, true],
    ['bollinger', false, true, true],
    ['vwap', true, false, false],
    ['volume', true, true, true],
    ['rsi', true, true, true],
    ['macd', true, true, true],
  ]
  for (const [name, intraday, minutes, days] of rows) {
    const shown = (['intraday', '5min', '1D'] as const).map((period) => isShownFor(name, period))
    assert.deepEqual(shown, [intraday, minutes, days], name)
  }
})
