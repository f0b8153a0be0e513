import { QuotePage } from './quote-page.tsx'

/** The level of a stock index: shown, not traded. */
export function GlobalIndexQuote() {
  return <QuotePage route="indexQuote" />
}
