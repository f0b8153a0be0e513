import { bondRules, bonoPeriodDays, couponPeriod, type Bond, type CouponPeriod } from './bond.ts'
import { divide, magnitude } from '#money/decimal.ts'
import { money, price, rate, value, type Money, type Price, type Rate, type Value } from '#money/money.ts'
import { dateOfDay, dayOfDate, type DayNumber } from '#time-zone.ts'

/** Fixed-point numbers of 24 decimals, so that every computer gets the same price to the last digit. */
const scaleDigits = 24n
const scale = 10n ** scaleDigits
const rateUnit = 10n ** 12n
const priceUnit = 10n ** 8n
const hundred = 100n * scale

const timesScaled = (left: bigint, right: bigint): bigint => divide(left * right, scale, 'near')

/** The fraction of a year's coupon that one period pays: 1/2, or 182/360 of a Bono M. */
const periodFraction = (bond: Bond): readonly [bigint, bigint] =>
  bond.kind === 'bono' ? [BigInt(bonoPeriodDays), 360n] : [1n, 2n]

/** What part of a year's coupon has accrued: t days of s in the period for a note, t/360 for a Bono M. */
function accruedFraction(bond: Bond, settles: DayNumber): readonly [bigint, bigint] {
  if (bondRules[bond.kind].couponsPerYear === 0) return [0n, 1n]
  const { start, end } = couponPeriod(bond, settles)
  const days = BigInt(settles - start)
  return bond.kind === 'bono' ? [days, 360n] : [days, 2n * BigInt(end - start)]
}

/** Interest that has accrued on so much face when something settles, to the cent of the bond's currency (rulebook §24.1). */
export function accruedInterest(bond: Bond, face: Money, settles: DayNumber): Money {
  const [over, under] = accruedFraction(bond, settles)
  return money(divide(face * bond.couponRate * over, rateUnit * under, 'near'))
}

/** The same for 100 of face, with 8 decimals. */
export function accruedPer100(bond: Bond, settles: DayNumber): Price {
  const [over, under] = accruedFraction(bond, settles)
  return price(divide(100n * priceUnit * bond.couponRate * over, rateUnit * under, 'near'))
}

/** One coupon on so much face, in the bond's currency; digits beyond the eighth are dropped. */
export function couponValue(bond: Bond, face: Money): Value {
  const [over, under] = periodFraction(bond)
  return value(divide(face * 10n ** 6n * bond.couponRate * over, rateUnit * under, 'floor'))
}

/** (1 + r) to the power −over/under with 24 decimals, by the binomial series; r is small, so that a few dozen terms suffice. */
export function discountFactor(r: bigint, over: bigint, under: bigint): bigint {
  let [sum, term] = [scale, scale]
  for (let k = 0n; term !== 0n && k < 400n; k += 1n) {
    term = divide(timesScaled(term, r) * (-over - k * under), under * (k + 1n), 'near')
    sum += term
  }
  return sum
}

/** The full price of 100 of face at a yield (24 decimals), for a bond with coupons (rulebook §24.1). */
function dirtyAt(bond: Bond, { start, end, coupons }: CouponPeriod, settles: DayNumber, yearly: bigint): bigint {
  const [over, under] = periodFraction(bond)
  const r = divide(yearly * over, under, 'near')
  const coupon = divide(hundred * bond.couponRate * over, rateUnit * under, 'near')
  const v = divide(scale * scale, scale + r, 'near')
  let worth = coupon + hundred
  for (let left = coupons - 1; left > 0; left -= 1) worth = coupon + timesScaled(worth, v)
  return timesScaled(worth, discountFactor(r, BigInt(end - settles), BigInt(end - start)))
}

/** Days of the year in which a bill counts its yield: 366 if February 29 lies in the year after the issue. */
function daysOfYear({ issued }: Bond): bigint {
  const { year, month, dayOfMonth } = dateOfDay(issued)
  return BigInt(dayOfDate(year + 1, month, dayOfMonth) - issued)
}

