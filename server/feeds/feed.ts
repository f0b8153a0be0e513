import type { BookOrder } from '@mex/core/auctions/cross.ts'
import type { BlockOffer, BlockSale } from '@mex/core/blocks/block-offer.ts'
import type { CorporateAction } from '@mex/core/market/corporate-actions.ts'
import type { Instrument, Market } from '@mex/core/market/instrument.ts'
import type { NewIssue } from '@mex/core/offerings/new-issue.ts'
import type { Offer } from '@mex/core/offerings/offer.ts'
import type { Placing } from '@mex/core/offerings/placing.ts'
import type { CapacityPlan, CapacityStep } from '@mex/core/strategies/capacity.ts'
import type { Bar, ChartPeriod, DaySummary, Quote, YearRange } from '@mex/core/market/quote.ts'
import type { Money, Price, Quantity, Rate } from '@mex/core/money/money.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import type { AgencyMarket } from './agency-market.ts'
import type { BondMarket } from './bond-market.ts'
import type { RobotMarket } from './robot-market.ts'

/** What is published of an auction before it crosses (rulebook §23). */
export type AuctionFigures = {
  readonly publishedAt: number
  /** The price at which it would cross, what would be exchanged, and how much more buyers would be left over than sellers. */
  readonly price: Price
  readonly volume: Quantity
  readonly imbalance: Quantity
}

/** The order books of auctions. A feed of history has none: there the opening price alone is known. */
export type AuctionBooks = {
  /** Whether an auction also crosses every hour outside of the exchange's hours (`PRACTICE_AUCTIONS`). */
  readonly hasPractice: boolean
  /** The figures in force at `now`: the same for everyone, and still between two publications. */
  figures(key: string, now: number): AuctionFigures | undefined
  /** The book of an auction that crossed at an instant until `now`. */
  book(key: string, crossesAt: number, now: number): readonly BookOrder[] | undefined
}

/** The plans by which the capacity of products falls; no answer for `now` depends on a later step. */
export type CapacityPlans = {
  /** The plan of a product for a period. */
  plan(subject: number, period: number, total: Money): CapacityPlan
  /** What has happened of it by `now`, oldest first. */
  steps(plan: CapacityPlan, now: number): readonly CapacityStep[]
  /** The nonce of its text; undefined before its period has ended. */
  nonce(plan: CapacityPlan, now: number): string | undefined
}

/**
 * The source of prices: one interface for the simulated market, replayed history and live public quotes. A feed is a
 * function of time: no answer for `now` may depend on data after `now`.
 */
