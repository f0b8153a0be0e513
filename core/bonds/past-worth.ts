import { couponDatesAfter, type Bond } from './bond.ts'
import { accruedPer100, couponValue } from './pricing.ts'
import { moneyOf, price, type Price } from '#money/money.ts'
import type { DayNumber } from '#time-zone.ts'

/** The face that a price of a bond with coupons is for. */
const hundred = moneyOf('100')

/**
 * What the face of one price (100, or 10 of Cetes) is worth to somebody whose purchase settled on a day: the clean price of a trade that settles
 * now, the interest that has accrued, and the coupons of the days after the purchase up to this settlement (rulebook §24.2). 8 decimals.
 */
export function worthSince(
  bond: Bond,
  bought: DayNumber,
  now: { readonly settles: DayNumber; readonly clean: Price },
): Price {
  const coupons = couponDatesAfter(bond, bought).filter((date) => date <= now.settles).length
  return price(now.clean + accruedPer100(bond, now.settles) + BigInt(coupons) * couponValue(bond, hundred))
}
