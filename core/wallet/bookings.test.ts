import assert from 'node:assert/strict'
import { test } from 'node:test'
import { never, published, shownBookings } from '#ledger/bookings-testing.ts'
import { moneyOf } from '#money/money.ts'
import { bookingsOfTransfer } from './bookings.ts'
import type { Transfer } from './transfer.ts'

const thousand = moneyOf('1000.00')

const submitted = 'E20 1 7: U.AVAIL -1000.00, U.XFER 1000.00'
const moving: Transfer = {
  id: 3,
  user: 7,
  from: 'US_STOCK',
  to: 'BALANCE',
  amount: thousand,
  status: 'moving',
  submittedAt: 1,
  dueAt: 5,
  cancelRequestedAt: undefined,
  endedAt: undefined,
  received: undefined,
  rate: undefined,
}
const settled = { status: 'settled', endedAt: 9 } as const
const converted = { ...settled, received: moneyOf('18354'), rate: published.buyRate }
const notPublished = 'has a rate that cannot have been published'
const transfers: [string, Partial<Transfer>, ...shown: string[]][] = [
  ['moves', {}, submitted],
  ['moves and has ended', { endedAt: 9 }, submitted, 'has ended'],
  [
    'moves and was converted',
    { received: thousand, rate: published.buyRate },
    submitted,
    'settled amount is 1000.00, should be missing',
    'has a rate, and nothing is converted',
  ],
  ['is over without an end', { ...settled, endedAt: undefined }, submitted, 'has no end'],
  ['was cancelled', { status: 'cancelled', endedAt: 9 }, submitted, 'E23 9 7: U.XFER -1000.00, U.AVAIL 1000.00'],
  [
    'was cancelled and arrived',
    { status: 'cancelled', endedAt: 9, received: thousand },
    submitted,
    'E23 9 7: U.XFER -1000.00, U.AVAIL 1000.00',
    'settled amount is 1000.00, should be missing',
  ],
  [
    'arrived in the same currency',
    { ...settled, from: 'FUTURE', received: thousand },
    submitted,
    'E21 9 7: U.XFER -1000.00, U.AVAIL 1000.00',
  ],
  [
    'arrived in the same currency, converted and lacking',
    { ...settled, from: 'FUTURE', received: moneyOf('999.99'), rate: published.buyRate },
    submitted,
    'E21 9 7: U.XFER -1000.00, U.AVAIL 1000.00',
    'settled amount is 999.99, should be 1000.00',
    'has a rate, and nothing is converted',
  ],
  [
    'arrived converted',
    converted,
    submitted,
    'E22 9 7: U.XFER -1000.00, SYS.FX 1000.00, SYS.FX -18400.00, U.AVAIL 18354.00, REV.FX_SPREAD 46.00',
  ],
  [
    'arrived converted to another amount',
    { ...converted, received: moneyOf('18400') },
    submitted,
    'E22 9 7: U.XFER -1000.00, SYS.FX 1000.00, SYS.FX -18400.00, U.AVAIL 18354.00, REV.FX_SPREAD 46.00',
    'settled amount is 18400.00, should be 18354.00',
  ],
  ['arrived converted by no rate', { ...converted, rate: undefined }, submitted, 'has no rate'],
  ['arrived converted by a rate that is none', { ...converted, rate: never }, submitted, notPublished],
]
for (const [title, row, ...expected] of transfers)
  test(`a transfer that ${title}`, () => {
    assert.deepEqual(shownBookings(bookingsOfTransfer({ ...moving, ...row }), moneyOf('46')), expected)
  })

test('the spread of a posted conversion is taken as far as a mid of the rate gives it', () => {
  // 18.354099999999 ÷ 0.9975 = 18.4001002506…: mids up to that are published as 18.354.
  const lines = shownBookings(bookingsOfTransfer({ ...moving, ...converted }), moneyOf('900'))
  assert.match(lines[1] ?? '', /SYS\.FX -18400\.10, U\.AVAIL 18354\.00, REV\.FX_SPREAD 46\.10$/)
})
