import type { Quote } from '@mex/contract/market/shapes.ts'
import type { Phase } from '@mex/core/market/quote.ts'

type Changes = Pick<
  Quote,
  'change' | 'hasPreMarket' | 'preMarketChange' | 'hasPostMarket' | 'postMarketChange' | 'sinceClose'
>

/**
 * The hours that a price is from; undefined for the regular session and while nothing is quoted. In practice hours the
 * exchange may have its own pre-market or after hours: then the price of now is also theirs.
 */
export function hoursOf(quote: Changes, phase: Phase): 'pre' | 'post' | 'auction' | 'practice' | undefined {
  if (phase === 'pre' || phase === 'post' || phase === 'auction') return phase
  if (phase !== 'practice') return undefined
  const { change, hasPreMarket, preMarketChange, hasPostMarket, postMarketChange, sinceClose } = quote
  if (!sinceClose || change === undefined) return 'practice'
  if (hasPreMarket && preMarketChange === change) return 'pre'
  return hasPostMarket && postMarketChange === change && !hasPreMarket ? 'post' : 'practice'
}
