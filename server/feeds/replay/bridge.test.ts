import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bridge, seedOf, walk } from './bridge.ts'

const bars = fc
  .array(fc.integer({ min: -5_000_000_000, max: 900_000_000_000 }), { minLength: 4, maxLength: 4 })
  .map((values) => {
    const [low, open, close, high] = values.toSorted((left, right) => left - right) as [number, number, number, number]
    return { open, high, low, close }
  })

test('a bridge goes through open, high, low and close exactly, and nowhere beyond', () => {
  fc.assert(
    fc.property(bars, fc.integer({ min: 3, max: 1500 }), fc.integer(), (bar, steps, seed) => {
      const path = bridge(steps, bar, seed)
      assert.equal(path.length, steps + 1)
      assert.deepEqual([path[0], path[steps]], [bar.open, bar.close])
      assert.deepEqual([Math.max(...path), Math.min(...path)], [bar.high, bar.low])
      assert.ok(path.every((value) => Number.isSafeInteger(value)))
    }),
  )
})

test('the same bar and seed give the same path, another seed another', () => {
  const bar = { open: 18_000, high: 19_000, low: 17_000, close: 18_500 }
  assert.deepEqual(bridge(390, bar, 7), bridge(390, bar, 7))
  assert.notDeepEqual(bridge(390, bar, 7), bridge(390, bar, 8))
  assert.notEqual(seedOf('US:AAPL', 19_000), seedOf('US:AAPL', 19_001))
  assert.notEqual(seedOf('US:AAPL', 19_000), seedOf('US:MSFT', 19_000))
})

test('a walk keeps its ends and its limits', () => {
  fc.assert(
    fc.property(bars, fc.integer(), ({ open, high, low, close }, seed) => {
      const path = walk(60, open, close, (high - low) / 10, { high, low, seed })
      assert.deepEqual([path[0], path[60]], [open, close])
      assert.ok(path.every((value) => value >= low && value <= high))
    }),
  )
})

test('a bar that does not move is a flat path', () => {
  const flat = { open: 500, high: 500, low: 500, close: 500 }
  assert.ok(bridge(390, flat, 1).every((value) => value === 500))
})
