import { addRecent, meanOf } from '#strategies/recent.ts'
import type { Strategy } from '#strategies/strategy.ts'

const index = 'GLOBAL:SPX'
const days = 50

/** Follows the trend: all in the index while it is above its average of the last 50 strikes, else cash. */
export const trend: Strategy<readonly bigint[]> = {
  id: 'trend',
  universe: [index],
  start: () => [],
  decide(before, { prices }) {
    const price = prices.get(index)
    if (price === undefined) return { state: before, targets: undefined }
    const state = addRecent(before, price, days)
    const isAbove = state.length === days && price > meanOf(state)
    return { state, targets: new Map([[index, isAbove ? 10_000n : 0n]]) }
  },
}
