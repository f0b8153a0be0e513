import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatMoney, formatQuantity, moneyOf, one, quantityOf } from '@mex/core/money/money.ts'
import { hongKongShare, openPosition, quoteOf, share } from '@mex/core/trading/examples-testing.ts'

import { previewClosingTicket, type ClosingFacts, type ClosingTicketState } from './closing.ts'

const all: ClosingTicketState = { type: 'market', limit: '', quantity: '100' }

function facts(change: Partial<ClosingFacts['position']> = {}, instrument = share): ClosingFacts {
  const quote = quoteOf(instrument, { bid: '110', ask: '110.02', last: '110.01' })
  return {
    market: { instrument, quote, halted: false, stage: 'trading', conversionRate: one, conversionRateToUsd: one },
    position: { ...openPosition(instrument, { leverage: 5 }), ...change },
    available: moneyOf('0'),
    feeDate: '2026-11-20',
  }
}

test('previews profit, fee and proceeds as the server settles them', () => {
  const { preview, request } = previewClosingTicket(all, facts())
  assert.ok(preview !== undefined)
  assert.equal(request.amount, 'full')
  assert.equal(formatMoney(preview.profit), '1000.00')
  // Commission 0.99, SEC 0.0000206 × 11,000 and TAF 0.000195 × 100, each up to the cent.
  assert.equal(formatMoney(preview.fee), '1.24')
  assert.equal(formatMoney(preview.received), '2998.76')
})

test('half and full are whole lots of the quantity outside closing orders', () => {
  const quantities = (ticketPreview: ReturnType<typeof previewClosingTicket>) =>
    [ticketPreview.half, ticketPreview.full].map(formatQuantity)
  assert.deepEqual(quantities(previewClosingTicket(all, facts())), ['50', '100'])
  assert.deepEqual(quantities(previewClosingTicket(all, facts({ locked: quantityOf('70') }))), ['30', '30'])
  const odd = facts({ quantity: quantityOf('150') }, hongKongShare)
  assert.deepEqual(quantities(previewClosingTicket(all, odd)), ['150', '150'])
})

const refused: readonly (readonly [string, Partial<ClosingTicketState>, ClosingFacts, string])[] = [
  ['nothing', { quantity: '' }, facts(), 'quantity_missing'],
  ['more than is held', { quantity: '101' }, facts(), 'quantity_not_closable'],
  ['what is in closing orders', { quantity: '40' }, facts({ locked: quantityOf('70') }), 'quantity_not_closable'],
  ['a part of a share', { quantity: '0.5' }, facts(), 'quantity_step'],
  ['a limit between two ticks', { type: 'limit', limit: '110.005' }, facts(), 'price_step'],
  ['a limit far away', { type: 'limit', limit: '200' }, facts(), 'price_far'],
  ['a locked position', {}, facts({ state: 'LOCKED' }), 'position_locked'],
  ['a closed position', {}, facts({ state: 'CLOSED' }), 'position_not_found'],
]
for (const [name, change, given, word] of refused) {
  test(`refuses to close ${name}: ${word}`, () => {
    const { refusal, preview } = previewClosingTicket({ ...all, ...change }, given)
    assert.equal(refusal?.refused, word)
    assert.equal(preview, undefined)
  })
}

test('accepts a close of a position with an odd lot only in full', () => {
  const odd = facts({ quantity: quantityOf('150') }, hongKongShare)
  assert.equal(previewClosingTicket({ ...all, quantity: '150' }, odd).refusal, undefined)
  assert.equal(previewClosingTicket({ ...all, quantity: '50' }, odd).refusal?.refused, 'quantity_step')
})
