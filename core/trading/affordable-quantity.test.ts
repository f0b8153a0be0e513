import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatQuantity, money, moneyOf, one, priceOf, quantity, quantityOf, rate, rateOf } from '#money/money.ts'
import { checkOpening, type OpeningRequest } from './order-check.ts'
import {
  affordable,
  lowestLeverage,
  reserveOfOneLot,
  type AffordableFacts,
  type AffordableRequest,
} from './affordable-quantity.ts'
import { isRefusal } from '#refusal.ts'
import { currencyPair, hongKongShare, indexFuture, openingFacts, quoteOf, share } from './examples-testing.ts'

const request: AffordableRequest = {
  direction: 'long',
  type: 'market',
  limit: undefined,
  leverage: 5,
  extendedHours: false,
}
const facts: AffordableFacts = {
  instrument: share,
  quote: quoteOf(share, { bid: '187.34', ask: '187.35' }),
  available: moneyOf('10000.00'),
  conversionRate: one,
  conversionRateToUsd: one,
  quantityMax: undefined,
  feeDate: '2026-11-20',
}
const shown = (change: Partial<AffordableRequest>, market: Partial<AffordableFacts> = {}): string[] => {
  const { full, half } = affordable({ ...request, ...change }, { ...facts, ...market })
  return [formatQuantity(full), formatQuantity(half)]
}

test('10,000.00 USD, ask 187.35, L 5, market: full 261, half 130 (rulebook §16.7)', () => {
  assert.deepEqual(shown({}), ['261', '130'])
})

test('the affordable quantity respects limits, lots and the available money', () => {
  const closed = { ...facts.quote, phase: 'closed' } as const
  const cheap = quoteOf(hongKongShare, { bid: '9.99', ask: '10.00' })
  assert.deepEqual(shown({}, { quote: closed }), ['254', '127'])
  assert.deepEqual(shown({}, { quantityMax: quantityOf('100') }), ['100', '50'])
  assert.deepEqual(shown({}, { available: moneyOf('100000000.00') }), ['26688', '13344'])
  assert.deepEqual(shown({ leverage: 1 }, { available: moneyOf('191.00') }), ['0', '0'])
  assert.deepEqual(shown({}, { instrument: hongKongShare, quote: cheap, available: moneyOf('800.00') }), ['300', '100'])
  assert.deepEqual(shown({ type: 'limit', limit: priceOf('180.00') }), ['277', '138'])
})

const future = { ...facts, instrument: indexFuture, conversionRate: rateOf('18') }
const leverages: readonly (readonly [string, string, number | undefined])[] = [
  ['the lowest one for much money', '100000000.00', 1],
  ['2× when 1× is too dear', '3000000.00', 2],
  ['10× for money that covers a tenth', '600000.00', 10],
  ['none when the highest is too dear', '200000.00', undefined],
  ['none without money', '0.00', undefined],
]
for (const [title, available, leverage] of leverages) {
  test(`the leverage at which one contract can be paid: ${title}`, () => {
    const quote = quoteOf(indexFuture, { bid: '5999.75', ask: '6000.00' })
    const market = { ...future, quote, available: moneyOf(available) }
    assert.equal(lowestLeverage(request, market), leverage)
    const paysAt = (each: number) => affordable({ ...request, leverage: each }, market).full > 0n
    assert.equal([1, 2, 5, 10, 20].find(paysAt), leverage)
    for (const each of [1, 2, 5, 10, 20])
      assert.equal(reserveOfOneLot({ ...request, leverage: each }, market) <= market.available, paysAt(each))
  })
}

test('the full quantity is accepted, and one lot more is not', () => {
  const given = fc.record({
    instrument: fc.constantFrom(share, hongKongShare, indexFuture, currencyPair),
    leverage: fc.constantFrom(1, 2, 5),
    direction: fc.constantFrom('long', 'short'),
    available: fc.bigInt({ min: 0n, max: 10n ** 10n }).map(money),
    conversionRate: fc.bigInt({ min: 10n ** 11n, max: 20n * 10n ** 12n }).map(rate),
    ask: fc.integer({ min: 20, max: 2000 }),
    limited: fc.boolean(),
  } as const)
  fc.assert(
    fc.property(given, ({ instrument, ask, limited, available, conversionRate, ...terms }) => {
      const quote = quoteOf(instrument, { bid: String(ask - 1), ask: String(ask) })
      const type = limited ? 'limit' : 'market'
      const limit = limited ? priceOf(String(ask)) : undefined
      const asked: AffordableRequest = { ...terms, type, limit, extendedHours: false }
      const market = { instrument, quote, available, conversionRate, conversionRateToUsd: rateOf('0.5') }
      const { full, half } = affordable(asked, { ...facts, ...market })
      const opening = { ...openingFacts(instrument, quote), ...facts, ...market }
      const refused = (units: bigint): string | undefined => {
        const wanted: OpeningRequest = { ...asked, source: instrument.source, quantity: quantity(units) }
        const outcome = checkOpening(wanted, opening)
        return isRefusal(outcome) ? outcome.refused : undefined
      }
      if (full > 0n) assert.equal(refused(full), undefined)
      assert.ok(['insufficient_balance', 'order_too_large'].includes(refused(full + instrument.lot) ?? ''))
      assert.ok(half * 2n <= full && (half + instrument.lot) * 2n > full && half % instrument.lot === 0n)
    }),
    { numRuns: 300 },
  )
})
