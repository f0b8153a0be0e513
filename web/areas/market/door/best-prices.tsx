import type { Quote } from '@mex/contract/market/shapes.ts'

import { BidAsk } from '#areas/market/quote/bid-ask.tsx'
import { useLiveQuote } from '#data/quotes.ts'

/** The best bid and ask over the ticket, live; nothing for what has none. */
export function BestPrices({ quote: fetched }: { quote: Quote }) {
  const quote: Quote = useLiveQuote(fetched)
  const isEnded = fetched.settlesAt !== undefined
  return isEnded || (quote.bid ?? quote.ask) === undefined ? undefined : <BidAsk quote={quote} />
}
