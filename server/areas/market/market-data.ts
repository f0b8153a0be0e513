import type { Language } from '@mex/contract/language.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { HoursMode } from '@mex/core/market/calendar.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { BarService } from '#feeds/bars/bar-service.ts'
import type { Feed } from '#feeds/feed.ts'
import { openListings, type Listings } from './listings.ts'
import type { Source } from './lists.ts'
import { openQuoteBoard, type QuoteBoard } from './quote-board.ts'
import { openViews, type Views } from './views.ts'

export type MarketDependencies = {
  readonly feed: Feed
  readonly bars: BarService
  readonly catalogue: Catalogue
  /** Whether quotes go on while the real markets are closed (rulebook §13.4). */
  readonly hours: HoursMode
  readonly traditional: Traditional
  /** Whether trading in an instrument is halted. */
  readonly isHalted: (key: string) => boolean
}

/** Listed instruments, their prices of this tick, and their wire form. */
export type MarketData = MarketDependencies & {
  readonly listings: (now: number) => Listings
  readonly board: QuoteBoard
  readonly views: Views
  /** The input of all lists at an instant. */
  source(now: number, language: Language): Source
}

/** One instance serves calls and push, so that both show the same rows and every row is computed once. */
export function openMarketData(dependencies: MarketDependencies): MarketData {
  const { feed, catalogue, traditional } = dependencies
  const listings = openListings(feed, catalogue)
  const board = openQuoteBoard(feed)
  return {
    ...dependencies,
    listings,
    board,
    views: openViews(dependencies),
    source: (now, language) => ({ listings: listings(now), board, now, language, traditional }),
  }
}
