import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TickBand } from './instrument.ts'
import { formatPrice, price, priceOf, rateOf } from '#money/money.ts'
import { halfSpreadAt, isMultiple, tickAt, tickDown, tickNear, tickUp } from './ticks.ts'

const table = (...bands: [string, string][]): TickBand[] =>
  bands.map(([below, tick]) => ({ below: below === '' ? undefined : priceOf(below), tick: priceOf(tick) }))

const us = table(['1', '0.0001'], ['', '0.01'])
const hk = table(['0.25', '0.001'], ['10', '0.005'], ['20', '0.01'], ['100', '0.05'], ['', '0.2'])
const es = table(['', '0.25'])

test('rounding to the grid: up, down, nearest', () => {
  const cases: [readonly TickBand[], string, string, string, string][] = [
    [us, '187.351', '187.36', '187.35', '187.35'],
    [us, '187.355', '187.36', '187.35', '187.36'],
    [us, '0.99995', '1', '0.9999', '1'],
    [us, '0.12345', '0.1235', '0.1234', '0.1235'],
    [us, '1', '1', '1', '1'],
    [hk, '0.2495', '0.25', '0.249', '0.25'],
    [hk, '9.998', '10', '9.995', '10'],
    [hk, '10.004', '10.01', '10', '10'],
    [es, '6850.3', '6850.5', '6850.25', '6850.25'],
    [es, '-37.63', '-37.5', '-37.75', '-37.75'],
    [es, '-37.625', '-37.5', '-37.75', '-37.75'],
  ]
  for (const [bands, at, up, down, near] of cases) {
    const rounded = [tickUp, tickDown, tickNear].map((round) => formatPrice(round(bands, priceOf(at))))
    assert.deepEqual(rounded, [up, down, near], at)
  }
})

test('accepts only order prices on the tick grid', () => {
  const cases: [readonly TickBand[], string, boolean][] = [
    [us, '187.35', true],
    [us, '187.355', false],
    [us, '0.9999', true],
    [us, '1.0001', false],
    [hk, '0.249', true],
    [hk, '0.251', false],
    [hk, '99.95', true],
    [hk, '100.05', false],
    [es, '-37.75', true],
    [es, '-37.7', false],
  ]
  for (const [bands, at, expected] of cases) assert.equal(isMultiple(bands, priceOf(at)), expected, at)
})

test('rounded prices are on the grid, within one tick, and in order', () => {
  const prices = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n })
  fc.assert(
    fc.property(fc.constantFrom(us, hk, es), prices, (bands, raw) => {
      const at = price(raw)
      const [down, near, up] = [tickDown(bands, at), tickNear(bands, at), tickUp(bands, at)]
      for (const rounded of [down, near, up]) assert.ok(isMultiple(bands, rounded))
      assert.ok(down <= near && near <= up && down <= at && at <= up)
      assert.ok(up - down === 0n || up - down === tickAt(bands, at))
    }),
  )
})

test('half spread is a whole number of ticks and at least one (rulebook §13.6)', () => {
  const cases: [readonly TickBand[], string, string, string][] = [
    [us, '187.35', '0.0001', '0.02'],
    [us, '50', '0.0001', '0.01'],
    [us, '5000', '0.0001', '0.5'],
    [hk, '300', '0.0003', '0.2'],
    [es, '6850.25', '0', '0.25'],
    [es, '-40', '0.0005', '0.25'],
  ]
  for (const [bands, last, share, expected] of cases) {
    assert.equal(formatPrice(halfSpreadAt(bands, priceOf(last), rateOf(share))), expected, last)
  }
})

test('throws on a tick table without a last band', () => {
  assert.throws(() => tickAt(table(['1', '0.01']), priceOf('2')), /Broken invariant/)
  assert.throws(() => tickAt([], priceOf('2')), /Broken invariant/)
})
