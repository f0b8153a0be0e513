import type { ClosedPosition, Position } from '@mex/contract/trading/shapes.ts'
import type { Money, Percent, Price } from '@mex/core/money/money.ts'

import type { LiveFigures } from '#areas/trading/position/live-figures.ts'

/** What a share card says about a position or a closed result: nothing about the person, and no quantity. */
export type SharedResult = Pick<
  Position,
  'id' | 'name' | 'code' | 'direction' | 'leverage' | 'openPrice' | 'tick' | 'currency' | 'openedAt'
> & {
  /** How far the price has moved in favour, as the row shows it: without leverage. */
  readonly favour: Percent | undefined
  /** The mark price, or the price at the closing. */
  readonly price: Price | undefined
  readonly amount: Money | undefined
  /** Undefined while the position is open. */
  readonly closedAt: number | undefined
}

/** An open position at the figures of this moment: the card does not follow the price. */
export const resultOfOpen = (position: Position, figures: LiveFigures): SharedResult => ({
  ...position,
  favour: figures.favour,
  price: figures.mark,
  amount: figures.profit,
  closedAt: undefined,
})

export const resultOfClosed = (closed: ClosedPosition): SharedResult => ({
  ...closed,
  price: closed.closePrice,
  amount: closed.netProfit,
})
