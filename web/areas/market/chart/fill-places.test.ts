import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxesOf, candleOf } from './fill-places.ts'
import type { Candle } from './series.ts'

const candle = (time: number): Candle => ({ time, open: 100, high: 110, low: 90, close: 105, volume: 1 })
const candles = [candle(60), candle(120), candle(180)]

test('a fill belongs to the last candle that had begun', () => {
  const cases: readonly (readonly [number, number | undefined])[] = [
    [59, undefined],
    [60, 60],
    [119, 60],
    [120, 120],
    [9999, 180],
  ]
  for (const [time, expected] of cases) assert.equal(candleOf({ time, price: 100 }, candles)?.time, expected, `${time}`)
  assert.equal(candleOf({ time: 60, price: 100 }, []), undefined)
})

test('a fill between two days with a session belongs to the day that comes', () => {
  const days = [3, 4, 5, 8].map((day) => candle(day * 86_400))
  const hours = (day: number, hour: number) => candleOf({ time: day * 86_400 + hour * 3600, price: 100 }, days)?.time
  assert.equal(hours(5, 23), 5 * 86_400)
  assert.equal(hours(6, 0), 8 * 86_400)
  assert.equal(hours(7, 12), 8 * 86_400)
  assert.equal(hours(9, 1), 8 * 86_400)
})

test('a fill at the price of before a split has no place, one a little beyond its candle has', () => {
  const has = (price: number) => candleOf({ time: 130, price }, candles) !== undefined
  assert.deepEqual([59, 61, 89, 111, 164, 166].map(has), [false, true, true, true, true, false])
})

test('a purchase hangs below its price, a sale stands above, and an older one that would lie on a newer one is left out', () => {
  const tip = (side: 'buy' | 'sell', left: number, top: number) => ({ side, tip: { left, top } })
  assert.deepEqual(boxesOf([tip('buy', 100, 50), tip('sell', 100, 51)]), [
    { left: 86, top: 50 },
    { left: 86, top: 19 },
  ])
  const isShown = (tips: Parameters<typeof boxesOf>[0]) => boxesOf(tips).map((box) => box !== undefined)
  assert.deepEqual(isShown([tip('buy', 100, 50), tip('buy', 127, 50), tip('buy', 128, 50)]), [true, false, true])
  assert.deepEqual(isShown([tip('buy', 100, 50), tip('buy', 100, 77), tip('buy', 100, 78)]), [true, false, true])
  assert.deepEqual(isShown([{ side: 'buy', tip: undefined }, tip('buy', 1, 1)]), [false, true])
})