export type Feed = {
  readonly mode: 'sim' | 'replay' | 'live'
  /** The most seconds by which its quotes lag behind an exchange: 0 unless live. */
  readonly delaySeconds: number
  /** Seconds by which those of a market do. */
  delayOf(market: Market): number
  /** All instruments with a price at `now`, by key, without expired and not yet listed contracts. */
  instruments(now: number): ReadonlyMap<string, Instrument>
  /** A contract of futures whose last trade is over by `now`, or a share that has left; undefined for anything else. */
  ended(key: string, now: number): Instrument | undefined
  /** The shares that have left the market by `now`, by key (rulebook §17.4). */
  removed(now: number): ReadonlyMap<string, Instrument>
  /**
   * The dividends, splits, new codes and removals of a share that are declared by `now`, past ones included, by ex instant. Quotes are in the
   * shares of their instant; bars, figures and ranges are in the shares of `now`.
   */
  actions(key: string, now: number): readonly CorporateAction[]
  /**
   * The new issues that are published by `now`, past ones included (rulebook §20.1); none where prices are not drawn. An issue is
   * always the same object.
   */
  newIssues(now: number): readonly NewIssue[]
  /**
   * The placings that are published by `now`, past ones included, by their publication (rulebook §21); none where prices are not
   * drawn. A placing is always the same object, and so is the list until another is published.
   */
  placings(now: number): readonly Placing[]
  /** SHA-256 of the seed of the draw of an offer, hexadecimal. */
  commitmentOf(offer: Offer): string
  /** The seed of the draw of an offer, 32 bytes in hexadecimal; undefined before applications have ended. */
  seedOf(offer: Offer, now: number): string | undefined
  /**
   * The blocks that are published by `now` and whose lock-up has not ended, by id (rulebook §22); none where prices are not drawn.
   */
  blockOffers(now: number): readonly BlockOffer[]
  /** A block that is published by `now`, however old. */
  blockOffer(id: number, now: number): BlockOffer | undefined
  /** What of a block has been sold by `now`, oldest first. */
  blockSales(offer: BlockOffer, now: number): readonly BlockSale[]
  /** The nonce of the schedule of a block (`scheduleText`); undefined before the offer has ended. */
  blockNonce(offer: BlockOffer, now: number): string | undefined
  /** How much products take from everybody together (rulebook §19). */
  readonly capacity: CapacityPlans
  /** The UTC day of the first strike that the records of strategies may begin with. */
  readonly recordsFrom: DayNumber
  /** Government bonds and the curves that price them (rulebook §24). */
  readonly bonds: BondMarket
  /** Agencies that run published strategies, and their campaigns (rulebook §25.2). */
  readonly agencies: AgencyMarket
  /** Mining robots, and what their income depends on beside the coin (rulebook §26). */
  readonly robots: RobotMarket
  /** The days from now on up to another on which a company tells its results; none where they are not known. */
  resultsDays(key: string, until: DayNumber, now: number): readonly DayNumber[]
  /**
   * The quote in force at `now`: the newest with `venueTime` ≤ now. Undefined before the first. What has ended
   * stands still: its quote, figures and bars stay those of its end, and its phase is `closed`.
   */
  quote(key: string, now: number): Quote | undefined
  /** The instant of the first tick after `now`, epoch milliseconds: when quotes change next. */
  nextTick(now: number): number
  /** The first instant after `now` at which a market opens, closes or pauses, or an auction crosses; the ticker never skips it. */
  nextPhaseChange(now: number): number
  day(key: string, now: number): DaySummary | undefined
  /** The conversion rate, 1 unit of `from` in `to`, by mid prices; undefined when no fresh quote connects them. */
  conversionRate(from: string, to: string, now: number): { readonly rate: Rate; readonly time: number } | undefined
  /** `conversionRate` however old it is: for what must be booked although a series of rates has ended. */
  lastConversionRate(from: string, to: string, now: number): { readonly rate: Rate; readonly time: number } | undefined
  /** Undefined where auctions have no order books. */
  readonly auctions: AuctionBooks | undefined
  /** The quote with this id, for audits; undefined when the id is unknown or the quote is after `now`. */
  quoteById(id: string, now: number): Quote | undefined
}

/** A feed for those who read only which keys are listed. */
export type KeyedFeed = { instruments(now: number): ReadonlyMap<string, unknown> }

/**
 * A feed's past sessions. An answer without a cache may compute thousands of sessions (some 100 ms), so only worker
 * threads, tools and tests call these functions; the server uses `BarService` (bars/bar-service.ts).
 */
export type BarSource = {
  /** Highest and lowest price of the year before `now`. */
  year(key: string, now: number): YearRange | undefined
  /** The newest `limit` bars that have begun by `end`, oldest first; the last may still be growing at `now`. */
  bars(key: string, period: ChartPeriod, end: number, limit: number, now: number): readonly Bar[]
  /** Fills the caches in small steps for the instruments that `isWanted` accepts. */
  warmUp(now: number, isWanted: (key: string) => boolean): Generator<void>
}

/** The blocks of a feed: where prices are not drawn there are none. */
export type BlockFeed = Pick<Feed, 'blockOffers' | 'blockOffer' | 'blockSales' | 'blockNonce'>

export const withoutBlocks: BlockFeed = {
  blockOffers: () => [],
  blockOffer: () => undefined,
  blockSales: () => [],
  blockNonce: () => undefined,
}
