import type { QuoteDelta } from '@mex/contract/push.ts'
import type { Position } from '@mex/contract/trading/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { addMoney, money, percent, type Money, type Percent, type WalletCurrency } from '@mex/core/money/money.ts'
import { signOf } from '@mex/core/trading/orders.ts'
import { worth } from '@mex/core/trading/positions.ts'

import { liveFiguresOf } from './live-figures.ts'

/** What the positions of one currency come to. A figure that one of them lacks is undefined, not less. */
export type Totals = {
  readonly currency: WalletCurrency
  readonly marketValue: Money | undefined
  readonly profit: Money | undefined
  /** How far the prices have moved in favour, over what the positions cost; without leverage, as on each row. */
  readonly favour: Percent | undefined
  readonly today: Money | undefined
}

type Priced = Pick<Position, 'market' | 'code'>

/** The totals of a list at the newest prices, one for each currency: amounts of different currencies are never added. */
export function totalsOf(
  positions: readonly Position[],
  deltaOf: (key: Priced) => QuoteDelta | undefined,
): readonly Totals[] {
  const byCurrency = Map.groupBy(positions, ({ currency }) => currency)
  return [...byCurrency]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, rows]) => {
      const figures = rows.map((row) => liveFiguresOf(row, deltaOf(row)))
      return {
        currency,
        marketValue: sum(figures.map(({ marketValue }) => marketValue)),
        profit: sum(figures.map(({ profit }) => profit)),
        favour: favourOf(rows, deltaOf),
        today: sum(figures.map(({ today }) => today)),
      }
    })
}

function sum(amounts: readonly (Money | undefined)[]): Money | undefined {
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length < amounts.length ? undefined : addMoney(money(0n), ...known)
}

/** Rounded once, from exact values, so that the total of one position is the figure of its row. */
function favourOf(
  positions: readonly Position[],
  deltaOf: (key: Priced) => QuoteDelta | undefined,
): Percent | undefined {
  let moved = 0n
  let cost = 0n
  for (const position of positions) {
    const { mark } = liveFiguresOf(position, deltaOf(position))
    const { conversionRate } = position
    if (mark === undefined || conversionRate === undefined || position.cost <= 0n) return undefined
    const gained = signOf(position.direction) * (worth(position, mark, position.quantity) - position.cost)
    moved += gained * conversionRate
    cost += position.cost * conversionRate
  }
  return cost === 0n ? undefined : percent(divide(moved * 10_000n, cost, 'near'))
}
