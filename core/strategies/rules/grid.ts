import { divide } from '#money/decimal.ts'
import type { Strategy } from '#strategies/strategy.ts'

const coin = 'CRYPTO:BTC'
/** The lines of the grid are 4 % apart, five on each side of the centre; each line that is crossed turns a tenth. */
const lineBasisPoints = 400n
const lines = 5

/** The price in the middle of the grid, and the line that was crossed last: above 0 over the centre, below 0 under it. */
type State = { readonly centre: bigint; readonly line: number }

const above = (price: bigint): bigint => divide(price * (10_000n + lineBasisPoints), 10_000n, 'near')
const below = (price: bigint): bigint => divide(price * 10_000n, 10_000n + lineBasisPoints, 'near')

/** The line that a price has reached, counted from the centre; one more than `lines` is outside of the grid. */
function lineOf(price: bigint, centre: bigint): number {
  let [line, edge] = [0, centre]
  while (line <= lines && price >= above(edge)) [line, edge] = [line + 1, above(edge)]
  while (line >= -lines && price <= below(edge)) [line, edge] = [line - 1, below(edge)]
  return line
}

/**
 * A grid: half in the coin at the centre, a tenth less for each line that the price has risen, a tenth more for each that it has fallen. A
 * price outside of the grid is the centre of a new one.
 */
export const grid: Strategy<State> = {
  id: 'grid',
  universe: [coin],
  start: () => ({ centre: 0n, line: 0 }),
  decide(before, { prices }) {
    const price = prices.get(coin)
    if (price === undefined) return { state: before, targets: undefined }
    const reached = before.centre === 0n ? lines + 1 : lineOf(price, before.centre)
    const isOutside = reached > lines || reached < -lines
    const state = isOutside ? { centre: price, line: 0 } : { ...before, line: reached }
    if (!isOutside && state.line === before.line) return { state, targets: undefined }
    return { state, targets: new Map([[coin, 5_000n - 1_000n * BigInt(state.line)]]) }
  },
}
