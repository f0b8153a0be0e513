import { divide } from '#money/decimal.ts'
import { addMoney, nothing, percent, type Money, type Percent } from '#money/money.ts'

const whole = 10_000n

/**
 * The share of each amount in their sum, in hundredths of a percent that add up to exactly 100 (largest remainder: all are
 * rounded down, and what is missing goes one each to those that lost most, ties in their order). A loss has a share below zero.
 * Undefined where the sum is not above zero: nothing is a part of it.
 */
export function percentagesOf(amounts: readonly Money[]): readonly Percent[] | undefined {
  const total = addMoney(nothing, ...amounts)
  if (total <= 0n) return undefined
  const shares = amounts.map((amount, index) => {
    const floor = divide(amount * whole, total, 'floor')
    return { index, floor, lost: amount * whole - floor * total }
  })
  const missing = Number(whole - shares.reduce((sum, { floor }) => sum + floor, 0n))
  const raised = new Set(
    shares
      .toSorted((one, other) => (one.lost === other.lost ? one.index - other.index : one.lost > other.lost ? -1 : 1))
      .slice(0, missing)
      .map(({ index }) => index),
  )
  return shares.map(({ index, floor }) => percent(raised.has(index) ? floor + 1n : floor))
}
