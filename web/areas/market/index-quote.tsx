import { QuotePage } from './quote-page.tsx'
import { useText } from '#text/use-text.ts'

/** The level of a stock index: shown, not traded. */
export function GlobalIndexQuote() {
  const t = useText()
  return <QuotePage path="/pages/quote/globalindex" title={t('titles.quoteGlobalindex')} />
}
