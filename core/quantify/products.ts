import type { Name } from '#market/instrument.ts'
import { moneyOf, rateOf, type Money, type Rate } from '#money/money.ts'
import { balanced } from '#strategies/rules/balanced.ts'
import { grid } from '#strategies/rules/grid.ts'
import { momentum } from '#strategies/rules/momentum.ts'
import { reversion } from '#strategies/rules/reversion.ts'
import { trend } from '#strategies/rules/trend.ts'
import { buyAndHold, type Strategy, type Weights } from '#strategies/strategy.ts'

/** The strategies that products are made of (rulebook §25.3), by their number. */
export const strategyIds = ['trend', 'reversion', 'grid', 'momentum', 'balanced'] as const
export type StrategyId = (typeof strategyIds)[number]

/** The terms of each strategy in days. */
export const termsDays = [7, 30, 90, 180] as const

/** Rulebook §25.3 and §31. */
export const quantifyAmountMin = moneyOf('100')
export const quantifyAmountMax = moneyOf('1000000')
/** Of a year, of what was put in (`quant.mgmtFee`). */
export const managementFee: Rate = rateOf('0.005')
/** Of what was gained after the management fee (`quant.perfFee`). */
export const performanceFee: Rate = rateOf('0.10')

/** What a period of a product takes from everybody together, by the plan of the period; one person may put in a tenth (§19). */
export const quantifyCapacity = moneyOf('10000000')
const userPart = 10n
export const quantifyUserMax: Money = (quantifyCapacity / userPart) as Money

export type QuantifyStrategy = {
  readonly id: StrategyId
  readonly name: Name
  readonly strategy: Strategy
  /** The same things bought once and kept. */
  readonly benchmark: Strategy
}

/** Equal parts of everything. */
const equally = (universe: readonly string[]): Weights =>
  new Map(universe.map((code) => [code, 10_000n / BigInt(universe.length)]))

const kept = (strategy: Strategy, parts: Weights = equally(strategy.universe)): Strategy => buyAndHold(parts)

export const quantifyStrategies: Readonly<Record<StrategyId, QuantifyStrategy>> = {
  trend: {
    id: 'trend',
    name: { en: 'Moving-average trend', zh: '均线趋势' },
    strategy: trend as Strategy,
    benchmark: kept(trend as Strategy),
  },
  reversion: {
    id: 'reversion',
    name: { en: 'RSI mean reversion', zh: 'RSI 均值回归' },
    strategy: reversion as Strategy,
    benchmark: kept(reversion as Strategy),
  },
  grid: {
    id: 'grid',
    name: { en: 'BTC grid', zh: 'BTC 网格' },
    strategy: grid as Strategy,
    benchmark: kept(grid as Strategy),
  },
  momentum: {
    id: 'momentum',
    name: { en: 'Top-5 momentum US', zh: '美股动量前五' },
    strategy: momentum as Strategy,
    benchmark: kept(momentum as Strategy),
  },
  balanced: {
    id: 'balanced',
    name: { en: '60/40 rebalanced', zh: '60/40 再平衡' },
    strategy: balanced as Strategy,
    benchmark: kept(balanced as Strategy, balancedParts()),
  },
}

function balancedParts(): Weights {
  const [shares = '', bonds = ''] = balanced.universe
  return new Map([
    [shares, 6_000n],
    [bonds, 4_000n],
  ])
}

/** A strategy for a term. */
export type QuantifyProduct = { readonly id: number; readonly strategy: StrategyId; readonly termDays: number }

/** The number of a product names its strategy and its term: 1030 is the first strategy for 30 days. */
export const quantifyProducts: readonly QuantifyProduct[] = strategyIds.flatMap((strategy, index) =>
  termsDays.map((termDays) => ({ id: (index + 1) * 1000 + termDays, strategy, termDays })),
)

const byId = new Map(quantifyProducts.map((product) => [product.id, product]))
export const quantifyProduct = (id: number): QuantifyProduct | undefined => byId.get(id)
