import { addMoney, nothing } from '#money/money.ts'
import type { DayNumber } from '#time-zone.ts'
import type { Holding } from './holding.ts'

/**
 * The holdings of one purchase as they were just before an instant: parts that were sold by then, and all the rest as the one holding that
 * it was, because a part becomes a holding of its own only when it is sold. `nextCoupon` is the date of the first coupon of the purchase that
 * was paid at the instant or later.
 */
export function holdingsBefore(
  parts: readonly Holding[],
  instant: number,
  nextCoupon: DayNumber | undefined,
): readonly Holding[] {
  const then = parts.flatMap((part) => partBefore(part, instant, nextCoupon) ?? [])
  const held = then.filter(({ status }) => status === 'bought')
  const [first] = held
  const sold = then.filter(({ status }) => status !== 'bought')
  return first === undefined ? sold : [{ ...first, face: addMoney(nothing, ...held.map(({ face }) => face)) }, ...sold]
}

/** Undefined while it was not bought yet, and once it was paid out. */
function partBefore(holding: Holding, instant: number, nextCoupon: DayNumber | undefined): Holding | undefined {
  const { boughtAt, redeemedAt, redemption, couponsUntil } = holding
  if (boughtAt >= instant || (redeemedAt !== undefined && redeemedAt < instant)) return undefined
  const isSold = redemption !== undefined && redemption.at < instant
  return {
    ...holding,
    status: isSold ? 'redeeming' : 'bought',
    redemption: isSold ? redemption : undefined,
    couponsUntil: nextCoupon === undefined ? couponsUntil : Math.min(couponsUntil, nextCoupon - 1),
    redeemedAt: undefined,
  }
}
