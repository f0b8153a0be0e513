import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { feeTotal } from './fees.ts'
import type { Instrument } from '#market/instrument.ts'
import { liquidationPrice } from './liquidation.ts'
import { formatMoney, formatPrice, moneyOf, one, priceOf, quantityOf, rateOf } from '#money/money.ts'
import type { Direction, OrderType } from './orders.ts'
import { checkClosing, checkOpening, type AcceptedOpening } from './order-check.ts'
import { averagePrice } from './positions.ts'
import { openingTotal, previewClosing, previewOpening } from './preview.ts'
import { isRefusal } from '#refusal.ts'
import { testTrading } from './testing.ts'
import { indexFuture, openingFacts, openPosition, quoteOf, share } from './examples-testing.ts'

type Wanted = {
  readonly direction?: Direction
  readonly units: string
  readonly leverage: number
  readonly limit?: string
  readonly bid?: string
  readonly ask?: string
  readonly conversionRate?: string
}
const available = moneyOf('900000.00')

function accept(instrument: Instrument, wanted: Wanted): AcceptedOpening {
  const { direction = 'long', units, leverage, limit, bid = '99.99', ask = '100.01', conversionRate = '1' } = wanted
  const outcome = checkOpening(
    {
      source: instrument.source,
      direction,
      type: limit === undefined ? 'market' : 'limit',
      limit: limit === undefined ? undefined : priceOf(limit),
      quantity: quantityOf(units),
      leverage,
      extendedHours: false,
    },
    {
      ...openingFacts(instrument, quoteOf(instrument, { bid, ask })),
      conversionRate: rateOf(conversionRate),
      available,
    },
  )
  assert.ok(!isRefusal(outcome), isRefusal(outcome) ? outcome.refused : '')
  return outcome
}
const typeOf = (limit: string | undefined): OrderType => (limit === undefined ? 'market' : 'limit')
const preview = (instrument: Instrument, wanted: Wanted) => {
  const { direction = 'long', limit } = wanted
  const terms = { direction, type: typeOf(limit), limit: limit === undefined ? undefined : priceOf(limit) }
  return previewOpening(accept(instrument, wanted), terms, available)
}

test('previews price, margin, fee and reserve of a market order of ten shares', () => {
  const shown = preview(share, { units: '10', leverage: 2 })
  assert.equal(formatPrice(shown.price), '100.01')
  assert.deepEqual(
    [shown.margin, feeTotal(shown.fee), openingTotal(shown), shown.reserve, shown.availableAfter].map(formatMoney),
    ['500.05', '0.99', '501.04', '511.05', '899488.95'],
  )
  assert.equal(formatPrice(shown.liquidationPrice ?? priceOf('0')), '66.68')
  assert.equal(preview(share, { units: '10', leverage: 1 }).liquidationPrice, undefined)
})

test('a large order is priced by the ladder, a resting limit at its limit', () => {
  assert.equal(formatPrice(preview(share, { units: '1000', leverage: 5 }).price), '100.015')
  assert.equal(formatPrice(preview(share, { units: '3000', leverage: 5 }).price), '100.03333333')
  assert.equal(formatPrice(preview(share, { units: '10', leverage: 5, limit: '95.00' }).price), '95')
  assert.equal(formatPrice(preview(share, { units: '1000', leverage: 5, limit: '100.01' }).price), '100.01')
})

test('preview is execution: on the same quote the order costs what the ticket said', () => {
  const cases = fc.record({
    instrument: fc.constantFrom(share, indexFuture),
    direction: fc.constantFrom('long', 'short'),
    units: fc.integer({ min: 1, max: 40 }).map(String),
    leverage: fc.constantFrom(1, 2, 3, 5),
    ask: fc.integer({ min: 40, max: 400 }),
  } as const)
  fc.assert(
    fc.property(cases, ({ instrument, ask, ...wanted }) => {
      const conversionRate = instrument === share ? '1' : '18.4037'
      const quote = { bid: String(ask - 1), ask: String(ask), size: '20' }
      const funds = { US_STOCK: '9000000.00', FUTURE: '90000000.00' }
      const at = testTrading(instrument, funds, { conversionRate })
      const accepted = { ...accept(instrument, { ...wanted, ...quote, conversionRate: '0.0001' }) }
      const terms = { ...accepted.terms, conversionRate: rateOf(conversionRate) }
      const sized = { ...accepted, terms, quote: quoteOf(instrument, quote) }
      const shown = previewOpening(sized, { ...wanted, type: 'market', limit: undefined }, available)
      at.open({ id: 1, ...wanted, ...quote, time: 1000 })
      at.tick({ ...quote, time: 2000 })
      const position = at.position(1)
      assert.equal(position.margin, shown.margin)
      assert.equal(position.openingFee, feeTotal(shown.fee))
      assert.equal(averagePrice(position, instrument), shown.price)
      assert.equal(liquidationPrice(position, instrument, rateOf(conversionRate)), shown.liquidationPrice)
    }),
  )
})

test('previews the proceeds of a closing', () => {
  const position = { ...openPosition(share, { at: '50.00' }), openingFee: moneyOf('0.99') }
  const facts = {
    halted: false,
    stage: 'trading',
    conversionRate: one,
    conversionRateToUsd: one,
    instrument: share,
  } as const
  const quote = quoteOf(share, { bid: '53.20', ask: '53.22' })
  const request = { amount: 'half', type: 'market', limit: undefined, extendedHours: false } as const
  const accepted = checkClosing(request, { ...facts, quote, position })
  assert.ok(!isRefusal(accepted))
  const rules = { conversionRateOf: () => one, available, feeDate: '2026-11-20' }
  const shown = previewClosing(accepted, request, rules)
  assert.equal(formatPrice(shown.price), '53.2')
  assert.deepEqual([shown.profit, shown.fee, shown.received, shown.netProfit].map(formatMoney), [
    '160.00',
    '1.06',
    '658.94',
    '158.45',
  ])
  const limited = { ...request, type: 'limit', limit: priceOf('55.00') } as const
  assert.equal(formatMoney(previewClosing(accepted, limited, rules).profit), '250.00')
})
