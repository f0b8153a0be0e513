import type { DayNumber } from '@mex/core/time-zone.ts'
import { exponential } from './exponential.ts'
import { logUnits } from './log-price.ts'
import type { Path } from './path.ts'
import { minutesPerDay } from './time-grid.ts'

/** What the parts of a blend count for on one UTC day; slopes are per minute, for carry and for what ages. */
export type Terms = {
  /** Log price at 00:00 UTC without any path, in log units. */
  readonly base: number
  readonly baseSlope: number
  /** One for each path of the blend. */
  readonly loadings: Float64Array
  readonly loadingSlopes: Float64Array
}

/**
 * Everything that has a price: log price = base + Σ loading × path (market model §1). What happens to a price beyond its
 * paths is a matter of its terms: carry today, dividends and splits when they come (a step of the base).
 */
export type Blend = {
  readonly paths: readonly Path[]
  termsOf(day: DayNumber): Terms
}

/** A path and how much it counts for. */
export type Component = readonly [path: Path, loading: number]

const daysPerYear = 365

/** A blend whose terms never change. */
export function constantBlend(base: number, components: readonly Component[]): Blend {
  const terms: Terms = {
    base,
    baseSlope: 0,
    loadings: Float64Array.from(components, ([, loading]) => loading),
    loadingSlopes: new Float64Array(components.length),
  }
  return { paths: components.map(([path]) => path), termsOf: () => terms }
}

/** A blend whose base moves along a straight line: `level` on a day, `drift` more in log terms a year later. */
export function driftingBlend(
  components: readonly Component[],
  { level, on, drift }: { readonly level: number; readonly on: DayNumber; readonly drift: number },
): Blend {
  if (drift === 0) return constantBlend(level, components)
  const loadings = Float64Array.from(components, ([, loading]) => loading)
  const loadingSlopes = new Float64Array(components.length)
  const daily = (drift / daysPerYear) * logUnits
  const baseSlope = daily / minutesPerDay
  return {
    paths: components.map(([path]) => path),
    termsOf: rememberDays((day) => ({ base: level + daily * (day - on), baseSlope, loadings, loadingSlopes })),
  }
}

/** ln F = ln S + carry × time to expiry, exact to the minute: no step at midnight, and F becomes S. */
export function forwardBlend(spot: Blend, carry: number, expiryMinute: number): Blend {
  const perMinute = (carry / daysPerYear / minutesPerDay) * logUnits
  return {
    paths: spot.paths,
    termsOf: rememberDays((day) => {
      const terms = spot.termsOf(day)
      const left = expiryMinute - day * minutesPerDay
      return { ...terms, base: terms.base + perMinute * left, baseSlope: terms.baseSlope - perMinute }
    }),
  }
}

/**
 * ln F = base + long + short × exp(−fading × τ), τ the years to expiry: exact at midnights and straight between them.
 * The base stands still, so a delivery month drifts nowhere.
 */
export function fadingBlend(
  base: number,
  long: readonly Component[],
  short: Path,
  { fading, expiryMinute }: { readonly fading: number; readonly expiryMinute: number },
): Blend {
  const parts: readonly Component[] = [...long, [short, 1]]
  const last = parts.length - 1
  const share = (minutesLeft: number): number => exponential((-fading * minutesLeft) / minutesPerDay / daysPerYear)
  return {
    paths: parts.map(([path]) => path),
    termsOf: rememberDays((day) => {
      const left = expiryMinute - day * minutesPerDay
      const loadings = Float64Array.from(parts, ([, loading]) => loading)
      const loadingSlopes = new Float64Array(parts.length)
      loadings[last] = share(left)
      loadingSlopes[last] = (share(left - minutesPerDay) - loadings[last]) / minutesPerDay
      return { base, baseSlope: 0, loadings, loadingSlopes }
    }),
  }
}

/** Keeps the terms of the two days used last, one even and one odd: a session touches no more. */
function rememberDays(make: (day: DayNumber) => Terms): (day: DayNumber) => Terms {
  const days = [NaN, NaN]
  const terms: Terms[] = []
  return (day) => {
    const parity = day & 1
    if (days[parity] !== day) {
      terms[parity] = make(day)
      days[parity] = day
    }
    return terms[parity]!
  }
}
