import { assert } from '@mex/core/assert.ts'
import type { SessionName } from '@mex/core/market/instrument.ts'
import { exponential } from './exponential.ts'
import { logUnits } from './log-price.ts'
import type { ProfileName } from './profile.ts'

/** The public, constant parameters of one path (market model §4, §6). Deviations are of log prices, per year. */
export type PathParameters = {
  /** Permanent, because it is part of every draw; a new path therefore changes no other. */
  readonly id: number
  readonly deviation: number
  readonly profile: ProfileName
  /** Days that the yearly deviation is spread over: 252, 260 for currencies, 365 for crypto. */
  readonly daysPerYear?: number
  /** The path whose volatility it follows (world equity for a share, the dollar for a currency), and how strongly. */
  readonly volatilityParent?: { readonly path: Path; readonly load: number }
  /** Deviations of the slow and the fast part of log volatility. */
  readonly slowVolatility?: number
  readonly fastVolatility?: number
  /**
   * Daily mean reversion of the level to its anchor (κ). It can be exploited by trading, so only instruments that
   * cannot be bought (crypto), parts that fade as fast in their futures, and a peg have it.
   */
  readonly pull?: number
  /**
   * The quantity without drift (martingale): the logarithm (default) or the price. For the price, half of the variance
   * is subtracted from every move.
   */
  readonly fairIn?: 'logarithm' | 'price'
  /** Log distance from the anchor at which the deviation has fallen to 1/√2: far from its anchor a path moves less. */
  readonly calmDistance?: number
  /** Log distance from the anchor that no tick reaches: the band of a peg, which has no jumps and no growth. */
  readonly band?: number
  readonly jumpChance?: number
  readonly jumpDeviation?: number
  /** Jumps come in and around this session, results after it. Without a session, jumps come at any time. */
  readonly jumpSession?: SessionName
  /** Yearly drift of the anchor. */
  readonly growth?: number
  /** How much a fall raises volatility, 0…1, for equity factors (leverage effect). */
  readonly leverageEffect?: number
  /** Results come on days whose number leaves this remainder when divided by `resultsEvery`. */
  readonly resultsDay?: number
  readonly resultsDeviation?: number
  /** The UTC day on which the path is 0, if that is not the day on which all others are. */
  readonly firstDay?: number
}

/** Days from one telling of results to the next: a quarter of 13 weeks, so always the same weekday. */
export const resultsEvery = 91

/** A path ready to be generated: its parameters as daily figures in log units. */
export type Path = {
  readonly id: number
  readonly profile: ProfileName
  readonly dailyDeviation: number
  readonly volatilityParent: { readonly path: Path; readonly load: number } | undefined
  readonly slowVolatility: number
  readonly fastVolatility: number
  readonly pull: number
  readonly fairIn: 'logarithm' | 'price'
  /** In log units; Infinity for a path whose deviation does not depend on its level. */
  readonly calmDistance: number
  /** In log units; Infinity for a path without a band. */
  readonly band: number
  /** Of a year at the anchor, jumps and results included; natural logarithms. */
  readonly yearlyVariance: number
  readonly jumpChance: number
  readonly jumpSize: number
  readonly jumpSession: SessionName | undefined
  readonly dailyGrowth: number
  readonly leverageEffect: number
  readonly resultsDay: number | undefined
  readonly resultsSize: number
  readonly firstDay: number | undefined
}

export function definePath(parameters: PathParameters): Path {
  const {
    deviation,
    daysPerYear = 252,
    jumpChance = 0,
    jumpDeviation = 0,
    resultsDeviation = 0,
    growth = 0,
  } = parameters
  assert(
    parameters.band === undefined || (jumpChance === 0 && growth === 0),
    'a path with a band has neither jumps nor growth',
  )
  const jumps = 365 * jumpChance * jumpDeviation * jumpDeviation
  const results = 4 * (resultsDeviation * resultsDeviation)
  return {
    id: parameters.id,
    profile: parameters.profile,
    dailyDeviation: (deviation / Math.sqrt(daysPerYear)) * logUnits,
    volatilityParent: parameters.volatilityParent,
    slowVolatility: parameters.slowVolatility ?? 0.2,
    fastVolatility: parameters.fastVolatility ?? 0.2,
    pull: parameters.pull ?? 0,
    fairIn: parameters.fairIn ?? 'logarithm',
    calmDistance: (parameters.calmDistance ?? Infinity) * logUnits,
    band: (parameters.band ?? Infinity) * logUnits,
    yearlyVariance: deviation * deviation + jumps + results,
    jumpChance,
    jumpSize: jumpDeviation * logUnits,
    jumpSession: parameters.jumpSession,
    dailyGrowth: (growth / 365) * logUnits,
    leverageEffect: parameters.leverageEffect ?? 0,
    resultsDay: parameters.resultsDay,
    resultsSize: resultsDeviation * logUnits,
    firstDay: parameters.firstDay,
  }
}

/** The state of a path between two UTC days. With the key it determines the next day. */
export type PathState = {
  /** Log level, an integer of `logUnits`. */
  readonly level: number
  /** Slow and fast volatility of the day that has ended: standard normals with a memory. */
  readonly slow: number
  readonly fast: number
  /** Its move in its own standard deviations. */
  readonly standardised: number
}

/**
 * Factor of a path's moves by its distance from the anchor: 1 at the anchor, less further away. It scales up and down
 * moves equally, so it bounds prices without making their direction predictable.
 */
export function calmAt(path: Path, distance: number): number {
  if (path.calmDistance === Infinity) return 1
  const share = distance / path.calmDistance
  const square = share * share
  return 1 / Math.sqrt(1 + square * square)
}

/**
 * The approximate median move after some days, in log units: the growth, less half of the variance so far for a path
 * that is fair in its price. That variance v grows by σ² / (1 + 3 v² / c⁴) a year, c the calm distance.
 */
export function medianMove(path: Path, days: number): number {
  const calm = path.calmDistance / logUnits
  const step = days / 365 / 64
  let variance = 0
  for (let part = 0; part < 64; part += 1) {
    const share = variance / (calm * calm)
    variance += (step * path.yearlyVariance) / (1 + 3 * share * share)
  }
  return path.dailyGrowth * days - (path.fairIn === 'price' ? (variance / 2) * logUnits : 0)
}

/** A path's own log volatility, with mean 0. */
export function ownVolatility(path: Path, slow: number, fast: number): number {
  return path.slowVolatility * slow + path.fastVolatility * fast
}

/** The volatility factor of the day's deviation; its square has mean 1. */
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
