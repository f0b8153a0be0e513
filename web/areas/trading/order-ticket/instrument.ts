import type { market } from '@mex/contract/market/calls.ts'
import type { Answer } from '@mex/contract/call.ts'
import type { QuoteDelta } from '@mex/contract/push.ts'
import type { Quote as QuoteView } from '@mex/contract/market/shapes.ts'
import type { TradedInstrument } from '@mex/core/market/instrument.ts'
import { quantity } from '@mex/core/money/money.ts'
import type { MarketFacts } from '@mex/core/trading/order-check.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { walletFor } from '@mex/core/market/products.ts'

/** What the server says that an order must respect. */
export type Conditions = Answer<typeof market.conditions>

/** A quote as it was fetched, with its newest prices. */
export type LiveQuote = QuoteView & Partial<QuoteDelta>

/** The instrument as the rules know it, made of what the page was told. */
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

/** The quote as the rules know it. Where the feed says no bid or ask, the last price stands for it. */
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

/** What is true of the market, as the checks of `core` take it. */
export function marketFactsOf(view: LiveQuote, conditions: Conditions): MarketFacts {
  return {
    instrument: instrumentOf(view, conditions),
    quote: quoteOf(view),
    halted: view.halted,
    conversionRate: conditions.conversionRate,
    conversionRateToUsd: conditions.conversionRateToUsd,
  }
}
