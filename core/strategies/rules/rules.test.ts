import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceOf, type Price } from '#money/money.ts'
import { quantifyStrategies, strategyIds } from '#quantify/products.ts'
import { daysOf, wanderingDays } from '#strategies/examples-testing.ts'
import { strikeOf } from '#strategies/strike.ts'
import { advance, openTrack, runStrategy, type Strategy, type StrategyDay } from '#strategies/strategy.ts'
import { dayNumber } from '#time-zone.ts'
import { balanced, bondIndex } from './balanced.ts'
import { grid } from './grid.ts'
import { momentum } from './momentum.ts'
import { reversion } from './reversion.ts'
import { trend } from './trend.ts'

const strategies = strategyIds.map((id) => quantifyStrategies[id].strategy)
const series = (from: number, step: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => (from + step * index).toFixed(2))
const heldOf = (strategy: Strategy, days: readonly StrategyDay[], code: string): readonly bigint[] =>
  runStrategy(strategy, days).map(({ weights }) => weights.get(code) ?? 0n)

for (const strategy of strategies) {
  const { id, universe } = strategy
  test(`${id}: a market whose future changes has the same past, to the bit`, () => {
    const days = wanderingDays(universe, 400, 11)
    for (const cut of [1, 50, 137, 260, 399]) {
      const other = wanderingDays(universe, 400, 12).slice(cut)
      const changed = [...days.slice(0, cut), ...other]
      assert.deepEqual(runStrategy(strategy, changed).slice(0, cut), runStrategy(strategy, days).slice(0, cut))
    }
  })

  test(`${id}: a record that is rebuilt from its inception is the same as one that grew day by day`, () => {
    const days = wanderingDays(universe, 300, 5)
    let track = openTrack(strategy)
    const grown = days.map((day) => {
      track = advance(track, day)
      return track.mark
    })
    assert.deepEqual(grown, runStrategy(strategy, days))
  })

  test(`${id}: holds nothing short, never more than all of it, and its value stays above zero`, () => {
    for (const seed of [1, 2, 3])
      for (const { weights, nav } of runStrategy(strategy, wanderingDays(universe, 500, seed))) {
        const parts = [...weights.values()]
        assert.ok(
          parts.every((part) => part >= 0n),
          id,
        )
        assert.ok(parts.reduce((sum, part) => sum + part, 0n) <= 10_005n, id)
        assert.ok(nav > 0n)
      }
  })

  test(`${id}: turns something in a market that moves`, () => {
    const marks = runStrategy(strategy, wanderingDays(universe, 500, 3))
    assert.ok(marks.filter(({ turnover }) => turnover > 0n).length > 1)
  })
}

test('trend: is in the index above the average of fifty strikes, and out below it', () => {
  const days = daysOf({ 'GLOBAL:SPX': [...series(100, 1, 60), ...series(100, -1, 40)] })
  const held = heldOf(trend as Strategy, days, 'GLOBAL:SPX')
  assert.deepEqual(held.slice(0, 49), Array(49).fill(0n))
  assert.ok(held[49]! > 9_990n && held[59]! > 9_990n)
  assert.equal(held[60], 0n)
})

test('reversion: buys after a long fall, and sells after the rise', () => {
  const days = daysOf({ 'GLOBAL:NDX': [...series(200, -2, 30), ...series(142, 3, 30)] })
  const held = heldOf(reversion as Strategy, days, 'GLOBAL:NDX')
  assert.equal(held[13], 0n)
  assert.ok(held[14]! > 9_990n && held[29]! > 9_990n)
  assert.equal(held[59], 0n)
})

test('grid: a tenth less for each line above the centre, a tenth more for each below, and a new grid outside', () => {
  const prices = ['100', '104', '103.9', '108.2', '100', '96.1', '92', '130', '130']
  const held = heldOf(grid as Strategy, daysOf({ 'CRYPTO:BTC': prices }), 'CRYPTO:BTC')
  const tenths = held.map((part) => (part + 500n) / 1000n)
  assert.deepEqual(tenths, [5n, 4n, 5n, 3n, 5n, 6n, 7n, 5n, 5n])
})

test('momentum: a fifth in each of the five that rose most, chosen on the first of a month', () => {
  const first = dayNumber('2026-01-01')
  const days = Array.from({ length: 130 }, (_, index): StrategyDay => {
    const rising = momentum.universe.map((code, rank): [string, Price] => [
      code,
      priceOf((100 + (index * (rank % 20)) / 100).toFixed(4)),
    ])
    return { ...strikeOf(first + index), prices: new Map(rising) }
  })
  const marks = runStrategy(momentum as Strategy, days)
  const begun = marks.findIndex(({ weights }) => weights.size > 0)
  assert.equal(marks[begun]?.date, dayNumber('2026-04-01'))
  assert.deepEqual([...marks[begun]!.weights.keys()].toSorted(), momentum.universe.slice(15).toSorted())
  assert.deepEqual(new Set(marks[begun]!.weights.values()), new Set([2000n]))
})

test('balanced: waits for both, then is made six to four again on the first of a month', () => {
  const days = daysOf({ 'GLOBAL:SPX': series(100, 1, 40), [bondIndex]: ['', ...series(100, 0, 39)] })
  const held = heldOf(balanced as Strategy, days, 'GLOBAL:SPX')
  assert.deepEqual([held[0], held[1]], [0n, 6_000n])
  assert.ok(held[30]! > 6_300n)
  // February 1 is the 32nd day of the year.
  assert.equal(held[31], 6_000n)
})
