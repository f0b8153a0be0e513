import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatPrice, priceOf } from '#money/money.ts'
import { dayNumber } from '#time-zone.ts'
import { bill, bono, note } from './examples-testing.ts'
import type { Bond } from './bond.ts'
import { worthSince } from './past-worth.ts'

const cases: readonly (readonly [
  name: string,
  bond: Bond,
  bought: string,
  settles: string,
  clean: string,
  worth: string,
])[] = [
  ['a note 100 of 184 days into its period', note, '2026-09-01', '2026-11-23', '100', '101.1548913'],
  ['a note the day before its coupon', note, '2026-09-01', '2027-02-14', '100', '102.11345109'],
  [
    'a note on its coupon date: the coupon, and no accrued interest',
    note,
    '2026-09-01',
    '2027-02-15',
    '100',
    '102.125',
  ],
  ['a note a day later: one day of the next period', note, '2026-09-01', '2027-02-16', '100', '102.13674033'],
  ['a note that was bought to settle on the coupon date', note, '2027-02-15', '2027-02-16', '100', '100.01174033'],
  ['a note after two coupons', note, '2026-02-14', '2026-08-15', '98.5', '102.75'],
  ['a bill, which has no coupons', bill, '2026-11-23', '2026-12-24', '99.4', '99.4'],
  ['a Bono after its coupon', bono, '2028-05-24', '2028-05-25', '100', '104.04444444'],
]

for (const [name, bond, bought, settles, clean, worth] of cases)
  test(`is worth ${worth}: ${name}`, () => {
    const now = { settles: dayNumber(settles), clean: priceOf(clean) }
    assert.equal(formatPrice(worthSince(bond, dayNumber(bought), now)), worth)
  })
