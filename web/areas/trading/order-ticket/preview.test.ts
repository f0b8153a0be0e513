import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import type { Instrument } from '@mex/core/market/instrument.ts'
import { feeTotal } from '@mex/core/trading/fees.ts'
import { formatMoney, formatQuantity, moneyOf, one, quantityOf, rateOf } from '@mex/core/money/money.ts'
import {
  currencyPair,
  hongKongShare,
  indexFuture,
  mexicanShare,
  quoteOf,
  share,
} from '@mex/core/trading/examples-testing.ts'

import { openingLeverage, previewTicket, type TicketFacts } from './preview.ts'
import { orderProblemOf } from './order-problem.ts'
import type { Ticket } from './ticket.ts'

const market: Ticket = {
  direction: 'long',
  type: 'market',
  limit: '',
  by: 'quantity',
  quantity: '10',
  amount: '',
  leverage: 2,
  extendedHours: false,
  autoRoll: false,
}

function facts(instrument: Instrument = share, available = '25000', conversionRate = one): TicketFacts {
  const quote = quoteOf(instrument, { bid: '99.99', ask: '100.01', last: '100' })
  return {
    market: { instrument, quote, halted: false, stage: 'trading', conversionRate, conversionRateToUsd: one },
    available: moneyOf(available),
    feeDate: '2026-11-20',
    night: undefined,
  }
}

test('previews margin, fee, reserve and remaining balance as the server fills and charges the order', () => {
  const { preview, refusal, accepted } = previewTicket(market, facts())
  assert.equal(refusal, undefined)
  assert.ok(preview !== undefined && accepted !== undefined)
  // 10 at 100.01 with half of it as margin; 0.0049 a share is under the minimum of 0.99.
  assert.equal(formatMoney(preview.margin), '500.05')
  assert.equal(formatMoney(feeTotal(preview.fee)), '0.99')
  // Two per cent beyond the ask: 10 × 102.0102 ÷ 2, up to the cent, and the fee.
  assert.equal(formatMoney(preview.reserve), '511.05')
  assert.equal(formatMoney(preview.availableAfter), '24488.95')
})

const byAmount: readonly (readonly [
  string,
  Partial<Ticket>,
  string | undefined,
  string | undefined,
  string | undefined,
])[] = [
  ['at the ask of a purchase', { amount: '500' }, '4', '99.96', undefined],
  ['at the bid of a short sale', { amount: '500', direction: 'short' }, '5', '0.05', undefined],
  ['at the limit', { amount: '500', type: 'limit', limit: '90' }, '5', '50.00', undefined],
  ['that is less than one share', { amount: '100' }, '0', '100.00', 'quantity_missing'],
  ['that is not entered', { amount: '' }, undefined, undefined, 'quantity_missing'],
  ['that is no number', { amount: '5,0' }, undefined, undefined, 'quantity_missing'],
  ['at no limit', { amount: '500', type: 'limit', limit: '' }, undefined, undefined, 'quantity_missing'],
  ['beyond what the money pays', { amount: '60000' }, '599', '94.01', 'insufficient_balance'],
]
for (const [title, change, quantity, rest, word] of byAmount) {
  test(`orders whole shares for an amount ${title}, whatever quantity was typed before`, () => {
    const found = previewTicket({ ...market, by: 'amount', ...change }, facts())
    const { quantity: units } = found.request
    assert.equal(units === undefined ? undefined : formatQuantity(units), quantity)
    assert.equal(found.rest === undefined ? undefined : formatMoney(found.rest), rest)
    assert.equal(found.refusal?.refused, word)
  })
}

test('a quantity leaves nothing over, whatever amount was typed before', () => {
  const found = previewTicket({ ...market, amount: '500' }, facts())
  assert.deepEqual([found.request.quantity, found.rest], [quantityOf('10'), undefined])
})

const opening: readonly (readonly [string, TicketFacts, number])[] = [
  ['shares without a loan, however little money there is', facts(share, '1'), 1],
  // 50 × 100.01 × 18 with a cushion: about 92,000.
  ['a future at 1× for who can pay it', facts(indexFuture, '500000', rateOf('18')), 1],
  ['a future at the lowest leverage that pays one contract', facts(indexFuture, '50000', rateOf('18')), 2],
  ['a future at the highest leverage when none pays one contract', facts(indexFuture, '1000', rateOf('18')), 20],
  ['a pair for the smallest lot', facts(currencyPair, '250000', rateOf('18')), 10],
]
for (const [title, given, leverage] of opening) {
  test(`opens ${title}`, () => assert.equal(openingLeverage({ ...market, quantity: '' }, given), leverage))
}

test('opens at 1× while a future has no price', () => {
  const known = facts(indexFuture, '50000', rateOf('18'))
  const ticket = { ...market, quantity: '' }
  assert.equal(openingLeverage(ticket, { ...known, market: { ...known.market, quote: undefined } }), 1)
  assert.equal(openingLeverage({ ...ticket, type: 'limit', limit: '' }, known), 1)
})

