import { magnitude } from '#money/decimal.ts'
import { addMoney, nothing, subtractMoney, type Money } from '#money/money.ts'
import type { Wallet } from '#wallet/wallets.ts'
import { pesos, type PesoRates } from './curve.ts'

/** What a position won or lost in a range, in the currency of its wallet: what it brought, and what it holds now beyond its start. */
export type PositionResult = { readonly instrument: string; readonly wallet: Wallet; readonly amount: Money }

/** What all positions of an instrument won or lost, in pesos. */
export type Contribution = { readonly instrument: string; readonly profit: Money }

export type Contributions = {
  readonly rows: readonly Contribution[]
  /** Of everything else that trading won or lost: `rows` and this add up to the results of the sources that trade. */
  readonly others: Money
}

/** The instruments that moved the profit most, largest first, at most `max`; nothing is lost between them and the rest. */
export function contributionsOf(
  results: readonly PositionResult[],
  rates: PesoRates,
  { trading, max }: { readonly trading: Money; readonly max: number },
): Contributions {
  const sums = new Map<string, Money>()
  for (const { instrument, wallet, amount } of results)
    sums.set(instrument, addMoney(sums.get(instrument) ?? nothing, pesos(amount, wallet, rates)))
  const rows = [...sums]
    .map(([instrument, profit]) => ({ instrument, profit }))
    .filter(({ profit }) => profit !== 0n)
    .toSorted((one, other) => (magnitude(one.profit) < magnitude(other.profit) ? 1 : -1))
    .slice(0, max)
  const others = subtractMoney(trading, addMoney(nothing, ...rows.map(({ profit }) => profit)))
  const [largest, ...rest] = rows
  // Every position is rounded by itself: less than a centavo for each is no result of anything else.
  if (largest === undefined || sums.size > max || magnitude(others) > BigInt(results.length)) return { rows, others }
  return { rows: [{ ...largest, profit: addMoney(largest.profit, others) }, ...rest], others: nothing }
}
