import assert from 'node:assert/strict'
import { test } from 'node:test'

import { emptyBillDetail, type BillDetail } from '@mex/contract/wallet/shapes.ts'
import { moneyOf, one, priceOf, quantityOf, rateOf, value } from '@mex/core/money/money.ts'

import type { Text } from '#text/use-text.ts'
import { detailRows, formulaText } from './bill-detail.ts'

// The words themselves are checked by type.
const t = ((key: string, values: object = {}) =>
  [key.replace('wallet.detail.', ''), ...Object.values(values)].join(' ')) as Text
const bill = (detail: Partial<BillDetail>) => ({ detail: { ...emptyBillDetail, ...detail }, currency: 'MXN' }) as const
const shown = (detail: Partial<BillDetail>) =>
  detailRows(t, bill(detail)).map(({ label, value }) => `${label}: ${value}`)

test('a movement without a trade has no figures', () => {
  assert.deepEqual(detailRows(t, { detail: undefined, currency: 'USD' }), [])
  assert.equal(formulaText(t, { detail: undefined }), undefined)
})

test('a night shows all factors of its amount', () => {
  const night = { price: priceOf('1.1'), rate: rateOf('-0.0275'), basis: value(110_000_00000000n), yearDays: 360 }
  assert.deepEqual(shown({ ...night, nights: 3, conversionRate: rateOf('18.5') }), [
    'price: 1.1',
    'basis: 110000',
    'rate: -2.75 %',
    'nights: 3',
    'conversionRate: 18.5',
  ])
  assert.equal(formulaText(t, bill({ ...night, nights: 3 })), 'nightText 3 360')
  assert.equal(formulaText(t, bill({ ...night, days: 2 })), 'nightText 2 360')
})

test('an income of a robot shows the robot and its day', () => {
  assert.deepEqual(shown({ product: 'Granite 7', date: '2026-11-19' }), ['product: Granite 7', 'date: 11/19/2026'])
})

test('a dividend, a split and a fill show theirs, and a rate of one is left out', () => {
  assert.deepEqual(
    shown({ shares: quantityOf('10'), amount: priceOf('0.24'), tax: moneyOf('0.72'), conversionRate: one }),
    ['shares: 10', 'perShare: 0.24', 'tax: 0.72 MXN'],
  )
  assert.equal(formulaText(t, bill({ amount: priceOf('0.24') })), 'dividendText')
  assert.deepEqual(shown({ shares: quantityOf('10'), ratio: '4:1' }), ['shares: 10', 'ratio: 4:1'])
  assert.deepEqual(shown({ price: priceOf('6000.25'), orderId: 7, quoteId: 'FUT:ESZ26@9' }), [
    'price: 6000.25',
    'order: 7',
    'quote: FUT:ESZ26@9',
  ])
})
