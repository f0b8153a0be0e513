import type { Price, Quantity } from '#money/money.ts'

/**
 * The phase of an exchange: `regular` trades, `pre` and `post` quote outside regular hours, `auction` collects
 * orders, `lunch` pauses, `practice` keeps quoting while the real session is closed.
 */
export const phases = ['regular', 'pre', 'post', 'auction', 'lunch', 'closed', 'practice'] as const
export type Phase = (typeof phases)[number]

/**
 * `late`: it was already older than the lag of its exchange allows when we learned of it. `other_shares`: the source's previous close is
 * another than ours, as after a split that we do not know yet. `actions_unknown`: somebody holds the share, and the source has not told yet
 * whether it pays or splits today. `crossed`: its bid is above its ask.
 */
export const quoteDoubts = ['late', 'other_shares', 'actions_unknown', 'crossed'] as const
export type QuoteDoubt = (typeof quoteDoubts)[number]

/** A price of one instrument at one instant: public, and the same for everyone (rulebook §13.6). */
export type Quote = {
  /** Names instrument and instant; anyone can ask for it again. */
  readonly id: string
  readonly key: string
  /** Epoch milliseconds: when the price was made, and when we learned of it. */
  readonly venueTime: number
  readonly receivedTime: number
  readonly last: Price
  readonly bid: Price
  readonly ask: Price
  readonly bidSize: Quantity
  readonly askSize: Quantity
  readonly phase: Phase
  /** True on the first regular quote of a trading day: `last` is the opening price (rulebook §15, §23). */
  readonly opening: boolean
  /** Of a public source: why it is shown, and nothing is filled or liquidated at it. */
  readonly doubt?: QuoteDoubt
  /**
   * On the print of an auction with a public order book: how much each user can buy, and sell, at `last`. 0 if the price was outside
   * of the collar. A practice auction prints without opening a trading day.
   */
  readonly auctionVolume?: Quantity
}

/** A whole regular session that has ended. */
export type SessionFigures = {
  /** Its trading day, YYYY-MM-DD. */
  readonly date: string
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  /** The close before it, less a dividend of this day, which its own change counts from; undefined when nothing is known of the day before. */
  readonly previousClose: Price | undefined
  readonly volume: Quantity
}

/**
 * The day so far: of the running regular session alone, and of what was quoted since its close once there are such
 * quotes (rulebook §13.4, `figureSpan`). low ≤ last ≤ high at every instant.
 */
export type DaySummary = {
  readonly open: Price | undefined
  readonly high: Price | undefined
  readonly low: Price | undefined
  /**
   * Close of the session before, less the dividends that were paid since, which every change counts from; previous
   * settlement of a future.
   */
  readonly previousClose: Price
  readonly volume: Quantity
  readonly openInterest: Quantity | undefined
  /** Last prices of the official phases before the open and after the close; both count from `previousClose`. */
  readonly preMarket: Price | undefined
  readonly postMarket: Price | undefined
  /** The session that `previousClose` is of; undefined where nothing is known of it. */
  readonly lastSession: SessionFigures | undefined
  /** Whether open, high, low and volume cover what was quoted since that close, not a regular session. */
  readonly sinceClose: boolean
}

/** Highest and lowest price of the last 365 days, the running one included. */
export type YearRange = { readonly high: Price; readonly low: Price }

/** The six periods of the charts: the spec's names. */
export const periods = ['intraday', '1D', '1W', '1M', '3M', '1Y'] as const
export type Period = (typeof periods)[number]

/** Candles of some minutes, over the newest sessions and what was quoted since: our addition to the six periods. */
export const minutePeriods = ['1min', '5min', '15min', '60min'] as const
export type MinutePeriod = (typeof minutePeriods)[number]

/** Whatever a chart can show. */
export const chartPeriods = [...periods, ...minutePeriods] as const
export type ChartPeriod = (typeof chartPeriods)[number]

export const isMinutePeriod = (period: ChartPeriod): period is MinutePeriod =>
  minutePeriods.some((one) => one === period)

/** The minutes of one candle. */
export const minutesOf = (period: MinutePeriod): number => Number.parseInt(period, 10)

/**
 * One candle. `time` is where it starts, epoch seconds; of the day that forms after a close it is the opening to come.
 * Of minutes, `outside` is the phase that it was quoted in outside of the regular hours.
 */
export type Bar = {
  readonly outside?: Phase
  readonly time: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Quantity
}
