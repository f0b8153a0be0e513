import { calendarOf, type Calendar } from '#market/calendar.ts'
import { moneyOf, rateOf } from '#money/money.ts'
import { dayNumber } from '#time-zone.ts'
import type { Bond } from './bond.ts'

const always = {
  offeredFrom: 0,
  offeredUntil: Number.MAX_SAFE_INTEGER,
  totalFace: moneyOf('50000000'),
  soldOutDays: 100_000,
}

/** The note of the rulebook's vectors: 4.25 %, coupons on February 15 and August 15. */
export const note: Bond = {
  ...always,
  id: 1,
  code: 'UST-4.25-2034-08-15',
  name: { en: 'UST 4.25% 2034-08-15', zh: '美国国债 4.25% 2034-08-15' },
  kind: 'note',
  couponRate: rateOf('0.0425'),
  issued: dayNumber('2024-08-15'),
  matures: dayNumber('2034-08-15'),
}

export const bill: Bond = {
  ...always,
  id: 2,
  code: 'UST-BILL-2027-02-18',
  name: { en: 'UST bill 2027-02-18', zh: '美国国库券 2027-02-18' },
  kind: 'bill',
  couponRate: rateOf('0'),
  issued: dayNumber('2026-11-19'),
  matures: dayNumber('2027-02-18'),
}

export const cetes: Bond = { ...bill, id: 3, code: 'CETES-270218', kind: 'cetes' }

/** Three years of six coupons. */
export const bono: Bond = {
  ...always,
  id: 4,
  code: 'BONO-8-2028',
  name: { en: 'Bono M 8% 2028-11-23', zh: '墨西哥 M 债 8% 2028-11-23' },
  kind: 'bono',
  couponRate: rateOf('0.08'),
  issued: dayNumber('2028-11-23') - 6 * 182,
  matures: dayNumber('2028-11-23'),
}

/** Monday to Friday from 8 to 17 in New York; closed on Thanksgiving and Christmas 2026. */
export const weekdays: Calendar = calendarOf({
  session: 'us-equity',
  zone: 'America/New_York',
  hoursZone: 'America/New_York',
  weekdays: [1, 2, 3, 4, 5],
  hours: [{ from: dayNumber('1970-01-01'), stretches: [{ phase: 'regular', start: 480, end: 1020 }] }],
  closed: new Set([dayNumber('2026-11-26'), dayNumber('2026-12-25')]),
  short: new Map(),
})
