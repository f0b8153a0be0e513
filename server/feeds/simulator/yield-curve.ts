import { bondCountries, type BondCountry } from '@mex/core/bonds/bond.ts'
import { rate, type Rate } from '@mex/core/money/money.ts'
import { dayMilliseconds, utcDay, weekday, type DayNumber } from '@mex/core/time-zone.ts'
import type { CountryCurves, YieldCurve } from '#feeds/bond-market.ts'
import { levels, type Level } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { openDraws } from './draws.ts'
import { exponential } from './exponential.ts'
import { marketEpoch } from './model.ts'

/**
 * The yield curves of the simulated market (market model §6): a level, a slope and a curvature of Nelson and Siegel move by
 * themselves, each by half-hours that are drawn forward and by minutes inside them. One unit is 1e-10 of a yearly rate.
 */
const units = 1e10
const basisPoint = 1e-4 * units

type Factors = readonly [level: number, slope: number, curvature: number]
const factorCount = 3

/** Standard deviation of a business day (market model §6): 5.5, 4.5 and 4 basis points. */
const deviations: Factors = [5.5 * basisPoint, 4.5 * basisPoint, 4 * basisPoint]

type CurveRules = {
  /** On the first day. */
  readonly start: Factors
  /** What the level returns to in the long run. */
  readonly mean: number
  readonly scale: number
}

const rules: Readonly<Record<BondCountry, CurveRules>> = {
  US: { start: [0.044 * units, -0.004 * units, -0.008 * units], mean: 0.044 * units, scale: 1 },
  MX: { start: [0.082 * units, -0.008 * units, -0.006 * units], mean: 0.082 * units, scale: 1.2 },
}

/** Years after which slope and curvature are flat in the model: λ of Nelson and Siegel. */
const lambda = 2
const daysPerYear = 365.25
/** No yield is below 0.05 % (market model §6). */
const floor = 0.0005

/**
 * What moves the factors in a year beside chance. The level returns slowly, so that decades stay believable. Slope and curvature go
 * as they must for the yield of each maturity date to be its own best forecast: else whoever holds what is about to roll down a steep
 * part of the curve would earn more than its yield.
 */
const levelReturn = 0.08
const slopeReturn = 0.2
const slopeFromCurvature = 0.25
const curvatureReturn = 0.4

function pullOf([level, slope, curvature]: Factors, mean: number): Factors {
  const year = 365
  return [
    (levelReturn * (mean - level)) / year,
    (slopeFromCurvature * curvature - slopeReturn * slope) / year,
    (-curvatureReturn * curvature) / year,
  ]
}

const blocks = 48
const blockMinutes = 30
/** Half-hours (UTC) in which the bond markets of America are open, and their part of a day's variance. */
const [firstOpen, endOpen] = [24, 44]
const openPart = 0.85
/** On Saturdays and Sundays hardly anything moves. */
const weekendPart = 0.03

/** The part of a business day's variance that lies in each half-hour of a day. */
const shares = (day: DayNumber): readonly number[] => {
  const whole = weekday(day) === 0 || weekday(day) === 6 ? weekendPart : 1
  return Array.from({ length: blocks }, (_, block) => {
    const isOpen = block >= firstOpen && block < endOpen
    return whole * (isOpen ? openPart / (endOpen - firstOpen) : (1 - openPart) / (blocks - endOpen + firstOpen))
  })
}

const rounded = (amount: number): number => Math.floor(amount + 0.5)

/** Where the factors begin on a day, and how they move in its half-hours. */
type CurveDay = { readonly start: Factors; readonly moves: readonly (readonly number[])[] }

/** The first instant with a drawn curve. */
export const firstDrawnCurve = marketEpoch * dayMilliseconds

export type DrawnCurves = Pick<CountryCurves, 'since'> & { curve(now: number): YieldCurve }

