import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { exponential, logarithm } from './exponential.ts'
import { logOfPrice, logUnits, priceOfLog } from './log-price.ts'
import { normal16, normal256, normal4096, normal65536 } from './normal-tables.ts'

const near = (actual: number, expected: number): void => {
  assert.ok(Math.abs(actual / expected - 1) < 3e-15, `${actual} is ${expected}`)
}

describe('exponential and logarithm', () => {
  it('agree with known values', () => {
    near(exponential(1), 2.718281828459045)
    near(exponential(-20), 2.061153622438558e-9)
    near(exponential(11.25), 76879.91976467776)
    near(logarithm(10), 2.302585092994046)
    near(logarithm(1e-5), -11.512925464970229)
    assert.equal(exponential(0), 1)
    assert.equal(logarithm(1), 0)
  })

  it('are inverse functions', () => {
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), (x) => {
        assert.ok(Math.abs(logarithm(exponential(x)) - x) < 1e-14)
      }),
    )
  })

  it('exponential is strictly increasing, so the highest log price is the highest price', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 30), max: 2 ** 30 }), fc.integer({ min: 1, max: 1000 }), (log, step) => {
        assert.ok(priceOfLog(log + step) > priceOfLog(log))
      }),
    )
  })

  it('a price converted to a log integer and back is equal within one log unit', () => {
    for (const price of [0.0001, 0.99, 7.8, 310, 68_000]) {
      assert.ok(Math.abs(priceOfLog(logOfPrice(price)) / price - 1) < 1 / logUnits)
    }
  })
})

describe('normal tables', () => {
  for (const table of [normal16, normal256, normal4096, normal65536]) {
    it(`of ${table.length} entries are increasing, symmetric and have variance 1`, () => {
      const variance = table.reduce((sum, value) => sum + value * value, 0) / table.length
      assert.ok(Math.abs(variance - 1) < 1e-12)
      for (const [index, value] of table.entries()) {
        assert.ok(index === 0 || value > table[index - 1]!)
        assert.ok(Math.abs(value + table[table.length - 1 - index]!) < 1e-9)
      }
    })
  }
})
