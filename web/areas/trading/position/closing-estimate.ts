import type { Position } from '@mex/contract/trading/shapes.ts'
import { absoluteValue, type Money } from '@mex/core/money/money.ts'
import { convertFee, feeOf, feeTableOf, feeTotal } from '@mex/core/trading/fees.ts'
import { closingSide } from '@mex/core/trading/orders.ts'
import { netProfit, portionOf } from '@mex/core/trading/portions.ts'
import { floatingProfit, worth } from '@mex/core/trading/positions.ts'
import { isoDate, utcDay } from '@mex/core/time-zone.ts'

import { positionOf } from './position-of.ts'

/** What closing all that can be closed of a position would bring at its mark price, in cents of its wallet. */
export type ClosingEstimate = { readonly net: Money; readonly fee: Money }

/** Undefined without a price or a rate. The functions are those that close it. */
export function estimateClosing(view: Position): ClosingEstimate | undefined {
  const { markPrice: mark, conversionRate, closable: units, direction, quotedAt } = view
  if (mark === undefined || conversionRate === undefined || quotedAt === undefined || units === 0n) return undefined
  const portion = portionOf(positionOf(view), units)
  const profit = floatingProfit({ direction, quantity: units, cost: portion.cost }, view, mark, conversionRate)
  const basis = {
    side: closingSide(direction),
    units,
    notional: absoluteValue(worth(view, mark, units)),
    date: isoDate(utcDay(quotedAt)),
  }
  const fee = feeTotal(convertFee(feeOf(feeTableOf(view), basis), conversionRate))
  return { net: netProfit(profit, portion, fee), fee }
}
