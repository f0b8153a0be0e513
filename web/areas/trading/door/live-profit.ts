import type { Position } from '@mex/contract/trading/shapes.ts'
import { addMoney, nothing, type Money } from '@mex/core/money/money.ts'

import { liveFiguresOf } from '#areas/trading/position/live-figures.ts'
import { useQuoteDelta } from '#data/quotes.ts'

/** The floating profit of positions in one instrument and one account at its last tick; undefined without a price. */
export function useLiveProfit(positions: readonly Position[]): Money | undefined {
  const delta = useQuoteDelta(positions[0])
  let profit = nothing
  for (const position of positions) {
    const own = liveFiguresOf(position, delta).profit
    if (own === undefined) return undefined
    profit = addMoney(profit, own)
  }
  return profit
}
