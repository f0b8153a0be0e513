import type { marketDetails } from '@mex/contract/market/details.ts'
import type { Answer } from '@mex/contract/call.ts'
import type { QuoteDelta } from '@mex/contract/push.ts'
import type { Quote as QuoteView } from '@mex/contract/market/shapes.ts'
import type { TradedInstrument } from '@mex/core/market/instrument.ts'
import { quantity } from '@mex/core/money/money.ts'
import type { MarketFacts } from '@mex/core/trading/order-check.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { walletFor } from '@mex/core/market/products.ts'

/** The server's conditions for orders of an instrument. */
export type Conditions = Answer<typeof marketDetails.conditions>

/** A fetched quote with its newest prices. */
export type LiveQuote = QuoteView & Partial<QuoteDelta>

/** The instrument of the rules, built from the server's answers. */
export function instrumentOf(quote: QuoteView, conditions: Conditions): TradedInstrument {
  const { market, code, source, lot, multiplier, leverageCap, shortable } = quote
  const { ticks, averageVolume } = conditions
  const tradable = walletFor(quote) !== undefined
  return {
    key: `${market}:${code}`,
    market,
    source,
    lot,
    ticks,
    multiplier,
    leverageCap,
    shortable,
    tradable,
    averageVolume,
  }
}

/** The quote of the rules. The last price replaces a missing bid or ask. */
export function quoteOf(view: LiveQuote): Quote {
  const { last } = view
  return {
    id: view.quoteId,
    key: `${view.market}:${view.code}`,
    venueTime: view.quotedAt,
    receivedTime: view.quotedAt,
    last,
    bid: view.bid ?? last,
    ask: view.ask ?? last,
    bidSize: view.bidSize ?? quantity(0n),
    askSize: view.askSize ?? quantity(0n),
    phase: view.phase,
    opening: false,
  }
}

/** The market facts for the checks of `core`. */
export function marketFactsOf(view: LiveQuote, conditions: Conditions): MarketFacts {
  return {
    instrument: instrumentOf(view, conditions),
    quote: quoteOf(view),
    halted: view.halted,
    // The last days, in which only closing is allowed, are checked by the server.
    stage: view.settlesAt === undefined ? 'trading' : 'ended',
    conversionRate: conditions.conversionRate,
    conversionRateToUsd: conditions.conversionRateToUsd,
  }
}