const refused: readonly (readonly [string, Partial<Ticket>, TicketFacts, string])[] = [
  ['nothing is entered', { quantity: '' }, facts(), 'quantity_missing'],
  ['nothing but zeros', { quantity: '0' }, facts(), 'quantity_missing'],
  ['a fraction of a share', { quantity: '0.5' }, facts(), 'quantity_step'],
  ['less than a board lot', { quantity: '50' }, facts(hongKongShare), 'quantity_step'],
  ['a share that cannot be sold short', { direction: 'short' }, facts(mexicanShare), 'short_not_available'],
  ['more leverage than the cap', { leverage: 10 }, facts(), 'leverage_not_allowed'],
  ['a limit between two ticks', { type: 'limit', limit: '100.005' }, facts(), 'price_step'],
  ['no limit', { type: 'limit', limit: '' }, facts(), 'price_step'],
  ['a limit beyond a fifth of the price', { type: 'limit', limit: '121' }, facts(), 'price_far'],
  ['more than a twentieth of the daily volume', { quantity: '60000' }, facts(), 'order_too_large'],
  ['more than the balance pays for', { quantity: '1000' }, facts(), 'insufficient_balance'],
]
for (const [name, change, given, word] of refused) {
  test(`refuses ${name}: ${word}`, () => {
    assert.equal(previewTicket({ ...market, ...change }, given).refusal?.refused, word)
  })
}

test('ignores a trailing decimal point in the fields', () => {
  const { preview } = previewTicket({ ...market, quantity: '10.' }, facts())
  assert.equal(preview === undefined ? '' : formatMoney(preview.margin), '500.05')
})

test('reports the missing amount and still previews the order when only money is missing', () => {
  const ticketPreview = previewTicket({ ...market, quantity: '600' }, facts())
  assert.ok(ticketPreview.shortfall !== undefined && ticketPreview.preview !== undefined)
  // 600 × 102.0102 ÷ 2 and 2.94 of commission.
  assert.equal(formatMoney(ticketPreview.shortfall.needed), '30606.00')
  assert.equal(formatMoney(ticketPreview.shortfall.missing), '5606.00')
  assert.equal(ticketPreview.accepted, undefined)
})

test('the four buttons are quarters of the largest accepted quantity, in whole lots', () => {
  const given = facts()
  const { affordable } = previewTicket({ ...market, quantity: '' }, given)
  const texts = Object.values(affordable).map(formatQuantity)
  assert.deepEqual(texts, ['122', '245', '367', '490'])
  const full = previewTicket({ ...market, quantity: '490' }, given)
  assert.equal(full.refusal, undefined)
  assert.equal(previewTicket({ ...market, quantity: '491' }, given).refusal?.refused, 'insufficient_balance')
})

test('affords nothing without money, a conversion rate or a price', () => {
  const none = { quarter: 0n, half: 0n, threeQuarters: 0n, full: 0n }
  assert.deepEqual(previewTicket(market, facts(share, '0')).affordable, none)
  const { market: known, ...rest } = facts(indexFuture, '500000')
  assert.deepEqual(previewTicket(market, { ...rest, market: { ...known, conversionRate: undefined } }).affordable, none)
  assert.deepEqual(previewTicket({ ...market, type: 'limit', limit: '' }, facts()).affordable, none)
})

test('charges the margin of a currency pair in pesos at the mid rate', () => {
  const { preview } = previewTicket(
    { ...market, quantity: '0.01', leverage: 10 },
    facts(currencyPair, '250000', rateOf('18')),
  )
  // 0.01 × 100,000 × 100.01 ÷ 10 dollars at 18 pesos.
  assert.equal(preview === undefined ? '' : formatMoney(preview.margin), '180018.00')
})

test('reports being offline first, then missing money, then the field of the refusal', () => {
  const available = moneyOf('25000')
  const on = { isConnected: true, available }
  const missing = previewTicket({ ...market, quantity: '' }, facts())
  assert.equal(orderProblemOf(missing, { isConnected: false, available })?.kind, 'offline')
  assert.deepEqual(orderProblemOf(missing, on), { kind: 'refused', refusal: missing.refusal, at: 'quantity' })
  assert.equal(orderProblemOf(previewTicket({ ...market, quantity: '600' }, facts()), on)?.kind, 'money')
  const short = orderProblemOf(previewTicket({ ...market, direction: 'short' }, facts(mexicanShare)), on)
  assert.equal(short?.kind === 'refused' ? short.at : 'none', undefined)
  assert.equal(orderProblemOf(previewTicket(market, facts()), on), undefined)
})

describe('what a night costs is previewed by the rule that charges it', () => {
  const night = { at: 0, nights: 3, interest: rateOf('0.04'), baseInterest: undefined }
  const of = (change: Partial<Ticket>, given: TicketFacts) => {
    const found = previewTicket({ ...market, ...change }, given).night
    return found === undefined ? undefined : [formatMoney(found.perNight), formatMoney(found.next), found.nights]
  }

  test('a leveraged long pays for its loan', () => {
    // 1,000.10 at 2×: half of it is borrowed at 6.5 % a year.
    assert.deepEqual(of({}, { ...facts(), night }), ['-0.09', '-0.27', 3])
  })

  test('a fully paid share costs nothing, and so does a future', () => {
    assert.equal(of({ leverage: 1 }, { ...facts(), night }), undefined)
    assert.equal(of({ quantity: '1' }, { ...facts(indexFuture, '500000', rateOf('18')), night }), undefined)
  })

  test('a pair pays or receives the difference of its interest', () => {
    const given = { ...facts(currencyPair, '250000', rateOf('18')), night: { ...night, baseInterest: rateOf('0.02') } }
    assert.deepEqual(of({ quantity: '0.01', leverage: 10 }, given), ['-150.02', '-450.05', 3])
    assert.deepEqual(of({ quantity: '0.01', leverage: 10, direction: 'short' }, given), ['50.00', '149.99', 3])
  })

  test('nothing is said while the night is not known', () => assert.equal(of({}, facts()), undefined))
})
