import type { Occasion } from '#ledger/ledger.ts'
import { greatest, least } from '#money/decimal.ts'
import { money, type Money } from '#money/money.ts'
import type { Position } from './positions.ts'
import { useUp, type Trading } from './trading.ts'

/** How a charge is paid: from free money, from the margin of the position; the rest is owed. */
export type PaidCharge = { readonly available: Money; readonly margin: Money; readonly owed: Money }

/**
 * Takes a charge of a position, in cents of its wallet, from free money first, then from its margin; the rest is owed
 * until it is closed (rulebook §17.1). The caller posts the journal and changes the position.
 */
export function chargePosition(
  trading: Trading,
  { user, wallet, margin: posted }: Position,
  due: Money,
  occasion: Occasion,
): PaidCharge {
  const available = money(least(due, greatest(trading.balances.available(user, wallet), 0n)))
  const margin = money(least(due - available, posted))
  useUp(trading, occasion, wallet, available)
  return { available, margin, owed: money(due - available - margin) }
}
