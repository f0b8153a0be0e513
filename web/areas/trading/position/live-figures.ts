import type { QuoteDelta } from '@mex/contract/push.ts'
import type { Position as PositionView } from '@mex/contract/trading/shapes.ts'
import { convert, type Money, type Price, type Percent } from '@mex/core/money/money.ts'
import { dayProfit, favour, floatingProfit, markOf, worth } from '@mex/core/trading/positions.ts'

import { useQuoteDelta } from '#data/quotes.ts'

/** The figures of a position that change with its price. Undefined without a price or a conversion rate. */
export type LiveFigures = {
  readonly mark: Price | undefined
  readonly profit: Money | undefined
  readonly favour: Percent | undefined
  /** Today's profit, after the fees of today. */
  readonly today: Money | undefined
  /** The market value in the wallet's currency. */
  readonly marketValue: Money | undefined
  readonly publicPrice: PositionView['publicPrice']
}

/**
 * Marks a position at the quote of the last tick, with the functions that the server marks and closes it with
 * (rulebook §16.2).
 */
export function liveFiguresOf(position: PositionView, delta: QuoteDelta | undefined): LiveFigures {
  const { direction, markPrice, conversionRate, dayBase } = position
  const ticked = delta?.bid !== undefined && delta.ask !== undefined
  const mark = ticked
    ? markOf(direction, { bid: delta.bid, ask: delta.ask, last: delta.last, phase: delta.phase })
    : markPrice
  const isMarked = mark !== undefined && position.state !== 'CLOSED'
  return {
    mark,
    publicPrice: isMarked ? (delta?.publicPrice ?? position.publicPrice) : undefined,
    profit:
      isMarked && conversionRate !== undefined
        ? floatingProfit(position, position, mark, conversionRate)
        : position.profit,
    favour: isMarked ? favour(position, position, mark) : position.favour,
    today:
      isMarked && conversionRate !== undefined && dayBase !== undefined
        ? dayProfit(direction, dayBase, worth(position, mark, position.quantity), conversionRate)
        : undefined,
    marketValue:
      mark === undefined || conversionRate === undefined
        ? undefined
        : convert(worth(position, mark, position.quantity), conversionRate, 'near'),
  }
}

/** The live figures of a position while it is in view. */
export const useLiveFigures = (position: PositionView): LiveFigures => liveFiguresOf(position, useQuoteDelta(position))
