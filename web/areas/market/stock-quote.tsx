import { QuotePage } from './quote-page.tsx'

/** The quote of a US or Mexican share; the page for whatever has no page of its own. */
export function StockQuote() {
  return <QuotePage route="stockQuote" />
}
