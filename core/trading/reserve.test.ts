import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { feeTotal } from './fees.ts'
import type { Instrument } from '#market/instrument.ts'
import {
  absoluteValue,
  formatMoney,
  formatPrice,
  one,
  price,
  priceOf,
  quantity,
  quantityOf,
  rate,
  rateOf,
  value,
  valueOf,
} from '#money/money.ts'
import { initialMargin, openingCost, reserveOf, reservePrice, type OpeningTerms } from './reserve.ts'
import { currencyPair, hongKongShare, indexFuture, mexicanShare, oilFuture, share } from './examples-testing.ts'

const date = '2026-11-20'
const marginOf = (instrument: Instrument, units: string, at: string, leverage: number, conversionRate = '1') =>
  formatMoney(
    initialMargin(valueOf(priceOf(at), quantityOf(units), instrument.multiplier), leverage, rateOf(conversionRate)),
  )

test('golden margins (rulebook §14.2, §16.2, §31)', () => {
  assert.equal(marginOf(oilFuture, '1', '-5.00', 10, '18.40'), '9200.00')
  assert.equal(marginOf(indexFuture, '1', '6850.25', 20, '18.40'), '315111.50')
  assert.equal(marginOf(currencyPair, '0.50', '1.08512', 30, '18.40'), '33277.02')
  assert.equal(marginOf(share, '1000', '10.01', 3), '3336.67')
})

test('the margins of partial fills add up to that of the whole order (rulebook §14.2)', () => {
  let drawn = 0n
  for (let part = 1; part <= 10; part += 1) {
    const notional = valueOf(priceOf('10.01'), quantityOf(String(100 * part)), share.multiplier)
    drawn += initialMargin(notional, 3, one) - drawn
  }
  assert.equal(drawn, 333_667n)
  const each = initialMargin(valueOf(priceOf('10.01'), quantityOf('100'), share.multiplier), 3, one)
  assert.equal(each * 10n, 333_670n)
})

test('the reserve price of each kind of order (rulebook §14.2)', () => {
  const quote = { bid: priceOf('100'), ask: priceOf('100.10') }
  const cases: ['buy' | 'sell', string | undefined, boolean, string][] = [
    ['buy', undefined, false, '102.102'],
    ['buy', undefined, true, '105.105'],
    ['sell', undefined, false, '102'],
    ['sell', undefined, true, '105'],
    ['buy', '99.50', false, '99.5'],
    ['sell', '80', false, '102'],
    ['sell', '110', false, '110'],
    ['sell', '104', true, '105'],
  ]
  for (const [side, limit, queued, expected] of cases) {
    const type = limit === undefined ? 'market' : 'limit'
    const at = reservePrice({ side, type, limit: limit === undefined ? undefined : priceOf(limit), quote, queued })
    assert.equal(formatPrice(at), expected, `${side} ${limit}`)
  }
})

test('the reserve price is rounded up at eight decimals', () => {
  // 0.00000003 × 1.02 = 0.0000000306; a market order has no use for a limit.
  const quote = { bid: priceOf('0.00000001'), ask: priceOf('0.00000003') }
  for (const limit of [undefined, priceOf('0.00000002')]) {
    const at = reservePrice({ side: 'buy', type: 'market', limit, quote, queued: false })
    assert.equal(at, priceOf('0.00000004'))
  }
})

test('a short limit below the market reserves by the bid: 102,000.00 (rulebook §14.2)', () => {
  const terms: OpeningTerms = { side: 'sell', leverage: 1, conversionRate: one, feeDate: date }
  const reserve = reserveOf(share, terms, quantityOf('1000'), priceOf('102'))
  assert.equal(formatMoney(reserve.margin), '102000.00')
  assert.equal(reserve.total, reserve.margin + feeTotal(reserve.fee))
})

test('the reserve covers every fill at or below the limit, however the order is split', () => {
  const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 90 })), {
    minLength: 1,
    maxLength: 10,
  })
  const instruments = fc.constantFrom(share, hongKongShare, mexicanShare, indexFuture, currencyPair)
  const exchanges = fc.bigInt({ min: 10n ** 11n, max: 20n * 10n ** 12n }).map(rate)
  fc.assert(
    fc.property(
      instruments,
      fc.constantFrom(1, 2, 3, 5, 20),
      fc.integer({ min: 100, max: 30_000 }),
      parts,
      exchanges,
      (instrument, leverage, cents, fills, conversionRate) => {
        const terms: OpeningTerms = { side: 'buy', leverage, conversionRate, feeDate: date }
        const limit = priceOf(String(cents / 100))
        const units = quantity(instrument.lot * BigInt(fills.reduce((sum, [lots]) => sum + lots, 0)))
        let left = reserveOf(instrument, terms, units, limit).total as bigint
        let filled = 0n
        let notional = 0n
        let before = 0n
        for (const [lots, below] of fills) {
          const part = quantity(instrument.lot * BigInt(lots))
          filled += part
          const at = price(limit - BigInt(below) * 1_000_000n)
          notional += absoluteValue(valueOf(at, part, instrument.multiplier))
          const cost = openingCost(instrument, terms, quantity(filled), value(notional))
          const total = cost.margin + feeTotal(cost.fee)
          assert.ok(total >= before)
          left -= total - before
          before = total
          assert.ok(left >= 0n)
        }
      },
    ),
    { numRuns: 500 },
  )
})