/** The price of one face unit of a bill or Cetes at a yield (24 decimals), and that of 100 of a bond with coupons, accrued included. */
function fullPrice(bond: Bond, settles: DayNumber, yearly: bigint): bigint {
  const days = BigInt(bond.matures - settles)
  switch (bond.kind) {
    case 'bill':
      return divide(hundred * scale, scale + divide(yearly * days, daysOfYear(bond), 'near'), 'near')
    case 'cetes':
      return divide(10n * scale * scale, scale + divide(yearly * days, 360n, 'near'), 'near')
    case 'note':
    case 'bono':
      return dirtyAt(bond, couponPeriod(bond, settles), settles, yearly)
  }
}

const scaledRate = (yearly: Rate): bigint => yearly * 10n ** 12n

/** Accrued interest of 100 of face with 24 decimals. */
function accruedScaled(bond: Bond, settles: DayNumber): bigint {
  const [over, under] = accruedFraction(bond, settles)
  return divide(hundred * bond.couponRate * over, rateUnit * under, 'near')
}

/** The clean price at a yield, for 100 of face (10 of Cetes), on steps of 0.001 (0.00001) (rulebook §24.1). */
export function cleanPrice(bond: Bond, settles: DayNumber, yearly: Rate): Price {
  const clean = fullPrice(bond, settles, scaledRate(yearly)) - accruedScaled(bond, settles)
  const { priceStep } = bondRules[bond.kind]
  const step = priceStep * 10n ** 16n
  return price(divide(clean, step, 'near') * priceStep)
}

/** The price of a bill at a discount: 100 × (1 − d·t/360), with 8 decimals (rulebook §24.1). */
export const priceAtDiscount = (discount: Rate, days: number): Price =>
  price(100n * priceUnit - divide(100n * discount * BigInt(days), 360n * 10_000n, 'near'))

/** The discount of a bill at a price: (1 − P/100) × 360/t; undefined for everything else. */
export function discountOf(bond: Bond, settles: DayNumber, clean: Price): Rate | undefined {
  if (bond.kind !== 'bill') return undefined
  const days = BigInt(bond.matures - settles)
  return rate(divide((100n * priceUnit - clean) * rateUnit * 360n, 100n * priceUnit * days, 'near'))
}

/** A hundredth of a percent, with 24 decimals. */
const basisPoint = scale / 10_000n

/** Modified duration in years: by what part the full price falls when the yield rises by one; 6 decimals. */
export function modifiedDuration(bond: Bond, settles: DayNumber, yearly: Rate): Rate {
  const at = scaledRate(yearly)
  const [below, here, above] = [-basisPoint, 0n, basisPoint].map((by) => fullPrice(bond, settles, at + by))
  const duration = divide((below! - above!) * scale, (2n * here! * basisPoint) / scale, 'near')
  return rate(divide(duration, 10n ** 18n, 'near') * 10n ** 6n)
}

const triesMax = 40
/** A price is met when it differs by less than this (24 decimals). */
const priceMet = 10n ** 12n

/** The yield at which a clean price is right, with 8 decimals: what somebody who pays it gets until maturity. */
export function yieldAt(bond: Bond, settles: DayNumber, clean: Price, near: Rate): Rate {
  const target = clean * 10n ** 16n + accruedScaled(bond, settles)
  let guess = scaledRate(near)
  for (let tries = 0; tries < triesMax; tries += 1) {
    const is = fullPrice(bond, settles, guess)
    if (magnitude(is - target) < priceMet) break
    const slope = divide((fullPrice(bond, settles, guess + basisPoint) - is) * scale, basisPoint, 'near')
    guess += divide((is - target) * scale, -slope, 'near')
  }
  return rate(divide(guess, 10n ** 16n, 'near') * 10n ** 4n)
}

/** What so much face costs at a price, without interest, in the bond's currency. */
export const cleanValue = ({ kind }: Bond, face: Money, at: Price): Value =>
  value(divide(face * at, bondRules[kind].faceUnit, 'floor'))

/** Money of the bond's currency as a value. */
export const asValue = (amount: Money): Value => value(amount * 10n ** 6n)
