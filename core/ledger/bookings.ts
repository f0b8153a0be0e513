import { convertedAt, type Conversion } from '#money/conversion.ts'
import { formatMoney, nothing, type Money, type Rate, type WalletCurrency } from '#money/money.ts'
import type { Journal } from './ledger.ts'

/**
 * The journals that the ledger must hold about a row in its current state, no more and no less. Of a conversion the row stores the rate of
 * the platform and not the mid, so the platform's share in the posted journal (`spread`) is taken as far as a mid of
 * that rate allows it.
 */
export type Bookings = {
  readonly journals: (spread: Money) => readonly Journal[]
  /** Contradictions inside the row. */
  readonly faults: readonly string[]
}

export const differs = (what: string, found: Money | undefined, expected: Money | undefined): readonly string[] => {
  const told = (amount: Money | undefined): string => (amount === undefined ? 'missing' : formatMoney(amount))
  return found === expected ? [] : [`${what} is ${told(found)}, should be ${told(expected)}`]
}

/** A rate must be there exactly when something was converted; one that is there and gives no conversion is wrong. */
export function rateFaults(rate: Rate | undefined, isConverted: boolean): readonly string[] {
  if (isConverted) return [rate === undefined ? 'has no rate' : 'has a rate that cannot have been published']
  return rate === undefined ? [] : ['has a rate, and nothing is converted']
}

/** The conversion of a stored rate, for each spread; undefined when the rate cannot have been published. */
export function conversionAgain(
  amount: Money,
  from: WalletCurrency,
  to: WalletCurrency,
  rate: Rate | undefined,
): ((spread: Money) => Conversion) | undefined {
  if (rate === undefined) return undefined
  const first = convertedAt(amount, from, to, rate, nothing)
  return first === undefined ? undefined : (spread) => convertedAt(amount, from, to, rate, spread) ?? first
}
