import type { DayNumber } from '@mex/core/time-zone.ts'
import { exponential } from './exponential.ts'
import { logUnits } from './log-price.ts'
import type { Path } from './path.ts'
import { minutesPerDay } from './time-grid.ts'

/** The coefficients of a blend on one UTC day. Slopes are per minute, for carry and for changing loadings. */
export type Terms = {
  /** Log price at 00:00 UTC without any path, in log units. */
  readonly base: number
  readonly baseSlope: number
  /** One for each path of the blend. */
  readonly loadings: Float64Array
  readonly loadingSlopes: Float64Array
}

/**
 * The price of an instrument: log price = base + Σ loading × path (market model §1). Effects that are not in the paths
 * are in the terms: carry now; dividends and splits, as a step of the base, if they are ever added.
 */
export type Blend = {
  readonly paths: readonly Path[]
  termsOf(day: DayNumber): Terms
}

/** A path and its loading. */
export type Component = readonly [path: Path, loading: number]

const daysPerYear = 365

/** A blend with constant terms. */
export function constantBlend(base: number, components: readonly Component[]): Blend {
  const terms: Terms = {
    base,
    baseSlope: 0,
    loadings: Float64Array.from(components, ([, loading]) => loading),
    loadingSlopes: new Float64Array(components.length),
  }
  return { paths: components.map(([path]) => path), termsOf: () => terms }
}

/** A blend with a linear base: `level` on the day `on`, plus `drift` in log terms per year. */
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
    termsOf: memoizeDays((day) => ({ base: level + daily * (day - on), baseSlope, loadings, loadingSlopes })),
  }
}

/** ln F = ln S + carry × time to expiry, exact to the minute: no step at midnight, and F converges to S. */
export function forwardBlend(spot: Blend, carry: number, expiryMinute: number): Blend {
  const perMinute = (carry / daysPerYear / minutesPerDay) * logUnits
  return {
    paths: spot.paths,
    termsOf: memoizeDays((day) => {
      const terms = spot.termsOf(day)
      const left = expiryMinute - day * minutesPerDay
      return { ...terms, base: terms.base + perMinute * left, baseSlope: terms.baseSlope - perMinute }
    }),
  }
}

/**
 * ln F = base + long + short × exp(−fading × τ), τ the years to expiry: exact at midnights, linear between them. The
 * base is constant, so a delivery month has no drift.
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
    termsOf: memoizeDays((day) => {
      const left = expiryMinute - day * minutesPerDay
      const loadings = Float64Array.from(parts, ([, loading]) => loading)
      const loadingSlopes = new Float64Array(parts.length)
      loadings[last] = share(left)
      loadingSlopes[last] = (share(left - minutesPerDay) - loadings[last]) / minutesPerDay
      return { base, baseSlope: 0, loadings, loadingSlopes }
    }),
  }
}

/** Caches the terms of the last used even and odd day: a session touches at most two days. */
function memoizeDays(make: (day: DayNumber) => Terms): (day: DayNumber) => Terms {
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
