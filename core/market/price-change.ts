import { divide, magnitude } from '#money/decimal.ts'
import { price, type Price, percent, type Percent } from '#money/money.ts'

/** By how much a price has moved (rulebook §13.6 `change`). */
export const priceChange = (last: Price, previousClose: Price): Price => price(last - previousClose)

/**
 * The same in percent with 2 decimals, rounded half away from zero (rulebook §13.6 `change_ratio`). Undefined when the
 * previous close is zero. A price that has risen from below zero has risen.
 */
export function changePercent(last: Price, previousClose: Price): Percent | undefined {
  if (previousClose === 0n) return undefined
  return percent(divide((last - previousClose) * 10_000n, magnitude(previousClose), 'near'))
}
