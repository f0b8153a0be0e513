import { exponential, logarithm } from './exponential.ts'

/** Log prices are integers in units of 1/67108864, so that sums are exact in any order (market model §2). */
export const logUnits = 67108864

/** A price as a log integer. */
export function logOfPrice(price: number): number {
  return Math.floor(logarithm(price) * logUnits + 0.5)
}

/** The price of a log integer, not yet rounded to a tick. */
export function priceOfLog(log: number): number {
  return exponential(log / logUnits)
}
