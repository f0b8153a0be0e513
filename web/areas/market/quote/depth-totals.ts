import type { DepthLevel } from '@mex/contract/market/shapes.ts'
import { quantity, type Quantity } from '@mex/core/money/money.ts'

/** A level of the ladder with what an order takes down to and including it. */
export type DepthRow = DepthLevel & { readonly bidTotal: Quantity; readonly askTotal: Quantity }

/** The levels with their totals: a market order of a total fills at the levels down to that row, and no further. */
export function depthRows(levels: readonly DepthLevel[]): readonly DepthRow[] {
  let [bidTotal, askTotal] = [0n, 0n]
  return levels.map((level) => {
    bidTotal += level.bidSize
    askTotal += level.askSize
    return { ...level, bidTotal: quantity(bidTotal), askTotal: quantity(askTotal) }
  })
}
