import type { PublicPrice } from '@mex/contract/market/public-price.ts'
import { marketOfKey } from '@mex/core/market/instrument.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { Feed } from '#feeds/feed.ts'

/** How old a quote is and what speaks against it; undefined where prices are never late. */
export function publicPriceOf(feed: Pick<Feed, 'mode' | 'delayOf'>, quote: Quote): PublicPrice | undefined {
  if (feed.mode !== 'live') return undefined
  const { venueTime, phase, bid, ask } = quote
  const doubt = quote.doubt ?? (bid > ask ? 'crossed' : undefined)
  return { quotedAt: venueTime, delaySeconds: feed.delayOf(marketOfKey(quote.key)), phase, doubt }
}
