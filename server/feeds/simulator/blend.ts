import { nightsBetween, rolloverOn } from '@mex/core/market/nights.ts'
import { type DayNumber, dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { exponential } from './exponential.ts'
import { logUnits } from './log-price.ts'
import type { Path } from './path.ts'
import { minutesPerDay } from './time-grid.ts'

/** The coefficients of a blend on one UTC day. Slopes are per minute, for carry by time and for changing loadings. */
export type Terms = {
  /** Log price at 00:00 UTC without any path, in log units. */
  readonly base: number
  readonly baseSlope: number
  /** Added to the base from the minute `stepMinute` on, which begins a half hour (a block, see `profile.ts`). */
  readonly step: number
  readonly stepMinute: number
  /** One for each path of the blend. */
  readonly loadings: Float64Array
  readonly loadingSlopes: Float64Array
}

/**
 * The price of an instrument: log price = base + Σ loading × path (market model §1). Effects that are not in the paths
 * are in the terms: carry and dividends.
 */
export type Blend = {
  readonly paths: readonly Path[]
  termsOf(day: DayNumber): Terms
}

/** A path and its loading. */
export type Component = readonly [path: Path, loading: number]

const daysPerYear = 365
/** The divisor of interest by the night (rulebook §17.2). */
const nightsPerYear = 360

/** The base in a minute, without its slope. A step is a jump at its minute: the minute before ends without it. */
export function baseIn({ base, step, stepMinute }: Terms, minute: number): number {
  return minute < stepMinute ? base : base + step
}

/** A change of the base on one UTC day. */
export type BaseChange = {
  /** Of the whole day, against the blend that is changed. */
  readonly shift: number
  /** From `minute` on, which begins a half hour. */
  readonly step: number
  readonly minute: number
}

/** A price that no path moves: the log price at the start of a day, in log units, and its rise per minute. */
export type FixedPrice = { readonly base: number; readonly perMinute: number }

/** A blend without steps of its own whose base changes by the day, as by dividends, or whose price is fixed. */
export function steppedBlend(blend: Blend, changeOn: (day: DayNumber) => BaseChange | FixedPrice): Blend {
  return {
    paths: blend.paths,
    termsOf: memoizeDays((day) => {
      const terms = blend.termsOf(day)
      const change = changeOn(day)
      if ('perMinute' in change) {
        const still = new Float64Array(blend.paths.length)
        const { base, perMinute: baseSlope } = change
        return { base, baseSlope, step: 0, stepMinute: 0, loadings: still, loadingSlopes: still }
      }
      const { shift, step, minute } = change
      return { ...terms, base: terms.base + shift, step, stepMinute: minute }
    }),
  }
}

/** A blend with constant terms. */
export function constantBlend(base: number, components: readonly Component[]): Blend {
  const terms: Terms = {
    base,
    baseSlope: 0,
    step: 0,
    stepMinute: 0,
    loadings: Float64Array.from(components, ([, loading]) => loading),
    loadingSlopes: new Float64Array(components.length),
  }
  return { paths: components.map(([path]) => path), termsOf: () => terms }
}

/**
 * A blend whose base is `level` at the start of the day `on` and steps at every rollover by `carry`, a yearly rate, for
 * its nights (rulebook §17.2). Between rollovers it is constant.
 */
export function carriedBlend(
  components: readonly Component[],
  { level, on, carry }: { readonly level: number; readonly on: DayNumber; readonly carry: number },
): Blend {
  const constant = constantBlend(level, components)
  if (carry === 0) return constant
  const nightly = (carry / nightsPerYear) * logUnits
  return {
    paths: constant.paths,
    termsOf: memoizeDays((day) => {
      const midnight = day * dayMilliseconds
      const rollover = rolloverOn(day)
      return {
        ...constant.termsOf(day),
        base: level + nightly * nightsBetween(on * dayMilliseconds, midnight),
        step: nightly * (rollover?.nights ?? 0),
        stepMinute: ((rollover?.instant ?? midnight) - midnight) / minuteMilliseconds,
      }
    }),
  }
}

/**
 * A future on a spot that steps at rollovers: its base is that of the spot at expiry, so ln F − ln S is the carry of the
 * nights that are left, and the future does not step while its spot does.
 */
export function deliveredBlend(spot: Blend, expiryMinute: number): Blend {
  const day = Math.floor(expiryMinute / minutesPerDay)
  const terms = spot.termsOf(day)
  const base = baseIn(terms, expiryMinute - day * minutesPerDay)
  const delivered: Terms = { ...terms, base, step: 0 }
  return { paths: spot.paths, termsOf: () => delivered }
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
 * A blend with another level and a drift: by `yearly` a year, `shift` away from the other on the day `on`, exact to the
 * minute.
 */
export function driftingBlend(
  blend: Blend,
  { shift, yearly, on }: { readonly shift: number; readonly yearly: number; readonly on: DayNumber },
): Blend {
  const perMinute = (yearly / daysPerYear / minutesPerDay) * logUnits
  return {
    paths: blend.paths,
    termsOf: memoizeDays((day) => {
      const terms = blend.termsOf(day)
      const base = terms.base + shift + perMinute * minutesPerDay * (day - on)
      return { ...terms, base, baseSlope: terms.baseSlope + perMinute }
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
      return { base, baseSlope: 0, step: 0, stepMinute: 0, loadings, loadingSlopes }
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
