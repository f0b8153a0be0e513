import type { Bond, BondCalendar, BondCountry } from '@mex/core/bonds/bond.ts'
import type { BondPhase } from '@mex/core/bonds/quote.ts'
import type { Rate } from '@mex/core/money/money.ts'

/** Where yields come from: drawn from the day secrets, or published in reality. */
export type CurveSource = 'drawn' | 'public'

/** The yields of one country at an instant. */
export type YieldCurve = {
  readonly source: CurveSource
  /** When it was drawn or published, epoch milliseconds; a curve is drawn every minute. */
  readonly at: number
  /** Nothing is traded on it from this instant on: public yields that nothing newer follows are too old. */
  readonly until: number
  /** The yearly yield of what is paid in so many days, with 8 decimals. */
  yieldIn(days: number): Rate
}

/** The curves of one country. */
export type CountryCurves = {
  /** The first instant with a curve: bonds are listed from then on. */
  readonly since: number
  /** The curve in force. Before `since` a drawn curve stands still, and there is no public one. */
  curve(now: number): YieldCurve | undefined
}
export type YieldCurves = Readonly<Record<BondCountry, CountryCurves>>

/** The government bonds of a feed. Like all of a feed, no answer for `now` depends on anything after `now`. */
export type BondMarket = {
  /** Those that are issued by `now`, matured ones included; an issue is always the same object. */
  issues(now: number): readonly Bond[]
  find(id: number, now: number): Bond | undefined
  /** Undefined where no curve is known. */
  curve(country: BondCountry, now: number): YieldCurve | undefined
  calendar(country: BondCountry): BondCalendar
  phase(country: BondCountry, now: number): BondPhase
}

/** Of a feed without yields: nothing is listed, so nobody asks for a calendar. */
export const noBonds: BondMarket = {
  issues: () => [],
  find: () => undefined,
  curve: () => undefined,
  calendar: (country) => {
    throw new Error(`Broken invariant: bonds of ${country} are listed`)
  },
  phase: () => 'closed',
}
