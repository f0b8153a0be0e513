import { type DailyCloses, type Group, groups } from './daily-closes.ts'
import { exponential } from './exponential.ts'

/** Look-back periods of a rule, in sessions. */
export const horizons = [1, 5, 20, 60, 120, 250] as const

/** The result of a simple trading rule on public daily bars: yearly Sharpe ratios. */
export type RuleResult = {
  readonly rule: 'across shares' | 'over time'
  readonly on: Group | 'all'
  readonly horizon: number
  /** Momentum before costs. Reversal is the same rule with the opposite sign. */
  readonly gross: number
  readonly momentumAfterCosts: number
  readonly reversalAfterCosts: number
}

const shareGroups = ['US', 'HK', 'MX'] as const
/** Minimum cost of a trade as a share of its value; half of the spread if that is more. */
const leastCost = 0.0002
const tradingDaysPerYear = 252
/** Sessions behind an estimate of volatility or of a rule's own average position. */
const estimateDays = 120

/** Backtests every rule on the groups in `series`, at every horizon. */
export function playRules(series: readonly DailyCloses[]): readonly RuleResult[] {
  const present = groups.filter((group) => groupOf(series, group).length > 0)
  return horizons.flatMap((horizon) => {
    const markets = shareGroups.filter((group) => present.includes(group))
    const portfolios = markets.map((group) => acrossShares(groupOf(series, group), horizon))
    const classes = present.map((group) => [group, overTime(groupOf(series, group), horizon)] as const)
    return [
      { rule: 'across shares', on: 'all', horizon, ...sharpes(portfolios) } as const,
      ...classes.map(([on, earned]) => ({ rule: 'over time', on, horizon, ...sharpes([earned]) }) as const),
      { rule: 'over time', on: 'all', horizon, ...sharpes(classes.map(([, earned]) => earned)) } as const,
    ]
  })
}

const groupOf = (series: readonly DailyCloses[], group: Group): readonly DailyCloses[] =>
  series.filter((one) => one.group === group)

/** The earnings of momentum on each UTC day before costs, and the costs of its trades. */
type Earnings = Map<number, { gross: number; cost: number }>

function add(earnings: Earnings, day: number, gross: number, cost: number): void {
  const known = earnings.get(day)
  if (known === undefined) earnings.set(day, { gross, cost })
  else {
    known.gross += gross
    known.cost += cost
  }
}

const returnOn = ({ logs }: DailyCloses, index: number): number => exponential(logs[index]! - logs[index - 1]!) - 1
const costOf = ({ halfSpread }: DailyCloses): number => Math.max(halfSpread, leastCost)

/**
 * Cross-sectional and market-neutral: at each close the shares of one market are ranked by their return over the
 * horizon and held until the next close in proportion to the rank above or below the middle. One market at a time,
 * because a rank across markets with different closing hours would use later prices than those it trades at (look-ahead
 * bias).
 */
function acrossShares(shares: readonly DailyCloses[], horizon: number): Earnings {
  const earnings: Earnings = new Map()
  const { days } = shares[0]!
  let weights = new Float64Array(shares.length)
  for (let index = horizon; index < days.length - 1; index += 1) {
    const ranked = shares
      .map(({ logs }, place) => ({ place, past: logs[index]! - logs[index - horizon]! }))
      .sort((left, right) => left.past - right.past)
    const next = new Float64Array(shares.length)
    const middle = (shares.length - 1) / 2
    const whole = (shares.length * shares.length) / 4
    for (const [rank, { place }] of ranked.entries()) next[place] = (rank - middle) / whole
    let gross = 0
    let cost = 0
    for (const [place, share] of shares.entries()) {
      gross += next[place]! * returnOn(share, index + 1)
      cost += Math.abs(next[place]! - weights[place]!) * costOf(share)
    }
    add(earnings, days[index + 1]!, gross, cost)
    weights = next
  }
  return earnings
}

/**
 * Time-series momentum: long after a rise over the horizon and short after a fall, each underlying scaled by its own
 * volatility. An underlying with a drift (a risk premium) rises more often than it falls, so a long position earns the
 * premium without skill; the rule's own average position so far is therefore subtracted. The average is of the past
 * only: one over the whole sample would use later data and favour reversal.
 */
function overTime(underlyings: readonly DailyCloses[], horizon: number): Earnings {
  const earnings: Earnings = new Map()
  for (const one of underlyings) {
    const start = Math.max(horizon, estimateDays)
    let square = 0
    for (let index = 1; index <= start; index += 1) square += returnOn(one, index) ** 2 / start
    let positions = 0
    let held = 0
    for (let index = start; index < one.days.length - 1; index += 1) {
      const direction = Math.sign(one.logs[index]! - one.logs[index - horizon]!)
      positions += direction
      const count = index - start + 1
      const skilled = direction - positions / count
      const position = count < estimateDays ? 0 : skilled / Math.sqrt(square) / underlyings.length
      const gross = position * returnOn(one, index + 1)
      add(earnings, one.days[index + 1]!, gross, Math.abs(position - held) * costOf(one))
      square += (returnOn(one, index + 1) ** 2 - square) / (estimateDays / 2)
      held = position
    }
  }
  return earnings
}

/** The Sharpe ratios of several portfolios held together, each with the same capital. */
function sharpes(portfolios: readonly Earnings[]) {
  const together: Earnings = new Map()
  for (const portfolio of portfolios) for (const [day, { gross, cost }] of portfolio) add(together, day, gross, cost)
  const all = [...together.values()]
  return {
    gross: sharpe(all.map(({ gross }) => gross)),
    momentumAfterCosts: sharpe(all.map(({ gross, cost }) => gross - cost)),
    reversalAfterCosts: sharpe(all.map(({ gross, cost }) => -gross - cost)),
  }
}

function sharpe(earned: readonly number[]): number {
  const mean = earned.reduce((sum, one) => sum + one, 0) / earned.length
  const variance = earned.reduce((sum, one) => sum + (one - mean) ** 2, 0) / earned.length
  return (mean / Math.sqrt(variance)) * Math.sqrt(tradingDaysPerYear)
}
