import type { Price, Quantity } from './money.ts'

/**
 * What an exchange is doing: `regular` trades, `pre` and `post` quote outside regular hours, `auction` collects
 * orders, `lunch` pauses, `practice` goes on quoting for learners while the real session is closed.
 */
export const phases = ['regular', 'pre', 'post', 'auction', 'lunch', 'closed', 'practice'] as const
export type Phase = (typeof phases)[number]

/** A price of one instrument at one instant: public, and the same for everyone (rulebook §13.6). */
export type Quote = {
  /** Names instrument and instant; anyone can ask for it again. */
  readonly id: string
  readonly key: string
  /** Epoch milliseconds: when the price was made, and when we learned of it. */
  readonly exchangeTime: number
  readonly receivedTime: number
  readonly last: Price
  readonly bid: Price
  readonly ask: Price
  readonly bidSize: Quantity
  readonly askSize: Quantity
  readonly phase: Phase
  /** True on the first regular quote of a trading day: `last` is the opening price (rulebook §15, §23). */
  readonly opening: boolean
}

/** The day so far. */
export type DaySummary = {
  readonly open: Price | undefined
  readonly high: Price | undefined
  readonly low: Price | undefined
  /** Previous close, or previous settlement of a future. */
  readonly previousClose: Price
  readonly volume: Quantity
  readonly openInterest: Quantity | undefined
  /** Last regular close before now, where the instrument has extended hours; and their last prices. */
  readonly preMarket: Price | undefined
  readonly postMarket: Price | undefined
}

/** Highest and lowest price of the last 365 days, the running one included. */
export type YearRange = { readonly high: Price; readonly low: Price }

/** The six periods of the charts: the spec's names. */
export const periods = ['intraday', '1D', '1W', '1M', '3M', '1Y'] as const
export type Period = (typeof periods)[number]

/** One candle. `time` is where it starts, epoch seconds. */
export type Bar = {
  readonly time: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Quantity
}
