import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { openDaySecrets, type DayKeys } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { openBridge } from './bridge.ts'
import { conditionedWalk, type KnownPrices } from './conditioned-walk.ts'
import { bell, bellVariance, openDraws } from './keyed-draws.ts'

const secrets = openDaySecrets(Buffer.from('bridge-test'), modelVersion)
const stepsOf = (steps: number, known: KnownPrices, seed: number, name = 'US:AAPL'): number[] => {
  const priceAt = openBridge(steps, known, openDraws(secrets, name, seed * 86_400_000))
  return Array.from({ length: steps + 1 }, (_, step) => priceAt(step))
}

const bars = fc
  .array(fc.integer({ min: -5_000_000_000, max: 900_000_000_000 }), { minLength: 4, maxLength: 4 })
  .chain((values) => {
    const [low, one, other, high] = values.toSorted((left, right) => left - right) as [number, number, number, number]
    return fc
      .tuple(fc.constantFrom(low, one, other, high), fc.constantFrom(low, one, other, high))
      .map(([open, close]) => ({ open, high, low, close }))
  })

test('a bridge starts at open, ends at close, and has exactly high and low as its range', () => {
  fc.assert(
    fc.property(bars, fc.integer({ min: 3, max: 3000 }), fc.integer({ min: 0, max: 30_000 }), (bar, steps, seed) => {
      const path = stepsOf(steps, bar, seed)
      assert.deepEqual([path[0], path[steps]], [bar.open, bar.close])
      assert.deepEqual([Math.max(...path), Math.min(...path)], [bar.high, bar.low])
      assert.ok(path.every((value) => Number.isSafeInteger(value)))
    }),
  )
})

const bar = { open: 18_000, high: 19_000, low: 17_000, close: 18_500 }

test('the same key gives the same path; another secret, instrument or day gives another', () => {
  const path = (keys: DayKeys, name: string, start: number): number[] => {
    const priceAt = openBridge(390, bar, openDraws(keys, name, start))
    return Array.from({ length: 391 }, (_, step) => priceAt(step))
  }
  const first = path(secrets, 'US:AAPL', 86_400_000)
  assert.deepEqual(path(secrets, 'US:AAPL', 86_400_000), first)
  assert.notDeepEqual(path(secrets, 'US:MSFT', 86_400_000), first)
  assert.notDeepEqual(path(secrets, 'US:AAPL', 86_460_000), first)
  assert.notDeepEqual(path(secrets, 'US:AAPL', 172_800_000), first)
  assert.notDeepEqual(path(openDaySecrets(Buffer.from('another'), modelVersion), 'US:AAPL', 86_400_000), first)
})

test('a step has the same price in any order of evaluation', () => {
  const forward = stepsOf(23_400, bar, 5)
  const priceAt = openBridge(23_400, bar, openDraws(secrets, 'US:AAPL', 5 * 86_400_000))
  for (let step = 23_400; step >= 0; step -= 7) assert.equal(priceAt(step), forward[step])
})

test('a bar whose high equals its low is a flat path', () => {
  const flat = { open: 500, high: 500, low: 500, close: 500 }
  assert.ok(stepsOf(390, flat, 1).every((value) => value === 500))
})

/** Normal random numbers, the same in every run, for the random walks that the bridges below replay. */
function openNormal(): () => number {
  const words = new Uint32Array(16)
  let next = 0
  return () => {
    if (next % 16 === 0) openDraws(secrets, 'the real days', 0)(next / 16, words)
    next += 1
    return bell(words[(next - 1) % 16]!) / Math.sqrt(bellVariance)
  }
}

/** Strategies of an observer who knows past prices only; each returns the profits of its trades. */
const strategies = {
  'follow the last half hour': (path: number[]) =>
    [1, 3, 5, 7, 9, 11].map((half) => {
      const [before, now, later] = [path[half * 30 - 30]!, path[half * 30]!, path[half * 30 + 30]!]
      return Math.sign(now - before) * (later - now)
    }),
  'sell a high that has stood for twenty minutes when the price comes back to it': (path: number[]) => {
    let [high, since] = [-Infinity, 0]
    for (const [minute, price] of path.slice(0, 360).entries()) {
      if (price > high) [high, since] = [price, minute]
      else if (minute - since > 20 && high - price < spread(path) / 5) return [price - path[minute + 30]!]
    }
    return []
  },
  'trade against the extreme when the usual range has been covered': (path: number[]) => {
    const usual = 1.6 * spread(path) * Math.sqrt(390)
    let [high, low] = [-Infinity, Infinity]
    for (const [minute, price] of path.slice(0, 370).entries()) {
      ;[high, low] = [Math.max(high, price), Math.min(low, price)]
      if (minute > 60 && high - low > usual && (price === high || price === low))
        return [(price === high ? -1 : 1) * (path[390]! - price)]
    }
    return []
  },
} satisfies Record<string, (path: number[]) => number[]>

/** The standard deviation of the price changes per minute in the first hour. */
function spread(path: number[]): number {
  let squares = 0
  for (let minute = 1; minute <= 60; minute += 1) squares += (path[minute]! - path[minute - 1]!) ** 2
  return Math.sqrt(squares / 60)
}

describe('on bridged days that were random walks, a strategy on past prices wins no more than chance', () => {
  const normal = openNormal()
  const steps = 390 * 6
  const paths = Array.from({ length: 1200 }, (_, day) => {
    const size = 1e6 * (1 + 0.4 * Math.abs(normal()))
    let close = 1e10
    let [high, low] = [close, close]
    for (let step = 0; step < steps; step += 1) {
      close += Math.round(size * normal())
      ;[high, low] = [Math.max(high, close), Math.min(low, close)]
    }
    const priceAt = openBridge(steps, { open: 1e10, high, low, close }, openDraws(secrets, 'US:AAPL', day * 86_400_000))
    return Array.from({ length: 391 }, (_, minute) => priceAt(6 * minute))
  })
  for (const [name, strategy] of Object.entries(strategies))
    test(name, () => {
      const profits = paths.flatMap(strategy).filter((profit) => profit !== 0)
      const won = profits.filter((profit) => profit > 0).length / profits.length
      const interval = 3.3 * Math.sqrt(0.25 / profits.length)
      assert.ok(profits.length > 200, `${profits.length} trades`)
      assert.ok(Math.abs(won - 0.5) < interval, `${won} of ${profits.length}, chance is 0.5 ± ${interval}`)
    })
})

test('a long path that opens at its low and closes at its high stays between them', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const path = stepsOf(23_400, { open: 17_000_000, high: 19_000_000, low: 17_000_000, close: 19_000_000 }, seed)
    assert.deepEqual([Math.min(...path), Math.max(...path)], [17_000_000, 19_000_000])
    assert.ok(path.every((value) => Number.isSafeInteger(value)))
  }
})

test('selects a walk whose open lies within 3 % of its known place in the range, on average', () => {
  let error = 0
  const days = 200
  for (let day = 0; day < days; day += 1) {
    const open = 20 + ((day * 7) % 60)
    const known = { open, high: 100, low: 0, close: 20 + ((day * 11) % 60) }
    const { marks } = conditionedWalk(390, 1, known, openDraws(secrets, 'US:KO', day * 86_400_000))
    const [bottom, top] = [Math.min(...marks), Math.max(...marks)]
    error += Math.abs((marks[0]! - bottom) / (top - bottom) - open / 100)
  }
  assert.ok(error / days < 0.03, `${error / days} of the range`)
})
