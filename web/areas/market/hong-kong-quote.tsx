import { QuotePage } from './quote-page.tsx'

/** The quote of a Hong Kong share. */
export function HongKongQuote() {
  return <QuotePage route="hongKongQuote" />
}
