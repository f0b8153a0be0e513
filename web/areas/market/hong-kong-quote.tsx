import { QuotePage } from './quote-page.tsx'
import { useText } from '#text/use-text.ts'

/** The quote of a Hong Kong share. */
export function HongKongQuote() {
  const t = useText()
  return <QuotePage path="/pages/hkstock/quote" title={t('titles.hkstockQuote')} />
}
