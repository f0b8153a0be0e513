import { discountFactor } from '#bonds/pricing.ts'
import { divide } from '#money/decimal.ts'
import { price, priceOf, type Price, type Rate } from '#money/money.ts'

/**
 * An index of a zero-coupon bond of always seven years: from strike to strike it is worth what such a bond becomes that is bought at one
 * yield and sold, as much older, at the next. So it earns the yield, and moves against it.
 */
const years = 7n
const daysOfYear = 365n

/** What the index begins with. */
export const bondIndexStart: Price = priceOf('100')

/** The days to maturity at which the yield of the index is read. */
export const bondIndexDays = Number(years * daysOfYear)

const scaled = (yearly: Rate): bigint => yearly * 10n ** 12n

/**
 * The index after `days` days, bought at the yield `before` and sold at `after`: level × (1 + after)^−(7 − days/365) ÷ (1 + before)^−7; 8
 * decimals, to the nearest.
 */
export function bondIndexAfter(level: Price, before: Rate, after: Rate, days: number): Price {
  const bought = discountFactor(scaled(before), years, 1n)
  const sold = discountFactor(scaled(after), years * daysOfYear - BigInt(days), daysOfYear)
  return price(divide(level * sold, bought, 'near'))
}
