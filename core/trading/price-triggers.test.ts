import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { price, priceOf } from '#money/money.ts'
import { numberOf, openLevels, openPriceTriggers, type Trigger } from './price-triggers.ts'

test('a falling level fires at or below it, a rising one at or above, the nearest first', () => {
  const falling = openLevels('falling')
  const rising = openLevels('rising')
  for (const [id, level] of [
    [1, '100'],
    [2, '99.99'],
    [3, '100'],
  ] as const) {
    falling.add(id, priceOf(level))
    rising.add(id, priceOf(level))
  }
  const cases: [string, number[], number[]][] = [
    ['100.01', [], [2, 3, 1]],
    ['100', [3, 1], [2, 3, 1]],
    ['99.995', [3, 1], [2]],
    ['99.99', [3, 1, 2], [2]],
    ['99', [3, 1, 2], []],
    ['-5', [3, 1, 2], []],
  ]
  for (const [at, down, up] of cases) {
    assert.deepEqual(falling.fire(priceOf(at)), down, `falling ${at}`)
    assert.deepEqual(rising.fire(priceOf(at)), up, `rising ${at}`)
  }
  assert.equal(falling.remove(1, priceOf('99.99')), false)
  assert.equal(falling.remove(1, priceOf('100')), true)
  assert.equal(falling.remove(1, priceOf('100')), false)
  assert.deepEqual(falling.fire(priceOf('100')), [3])
  assert.equal(falling.size, 2)
})

test('throws on a price that a double cannot hold exactly', () => {
  assert.equal(numberOf(priceOf('89999999.99999999')), 8_999_999_999_999_999)
  assert.throws(() => numberOf(priceOf('100000000')), /fits a double/)
})

test('a level beyond every price is kept: no price reaches it, or all have', () => {
  const index = openPriceTriggers()
  const far = priceOf('100000000')
  index.set(1, { instrument: 'A', watches: 'bid', direction: 'rising', level: far })
  index.set(2, { instrument: 'A', watches: 'ask', direction: 'falling', level: far })
  index.set(3, { instrument: 'A', watches: 'bid', direction: 'falling', level: priceOf('-100000000') })
  index.set(4, { instrument: 'A', watches: 'bid', direction: 'falling', level: priceOf('9') })
  assert.deepEqual(
    index.fire('A', priceOf('9'), priceOf('10')).toSorted((one, other) => one - other),
    [2, 4],
  )
  for (const id of [1, 2, 3]) index.set(id, undefined)
  assert.deepEqual(index.fire('A', priceOf('9'), priceOf('10')), [4])
})

test('setting an id again moves its trigger, undefined removes it', () => {
  const index = openPriceTriggers()
  const trigger: Trigger = { instrument: 'A', watches: 'ask', direction: 'falling', level: priceOf('10') }
  index.set(1, trigger)
  assert.deepEqual(index.fire('A', priceOf('9'), priceOf('10')), [1])
  assert.deepEqual(index.fire('B', priceOf('9'), priceOf('10')), [])
  index.set(1, { ...trigger, level: priceOf('9') })
  assert.deepEqual(index.fire('A', priceOf('9'), priceOf('10')), [])
  index.set(1, { ...trigger, watches: 'bid', direction: 'rising', level: priceOf('9') })
  assert.deepEqual(index.fire('A', priceOf('9'), priceOf('10')), [1])
  index.set(1, undefined)
  index.set(2, undefined)
  assert.equal(index.size, 0)
  assert.deepEqual(index.fire('A', priceOf('9'), priceOf('10')), [])
})

test('after any sets, moves and removals, the index fires what a full scan finds', () => {
  const levels = fc.integer({ min: -20, max: 20 }).map((ticks) => price(BigInt(ticks) * 1_000_000n))
  const triggers = fc.record({
    instrument: fc.constantFrom('A', 'B'),
    watches: fc.constantFrom('bid', 'ask'),
    direction: fc.constantFrom('falling', 'rising'),
    level: levels,
  } as const)
  const step = fc.record({
    id: fc.integer({ min: 1, max: 60 }),
    trigger: fc.option(triggers, { nil: undefined, freq: 4 }),
    bid: levels,
    ask: levels,
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const index = openPriceTriggers()
      const naive = new Map<number, Trigger>()
      for (const { id, trigger, bid, ask } of steps) {
        index.set(id, trigger)
        if (trigger === undefined) naive.delete(id)
        else naive.set(id, trigger)
        for (const instrument of ['A', 'B']) {
          const expected = [...naive].filter(([, each]) => {
            const watched = each.watches === 'bid' ? bid : ask
            const reached = each.direction === 'falling' ? watched <= each.level : watched >= each.level
            return each.instrument === instrument && reached
          })
          assert.deepEqual(
            index.fire(instrument, bid, ask).toSorted((one, other) => one - other),
            expected.map(([key]) => key).toSorted((one, other) => one - other),
          )
        }
        assert.equal(index.size, naive.size)
      }
    }),
  )
})
