import { QuotePage } from './quote-page.tsx'
import { useText } from '#text/use-text.ts'

/** The quote of a US or Mexican share; the page for whatever has no page of its own. */
export function StockQuote() {
  const t = useText()
  return <QuotePage path="/pages/quote/stock" title={t('titles.quoteStock')} />
}
