import type { SessionName } from '@mex/core/instrument.ts'
import { exponential } from './exponential.ts'
import { logUnits } from './log-price.ts'
import type { ProfileName } from './profile.ts'

/** What is public and fixed about one path (market model §4, §6). Deviations are of log prices, per year. */
export type PathParameters = {
  /** Permanent: part of every draw, so that a new path changes no other. */
  readonly id: number
  readonly deviation: number
  readonly profile: ProfileName
  /** Days that the yearly deviation is spread over: 252, 260 for currencies, 365 for crypto. */
  readonly daysPerYear?: number
  /** How much of its volatility is that of another path (world equity for a share, the dollar for a currency). */
  readonly volatilityParent?: { readonly path: Path; readonly load: number }
  /** Deviations of the slow and the fast part of log volatility. */
  readonly slowVolatility?: number
  readonly fastVolatility?: number
  /** Daily share by which the level is drawn back to its anchor (κ). */
  readonly pull?: number
  readonly jumpChance?: number
  readonly jumpDeviation?: number
  /** Jumps fall into this session and the hours before it, and results come after it; anywhere without one. */
  readonly jumpSession?: SessionName
  /** Yearly drift of the anchor. */
  readonly growth?: number
  /** How much a fall raises volatility: 0…1 (equity factors). */
  readonly leverageEffect?: number
  /** Results come on days whose number leaves this remainder when divided by 91. */
  readonly resultsDay?: number
  readonly resultsDeviation?: number
}

/** A path ready to be generated: its parameters as daily figures in log units. */
export type Path = {
  readonly id: number
  readonly profile: ProfileName
  readonly dailyDeviation: number
  readonly volatilityParent: { readonly path: Path; readonly load: number } | undefined
  readonly slowVolatility: number
  readonly fastVolatility: number
  readonly pull: number
  readonly jumpChance: number
  readonly jumpSize: number
  readonly jumpSession: SessionName | undefined
  readonly dailyGrowth: number
  readonly leverageEffect: number
  readonly resultsDay: number | undefined
  readonly resultsSize: number
}

/** No own part may wander further than this many log units (one deviation), crypto excepted (market model §4). */
const widestSpread = 0.45

export function definePath(parameters: PathParameters): Path {
  const { deviation, daysPerYear = 252, jumpChance = 0, jumpDeviation = 0, resultsDeviation = 0 } = parameters
  const jumps = 365 * jumpChance * jumpDeviation * jumpDeviation
  const results = 4 * (resultsDeviation * resultsDeviation)
  const variance = deviation * deviation + jumps + results
  const leastPull = variance / (730 * widestSpread * widestSpread)
  const pull = parameters.pull ?? 0.00076
  return {
    id: parameters.id,
    profile: parameters.profile,
    dailyDeviation: (deviation / Math.sqrt(daysPerYear)) * logUnits,
    volatilityParent: parameters.volatilityParent,
    slowVolatility: parameters.slowVolatility ?? 0.2,
    fastVolatility: parameters.fastVolatility ?? 0.2,
    pull: parameters.profile === 'crypto' || leastPull <= pull ? pull : leastPull,
    jumpChance,
    jumpSize: jumpDeviation * logUnits,
    jumpSession: parameters.jumpSession,
    dailyGrowth: ((parameters.growth ?? 0) / 365) * logUnits,
    leverageEffect: parameters.leverageEffect ?? 0,
    resultsDay: parameters.resultsDay,
    resultsSize: resultsDeviation * logUnits,
  }
}

/** Where a path stands between two UTC days: all that the next day needs besides its key (published with the reveal). */
export type PathState = {
  /** Log level, an integer of `logUnits`. */
  readonly level: number
  /** Slow and fast volatility of the day that has ended: standard normals with a memory. */
  readonly slow: number
  readonly fast: number
  /** Its move in its own standard deviations. */
  readonly standardised: number
}

/** A path's own log volatility, with mean 0. */
export function ownVolatility(path: Path, slow: number, fast: number): number {
  return path.slowVolatility * slow + path.fastVolatility * fast
}

/** The factor by which volatility multiplies the day's deviation; its square has mean 1. */
export function volatilityFactor(path: Path, own: number, parentsOwn: number): number {
  const { slowVolatility, fastVolatility, volatilityParent } = path
  let log = own - slowVolatility * slowVolatility - fastVolatility * fastVolatility
  if (volatilityParent !== undefined) {
    const { path: parent, load } = volatilityParent
    const parentsVariance =
      parent.slowVolatility * parent.slowVolatility + parent.fastVolatility * parent.fastVolatility
    log += load * parentsOwn - load * load * parentsVariance
  }
  return exponential(log)
}
