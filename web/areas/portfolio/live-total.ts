import type { Curve } from '@mex/contract/portfolio/shapes.ts'
import { magnitude } from '@mex/core/money/decimal.ts'
import { addMoney, nothing, subtractMoney, type Money } from '@mex/core/money/money.ts'

/** A hundredth of a per cent of the net worth: a larger step may be money that came or went. */
const farPart = 10_000n

/** Whether a total is so far from that of the curve that money may have come or gone since. */
export function isFarFrom({ total }: Pick<Curve, 'total'>, live: Money): boolean {
  return magnitude(live - total) * farPart > magnitude(total)
}

/** The curve up to the live total, so that it ends where the total above it stands: start + moneyIn + profit = total. */
export function endingAt(curve: Curve, live: Money | undefined): Curve {
  if (live === undefined || isFarFrom(curve, live)) return curve
  const profit = (live - curve.start - curve.moneyIn) as Money
  const points = curve.points.map((point, index) =>
    index === curve.points.length - 1 ? { ...point, total: live } : point,
  )
  return { ...curve, points, profit, total: live }
}

/**
 * What the profit consists of: what exchange rates brought (with what conversions cost) and all else, both when the curve
 * was read, and what came until the live total, of which nobody knows the source yet.
 */
export function profitParts({ sources, profit }: Pick<Curve, 'sources' | 'profit'>) {
  const sumOf = (isOfRates: boolean): Money =>
    addMoney(
      nothing,
      ...sources.filter(({ source }) => (source === 'CURRENCIES') === isOfRates).map((each) => each.profit),
    )
  const [rates, others] = [sumOf(true), sumOf(false)]
  return { rates, others, later: subtractMoney(profit, addMoney(rates, others)) }
}
