import type { Instrument } from '@mex/core/market/instrument.ts'
import type { Bar, DaySummary, Period, Quote, YearRange } from '@mex/core/market/quote.ts'
import type { Rate } from '@mex/core/money/money.ts'

/**
 * Where prices come from: one shape for the simulated market, replayed history and live public quotes. A feed is a
 * function of time: nothing it answers for `now` may depend on an instant after `now`.
 */
export type Feed = {
  readonly mode: 'sim' | 'replay' | 'live'
  /** Seconds by which its quotes lag behind the exchange: 0 unless live. */
  readonly delaySeconds: number
  /** Everything that has a price at `now`, by key; expired and not yet listed contracts are left out. */
  instruments(now: number): ReadonlyMap<string, Instrument>
  /** The quote in force at `now`: the newest with `exchangeTime` ≤ now. Undefined before the first. */
  quote(key: string, now: number): Quote | undefined
  /** The instant of the first tick after `now`, epoch milliseconds: when quotes change next. */
  nextTick(now: number): number
  /** The first instant after `now` at which a market opens, closes or pauses: no tick passes it over. */
  nextPhaseChange(now: number): number
  day(key: string, now: number): DaySummary | undefined
  /** What 1 unit of `from` is worth in `to` by mid prices; undefined when no fresh quote connects them. */
  exchangeRate(from: string, to: string, now: number): { readonly rate: Rate; readonly time: number } | undefined
  /** The quote with this id, for checks; undefined when it is unknown or lies after `now`. */
  quoteById(id: string, now: number): Quote | undefined
}

/** A feed for those who read only which keys are listed. */
export type KeyedFeed = { instruments(now: number): ReadonlyMap<string, unknown> }

/**
 * What a feed knows about past sessions. A cold answer may cost thousands of sessions (some 100 ms), so only worker
 * threads, tools and tests call these functions; a server asks through `BarService` (bars/bar-service.ts).
 */
export type BarSource = {
  /** The year behind `now`. */
  year(key: string, now: number): YearRange | undefined
  /** The newest `limit` bars that have begun by `end`, oldest first; the last may still be growing at `now`. */
  bars(key: string, period: Period, end: number, limit: number, now: number): readonly Bar[]
  /** Computes in small steps what a first visitor would wait for, of the instruments that `isWanted` names. */
  warmUp(now: number, isWanted: (key: string) => boolean): Generator<void>
}
