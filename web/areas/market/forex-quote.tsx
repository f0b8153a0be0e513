import { QuotePage } from './quote-page.tsx'

/** The quote of a currency pair or of a metal against a currency. */
export function ForexQuote() {
  return <QuotePage route="forexQuote" />
}
