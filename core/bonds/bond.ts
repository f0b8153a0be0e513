import { addBusinessDays, isBusinessDay, marketDay, type Calendar } from '#market/calendar.ts'
import type { Name } from '#market/instrument.ts'
import { money, moneyOf, priceOf, type Money, type Price, type Rate } from '#money/money.ts'
import { dateOfDay, dayOfDate, instantOf, type DayNumber, type Zone } from '#time-zone.ts'

/** Countries whose government bonds are listed; each has one yield curve (rulebook §13.6). */
export const bondCountries = ['US', 'MX'] as const
export type BondCountry = (typeof bondCountries)[number]

/** A Treasury note or bond, a Treasury bill, a Cetes, a Bono M (rulebook §24.1). */
export const bondKinds = ['note', 'bill', 'cetes', 'bono'] as const
export type BondKind = (typeof bondKinds)[number]

export type BondRules = {
  readonly country: BondCountry
  readonly currency: 'USD' | 'MXN'
  /** Face is bought and sold in multiples of this; prices are for so much face. */
  readonly faceUnit: Money
  readonly faceMin: Money
  readonly priceStep: Price
  /** By how much the ask lies above the price and the bid below it: 0.05 for 100 of face (`bond.halfSpread`). */
  readonly halfSpread: Price
  readonly couponsPerYear: 0 | 2
  readonly issuer: Name
  readonly zone: Zone
}

/** Where the bonds of a country are traded and paid, and its yields are published. */
export const bondZones = { US: 'America/New_York', MX: 'America/Mexico_City' } as const satisfies Readonly<
  Record<BondCountry, Zone>
>

const treasury: Name = { en: 'U.S. Department of the Treasury', zh: '美国财政部' }
const hacienda: Name = { en: 'Government of Mexico', zh: '墨西哥政府' }
const dollars = {
  country: 'US',
  currency: 'USD',
  faceUnit: moneyOf('100'),
  faceMin: moneyOf('100'),
  priceStep: priceOf('0.001'),
  halfSpread: priceOf('0.05'),
  issuer: treasury,
  zone: bondZones.US,
} as const
const pesos = { country: 'MX', currency: 'MXN', issuer: hacienda, zone: bondZones.MX } as const

/** The conventions of each kind (rulebook §24.1). */
export const bondRules: Readonly<Record<BondKind, BondRules>> = {
  note: { ...dollars, couponsPerYear: 2 },
  bill: { ...dollars, couponsPerYear: 0 },
  cetes: {
    ...pesos,
    faceUnit: moneyOf('10'),
    faceMin: moneyOf('100'),
    priceStep: priceOf('0.00001'),
    halfSpread: priceOf('0.005'),
    couponsPerYear: 0,
  },
  bono: {
    ...pesos,
    faceUnit: moneyOf('100'),
    faceMin: moneyOf('100'),
    priceStep: priceOf('0.001'),
    halfSpread: priceOf('0.05'),
    couponsPerYear: 2,
  },
}

/** A bond as it was issued. Its terms are public and never change. */
export type Bond = {
  readonly id: number
  readonly code: string
  readonly name: Name
  readonly kind: BondKind
  /** Of a year; zero for bills and Cetes. */
  readonly couponRate: Rate
  /** The first day of the first coupon period; nothing settles before it. */
  readonly issued: DayNumber
  readonly matures: DayNumber
  /** Between these instants it can be bought. A holding can be sold until it matures. */
  readonly offeredFrom: number
  readonly offeredUntil: number
  /** Face that is offered in all, and the days after the issue on which the last of it is gone (rulebook §19). */
  readonly totalFace: Money
  readonly soldOutDays: number
}

/** Days between two coupons of a Bono M (rulebook §24.1). */
export const bonoPeriodDays = 182

const isMonthEnd = (day: DayNumber): boolean => dateOfDay(day + 1).dayOfMonth === 1

/** `months` before a maturity: on the same day of the month, and at month ends for a maturity at a month's end. */
function monthsBefore(matures: DayNumber, months: number): DayNumber {
  const { year, month, dayOfMonth } = dateOfDay(matures)
  const index = year * 12 + month - 1 - months
  const [first, next] = [index, index + 1].map((each) => dayOfDate(Math.floor(each / 12), (each % 12) + 1, 1))
  const last = next! - 1
  return isMonthEnd(matures) ? last : Math.min(last, first! + dayOfMonth - 1)
}

/** The coupon date that lies so many periods before maturity; it may lie before the issue. */
const couponDateBack = ({ kind, matures }: Bond, periods: number): DayNumber =>
  kind === 'bono' ? matures - bonoPeriodDays * periods : monthsBefore(matures, 6 * periods)

/** The coupon period that a settlement date lies in, and how many coupons follow it. */
export type CouponPeriod = { readonly start: DayNumber; readonly end: DayNumber; readonly coupons: number }

/** The period that begins on or before a date and ends after it (rulebook §24.1). */
export function couponPeriod(bond: Bond, date: DayNumber): CouponPeriod {
  let coupons = 1
  while (couponDateBack(bond, coupons) > date) coupons += 1
  return { start: couponDateBack(bond, coupons), end: couponDateBack(bond, coupons - 1), coupons }
}

/** The coupon dates after a date, the maturity last; none for bills and Cetes. Dates are not adjusted. */
export function couponDatesAfter(bond: Bond, date: DayNumber): readonly DayNumber[] {
  if (bondRules[bond.kind].couponsPerYear === 0 || date >= bond.matures) return []
  const { coupons } = couponPeriod(bond, date)
  return Array.from({ length: coupons }, (_, index) => couponDateBack(bond, coupons - 1 - index))
}

/** Market days of the trades of a bond, and when its payments are booked. */
export type BondCalendar = Calendar

/** The business day on which a purchase or sale of an instant settles: T+1 (rulebook §24.1). */
export const settlementDay = (calendar: BondCalendar, at: number): DayNumber =>
  addBusinessDays(calendar, marketDay(calendar, at), 1)

/** The business day on which what falls due on a date is paid. */
export const paymentDay = (calendar: BondCalendar, date: DayNumber): DayNumber =>
  isBusinessDay(calendar, date) ? date : addBusinessDays(calendar, date, 1)

/** Coupons are booked at 00:10, sales and redemptions at 10:00 of the market (rulebook §2.2 `bond`). */
const couponMinute = 10
const settlementMinute = 10 * 60

export const couponInstant = (calendar: BondCalendar, date: DayNumber): number =>
  instantOf(calendar.zone, paymentDay(calendar, date), couponMinute)
export const settlementInstant = (calendar: BondCalendar, day: DayNumber): number =>
  instantOf(calendar.zone, paymentDay(calendar, day), settlementMinute)

/** One person may buy at most this part of an issue (rulebook §19 `offer.maxUserPct`). */
const userPart = 10n
export const faceMaxOf = ({ totalFace }: Bond): Money => money(totalFace / userPart)

/**
 * The face that is left on a day. It falls by the plan of the issue, a day at a time, and never by what somebody buys, so
 * that it is the same for everybody (rulebook §19).
 */
export function remainingFace({ kind, totalFace, issued, soldOutDays }: Bond, day: DayNumber): Money {
  const gone = BigInt(Math.min(Math.max(day - issued, 0), soldOutDays))
  const { faceUnit } = bondRules[kind]
  const left = totalFace - (totalFace * gone) / BigInt(soldOutDays)
  return money((left / faceUnit) * faceUnit)
}
