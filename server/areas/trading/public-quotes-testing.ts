import { openLiveQuotes, type LiveQuotes, type LiveQuotesOptions } from '#areas/market/live-quotes.ts'
import type { openTestFeed } from '#feeds/live/live-testing.ts'
import { openTradingTest, type TradingTest } from './testing.ts'
import { findingsIn } from './verify/testing.ts'

type TestFeed = ReturnType<typeof openTestFeed>

/** A market of public quotes, at an instant of real hours. */
export const openPublicMarket = ({ feed }: TestFeed, at: number): Promise<TradingTest> =>
  openTradingTest({ practiceHours: false, at, quoteAgeSecondsMax: 60, bend: () => feed })

/** The stored quotes and actions of a market, which a feed reads. */
export const openQuotesOf = (
  { database, clock }: Pick<TradingTest, 'database' | 'clock'>,
  { tape, actions, catalogue }: TestFeed,
  options: Pick<LiveQuotesOptions, 'onGap'> & Partial<LiveQuotesOptions>,
): LiveQuotes =>
  openLiveQuotes({ db: database.db, clock, tape, actions, catalogue, isUnknown: () => false, ...options })

/** What the check of fills finds when it makes everything again by another feed. */
export function findingsBy(
  market: TradingTest,
  { feed }: TestFeed,
  options?: Parameters<typeof findingsIn>[1],
): ReturnType<typeof findingsIn> {
  const dependencies = { ...market.engine.dependencies, feed }
  return findingsIn({ ...market, engine: { ...market.engine, dependencies } }, options)
}
