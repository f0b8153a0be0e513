/** Refusals of instruments and quotes; the numbers and texts are in `contract/market/refusals.ts`. */
export type MarketRefusal = 'unknown_instrument' | 'quote_unavailable'