/** The curves of a country that are drawn under the day secrets. */
export function openDrawnCurves(keys: DayKeys, country: BondCountry): DrawnCurves {
  const dayOf = openCurveDays(keys, country)
  let known: YieldCurve | undefined
  return {
    since: firstDrawnCurve,
    curve(now) {
      const minute = Math.floor(Math.max(now, firstDrawnCurve) / 60_000)
      const at = minute * 60_000
      if (known?.at === at) return known
      const factors = factorsAt(keys, country, dayOf(utcDay(at)), at)
      known = { source: 'drawn', at, until: Infinity, yieldIn: (days) => yieldOf(factors, days) }
      return known
    },
  }
}

/** The curves of both countries. */
export const openDrawnYields = (keys: DayKeys): Readonly<Record<BondCountry, DrawnCurves>> => ({
  US: openDrawnCurves(keys, 'US'),
  MX: openDrawnCurves(keys, 'MX'),
})

const drawId = (country: BondCountry, factor: number): number => bondCountries.indexOf(country) * factorCount + factor

const normals = (keys: DayKeys, day: DayNumber, level: Level, id: number, count: number): readonly number[] => {
  const draws = openDraws(keys, { day, level, id })
  return Array.from({ length: count }, () => draws.normal())
}

/** The days of a curve, computed forward from the first and kept. */
function openCurveDays(keys: DayKeys, country: BondCountry): (day: DayNumber) => CurveDay {
  const { start, mean, scale } = rules[country]
  const days: CurveDay[] = []
  return (wanted) => {
    while (days.length <= wanted - marketEpoch) {
      const day = marketEpoch + days.length
      const before = days.at(-1)
      const begin = before === undefined ? start : after(before, mean)
      const parts = shares(day)
      const moves = deviations.map((deviation, factor) =>
        normals(keys, day, levels.yieldBlocks, drawId(country, factor), blocks).map((normal, block) =>
          rounded(normal * deviation * scale * Math.sqrt(parts[block]!)),
        ),
      )
      days.push({ start: begin, moves })
    }
    return days[wanted - marketEpoch]!
  }
}

/** The factors at the end of a day, with what returns to the mean. */
function after({ start, moves }: CurveDay, mean: number): Factors {
  const pull = pullOf(start, mean)
  return start.map((at, factor) =>
    rounded(moves[factor]!.reduce((sum, move) => sum + move, at) + pull[factor]!),
  ) as unknown as Factors
}

/**
 * The factors at the beginning of a minute. Inside a half-hour the minutes walk to its end: as its move was drawn without looking
 * ahead, this walk is the same as one that is drawn minute by minute.
 */
function factorsAt(keys: DayKeys, country: BondCountry, { start, moves }: CurveDay, at: number): Factors {
  const day = utcDay(at)
  const minute = Math.floor((at - day * dayMilliseconds) / 60_000)
  const [block, gone] = [Math.floor(minute / blockMinutes), minute % blockMinutes]
  return start.map((begin, factor) => {
    const own = moves[factor]!
    const reached = own.slice(0, block).reduce((sum, move) => sum + move, begin)
    if (gone === 0) return reached
    const deviation = deviations[factor]! * rules[country].scale * Math.sqrt(shares(day)[block]! / blockMinutes)
    const id = drawId(country, factor) * blocks + block
    const steps = normals(keys, day, levels.yieldMinutes, id, blockMinutes).map((normal) => normal * deviation)
    const whole = steps.reduce((sum, step) => sum + step, 0)
    const walked = steps.slice(0, gone).reduce((sum, step) => sum + step, 0)
    return rounded(reached + walked + (gone / blockMinutes) * (own[block]! - whole))
  }) as unknown as Factors
}

/** Nelson–Siegel: level + slope × (1 − e^−x)/x + curvature × ((1 − e^−x)/x − e^−x), x in units of λ. */
function yieldOf([level, slope, curvature]: Factors, days: number): Rate {
  const x = days / (daysPerYear * lambda)
  const decay = exponential(-x)
  const loading = x === 0 ? 1 : (1 - decay) / x
  const yearly = (level + slope * loading + curvature * (loading - decay)) / units
  return rate(BigInt(rounded(Math.max(yearly, floor) * 1e8)) * 10_000n)
}
