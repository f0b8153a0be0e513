import { QuotePage } from './quote-page.tsx'
import { useText } from '#text/use-text.ts'

/** The quote of a currency pair or of a metal against a currency. */
export function ForexQuote() {
  const t = useText()
  return <QuotePage path="/pages/quote/forex" title={t('titles.quoteForex')} />
}
