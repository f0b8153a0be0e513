import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Instrument } from '#market/instrument.ts'
import { formatMoney, formatQuantity, money, moneyOf, price, priceOf } from '#money/money.ts'
import { currencyPair, hongKongShare, indexFuture, share } from './examples-testing.ts'
import { worth } from './positions.ts'
import { quantityForAmount } from './quantity-for-amount.ts'

const cases: readonly (readonly [string, Instrument, string, string, string, string])[] = [
  ['buys whole shares and leaves the rest', share, '500', '187.35', '2', '125.30'],
  ['is used up when it is a multiple', share, '374.70', '187.35', '2', '0.00'],
  ['of a cent less buys one share less', share, '374.69', '187.35', '1', '187.34'],
  ['below the price of a share buys nothing', share, '187.34', '187.35', '0', '187.34'],
  ['buys whole board lots in Hong Kong', hongKongShare, '10000', '12.34', '800', '128.00'],
  ['below the price of a board lot buys nothing', hongKongShare, '1233.99', '12.34', '0', '1233.99'],
  ['rounds a value between two cents against the rest', share, '1', '0.3333', '3', '0.00'],
  ['counts the multiplier of a contract', indexFuture, '700000', '6000', '2', '100000.00'],
  ['buys hundredths of a lot', currencyPair, '2500', '1.10', '0.02', '300.00'],
  ['of nothing buys nothing', share, '0', '187.35', '0', '0.00'],
  ['buys nothing at a price below zero', share, '500', '-37.63', '0', '500.00'],
  ['buys nothing at a price of zero', share, '500', '0', '0', '500.00'],
]

for (const [title, instrument, amount, at, quantity, rest] of cases) {
  test(`an amount ${title}`, () => {
    const found = quantityForAmount(moneyOf(amount), priceOf(at), instrument)
    assert.deepEqual([formatQuantity(found.quantity), formatMoney(found.rest)], [quantity, rest])
  })
}

test('the quantity is the largest that the amount pays, and quantity and rest use up the amount', () => {
  const given = fc.record({
    instrument: fc.constantFrom(share, hongKongShare, indexFuture, currencyPair),
    amount: fc.bigInt({ min: 0n, max: 10n ** 11n }).map(money),
    at: fc.bigInt({ min: 1n, max: 10n ** 8n }).map((cents) => price(cents * 10n ** 6n)),
  })
  fc.assert(
    fc.property(given, ({ instrument, amount, at }) => {
      const { quantity, rest } = quantityForAmount(amount, at, instrument)
      const used = worth(instrument, at, quantity)
      assert.ok(rest >= 0n && rest <= amount && quantity % instrument.lot === 0n)
      // Less than a cent is rounded.
      const unused = amount * 10n ** 6n - used
      assert.ok(rest * 10n ** 6n <= unused && unused < (rest + 1n) * 10n ** 6n)
      assert.ok(unused < worth(instrument, at, instrument.lot))
    }),
    { numRuns: 2000 },
  )
})
