import { MonthSelect } from './month-select.tsx'
import { QuotePage } from './quote-page.tsx'

/** The quote of a futures contract, with the listed months of its product. */
export function FutureQuote() {
  return <QuotePage route="futureQuote">{(quote) => <MonthSelect quote={quote} />}</QuotePage>
}
