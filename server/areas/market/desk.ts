import type { Language } from '@mex/contract/language.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { HoursMode } from '@mex/core/market/calendar.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { BarService } from '#feeds/bars/bar-service.ts'
import type { Feed } from '#feeds/feed.ts'
import { openListings, type Listings } from './listings.ts'
import type { Source } from './lists.ts'
import { openBoard, type Board } from './rows.ts'
import { openViews, type Views } from './views.ts'

export type MarketParts = {
  readonly feed: Feed
  readonly bars: BarService
  readonly catalogue: Catalogue
  /** Whether quotes go on while the real markets are closed (rulebook §13.4). */
  readonly hours: HoursMode
  readonly traditional: Traditional
  /** Whether trading in an instrument is halted. */
  readonly isHalted: (key: string) => boolean
}

/** The market as people see it: what is listed, its prices of this tick, and how they are shown. */
export type MarketDesk = MarketParts & {
  readonly listings: (now: number) => Listings
  readonly board: Board
  readonly views: Views
  /** What lists are made of at an instant. */
  source(now: number, language: Language): Source
}

/** One desk serves calls and push alike, so that both show the same rows and compute them once. */
export function openMarketDesk(parts: MarketParts): MarketDesk {
  const { feed, catalogue, traditional } = parts
  const listings = openListings(feed, catalogue)
  const board = openBoard(feed)
  return {
    ...parts,
    listings,
    board,
    views: openViews(parts),
    source: (now, language) => ({ listings: listings(now), board, now, language, traditional }),
  }
}
