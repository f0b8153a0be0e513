import { sideNumbers } from '@mex/core/trading/orders.ts'
import * as z from 'zod/mini'

import { quoteFields } from '#market/shapes.ts'
import { coded, listOf, named, orNull, price, quantity, shape, timestamp } from '#wire.ts'

/** What is published of an auction before it crosses; all null before entry, and where no book is known (rulebook §23). */
export const auctionFigures = {
  indicativePrice: orNull(price),
  indicativeVolume: orNull(quantity),
  /** What one side wants and the other does not give, and which side that is. */
  imbalance: orNull(quantity),
  imbalanceSide: orNull(coded(sideNumbers)),
  publishedAt: named('publishTimestamp', orNull(timestamp)),
}

const cross = shape({
  price,
  /** 0 when the price was outside of the collar; null where no book is known. */
  volume: orNull(quantity),
  crossedAt: named('crossTimestamp', timestamp),
  isPractice: z.boolean(),
  quoteId: z.string(),
})

/** A share with its auction, the one that takes orders or comes next. */
export const auctionQuote = shape({
  ...quoteFields,
  auctionPhase: z.enum(['waiting', 'entry', 'matching']),
  /** One of the hourly auctions outside of the exchange's hours. */
  isPractice: z.boolean(),
  entryOpensAt: named('entryStartTimestamp', timestamp),
  entryClosesAt: named('entryEndTimestamp', timestamp),
  crossesAt: named('crossTimestamp', timestamp),
  nextFiguresAt: named('nextPublishTimestamp', timestamp),
  ...auctionFigures,
  /** The close before, from which prices may not lie further away than the collar. */
  reference: price,
  collarLow: price,
  collarHigh: price,
  lastCross: orNull(cross),
  /** The figures of the last half hour of entry, oldest first; only when one share is asked for. */
  path: named('indicativeSeries', listOf(shape({ at: named('timestamp', timestamp), price }))),
})
export type AuctionQuote = z.output<typeof auctionQuote>

/** The frame of a channel `auction.{code}`. */
export const auctionNews = shape({ code: named('stock_code', z.string()), ...auctionFigures })
export type AuctionNews = z.output<typeof auctionNews>
