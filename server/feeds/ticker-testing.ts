import type { Quote } from '@mex/core/market/quote.ts'
import type { TickQuotes } from './ticker.ts'

/** The quotes of a tick in a test: these are new, and no others. */
export const freshQuotes = (...quotes: readonly Quote[]): TickQuotes => ({
  fresh: (wanted) => quotes.find(({ key }) => key === wanted),
})
