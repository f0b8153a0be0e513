import * as z from 'zod/mini'
import { classifications, markets, sources } from '@mex/core/market/instrument.ts'
import { phases, quoteDoubts } from '@mex/core/market/quote.ts'

import {
  flag,
  listOf,
  named,
  newYorkTime,
  oneOf,
  orNull,
  percent,
  price,
  quantity,
  rate,
  shape,
  timestamp,
} from '#wire.ts'
import { writtenOnce } from '#write.ts'
import { publicPrice } from './public-price.ts'

/** Instruments with their prices, as calls answer with them (specification, calls C). */

export const marketField = z.enum(markets)
export const classifyField = z.enum(classifications)
export const sourceField = oneOf(Object.values(sources))

/** Where prices come from: the simulated market, played history, or live quotes. */
export const priceMode = z.enum(['sim', 'replay', 'live'])

/** A whole regular session that has ended (rulebook §13.4). */
const lastSession = shape({
  /** YYYY-MM-DD on the exchange's calendar. */
  date: z.string(),
  open: price,
  high: price,
  low: price,
  close: price,
  /** Against the close before it; null when that is not known. */
  change: orNull(price),
  changeRatio: named('change_ratio', orNull(percent)),
  volume: quantity,
})

export const quoteFields = {
  source: sourceField,
  market: marketField,
  /** NASDAQ, HKEX, CME … */
  venue: named('marketType', z.string()),
  classify: classifyField,
  code: named('stock_code', z.string()),
  /** In the caller's language. */
  name: z.string(),
  last: named('price_nominal', price),
  change: price,
  changeRatio: named('change_ratio', percent),
  /** True when the change is zero or less (spec §3). */
  isFalling: named('fall', z.boolean()),
  volume: quantity,
  isWatched: named('selfSelectStatus', flag),
  /** When the exchange made the price. */
  quotedAt: named('currencyUsDatetime', newYorkTime),
  profile: orNull(z.string()),
  hasPostMarket: named('hasPostMarketData', z.boolean()),
  postMarketChange: orNull(price),
  postMarketChangeRatio: named('postMarketChangePercent', orNull(percent)),
  hasPreMarket: named('hasPreMarketData', z.boolean()),
  preMarketChange: orNull(price),
  preMarketChangeRatio: named('preMarketChangePercent', orNull(percent)),
  /** At most the last 50 close points, oldest first: the sparkline. */
  closes: named('indicatorsQuoteClose', listOf(price)),
  open: orNull(price),
  previousClose: named('preClose', orNull(price)),
  high: orNull(price),
  low: orNull(price),
  high52: named('high52w', orNull(price)),
  low52: named('low52w', orNull(price)),
  bid: orNull(price),
  ask: orNull(price),
  bidSize: named('bidVolume', orNull(quantity)),
  askSize: named('askVolume', orNull(quantity)),
  openInterest: orNull(quantity),
  /** YYYY-MM-DD. */
  expiryDate: orNull(z.string()),
  /** When trading in a future ends; after that the price at which positions settle, and when they do (rulebook §17.5). */
  lastTradeAt: named('lastTradeTimestamp', orNull(timestamp)),
  settlePrice: orNull(price),
  settlesAt: named('settleTimestamp', orNull(timestamp)),
  previousSettle: named('preSettle', orNull(price)),
  currency: z.string(),
  lot: quantity,
  tick: price,
  multiplier: rate,
  leverageCap: z.number(),
  shortable: z.boolean(),
  phase: named('session', z.enum(phases)),
  halted: z.boolean(),
  mode: priceMode,
  delaySeconds: named('delaySec', z.number()),
  /** Why nothing fills at this price of a public source although it is shown; null when nothing speaks against it. */
  doubt: orNull(z.enum(quoteDoubts)),
  publicPrice,
  quoteId: z.string(),
  /** The session whose close is `preClose`. */
  lastSession: orNull(lastSession),
  /** True once open, high, low and volume cover what was quoted since that close. */
  sinceClose: z.boolean(),
}

/** An instrument with its price, as lists, quote pages and order forms show it. */
export const quote = writtenOnce(shape(quoteFields))
/** A future: its contract is the quote's code, its product ('ES') and the product's name come with it. */
export const futureFields = {
  ...quoteFields,
  product: named('goldCode', z.string()),
  productName: named('goldName', z.string()),
}
export const futureQuote = writtenOnce(shape(futureFields))
/** A listed month of a future. YYYY-MM-DD. */
export const futureMonth = writtenOnce(shape({ ...futureFields, lastTradeDate: z.string() }))

/** One level of the public ladder that orders fill from (rulebook §15). */
export const depthLevel = shape({
  level: z.number(),
  bid: price,
  bidSize: named('bidVolume', quantity),
  ask: price,
  askSize: named('askVolume', quantity),
})
export const quoteDetail = shape({ ...quoteFields, depth: listOf(depthLevel) })

export type Quote = z.output<typeof quote>
export type FutureQuote = z.output<typeof futureQuote>
export type FutureMonth = z.output<typeof futureMonth>
export type DepthLevel = z.output<typeof depthLevel>
