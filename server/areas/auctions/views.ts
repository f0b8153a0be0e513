import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import type { Quote as QuoteView } from '@mex/contract/market/shapes.ts'
import { collarOf } from '@mex/core/auctions/cross.ts'
import { auctionPhase, lastAuction, nextAuction, nextPublication, type Auction } from '@mex/core/auctions/schedule.ts'
import type { Calendar } from '@mex/core/market/calendar.ts'
import type { DaySummary, Quote } from '@mex/core/market/quote.ts'
import type { Feed } from '#feeds/feed.ts'
import { figuresView } from './published.ts'

/** Steps of the line that the page draws, and how far back it goes. */
const pathStep = 30_000
const pathSpan = 30 * 60_000

type Share = {
  readonly key: string
  readonly quote: QuoteView
  readonly day: DaySummary
  readonly calendar: Calendar
  readonly now: number
  /** Whether the line of the last half hour is asked for. */
  readonly hasPath: boolean
}

/** A share with its auction, from public facts alone: the same for everyone. */
export function auctionView(feed: Feed, { key, quote, day, calendar, now, hasPath }: Share): AuctionQuote {
  const hasPractice = feed.auctions?.hasPractice === true
  const auction = nextAuction(calendar, now, hasPractice)
  const { low, high } = collarOf(day.previousClose)
  return {
    ...quote,
    auctionPhase: auctionPhase(auction, now),
    isPractice: auction.isPractice,
    entryOpensAt: auction.opensAt,
    entryClosesAt: auction.closesAt,
    crossesAt: auction.crossesAt,
    nextFiguresAt: nextPublication(auction, now),
    ...figuresView(feed.auctions?.figures(key, now)),
    reference: day.previousClose,
    collarLow: low,
    collarHigh: high,
    lastCross: crossView(feed, key, lastAuction(calendar, now, hasPractice)),
    path: hasPath ? pathOf(feed, key, auction, now) : [],
  }
}

function crossView(feed: Feed, key: string, auction: Auction): AuctionQuote['lastCross'] {
  const quote = feed.quote(key, auction.crossesAt)
  if (quote === undefined || !isPrint(quote, auction)) return undefined
  const { last: price, auctionVolume: volume, id: quoteId } = quote
  return { price, volume, crossedAt: auction.crossesAt, isPractice: auction.isPractice, quoteId }
}

/** A history may have its first price later than the exchange opens. */
const isPrint = (quote: Quote, { crossesAt }: Auction): boolean =>
  quote.venueTime === crossesAt && (quote.opening || quote.auctionVolume !== undefined)

function pathOf(feed: Feed, key: string, { opensAt }: Auction, now: number): AuctionQuote['path'] {
  const path: { at: number; price: AuctionQuote['last'] }[] = []
  const from = Math.max(opensAt, now - pathSpan)
  for (let at = Math.ceil(from / pathStep) * pathStep; at <= now; at += pathStep) {
    const price = feed.quote(key, at)?.last
    if (price !== undefined) path.push({ at, price })
  }
  return path
}
