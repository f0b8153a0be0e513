import { MonthSelect } from './month-select.tsx'
import { QuotePage } from './quote-page.tsx'
import { useText } from '#text/use-text.ts'

/** The quote of a futures contract, with the listed months of its product. */
export function FutureQuote() {
  const t = useText()
  return (
    <QuotePage path="/pages/quote/future" title={t('titles.quoteFuture')}>
      {(quote) => <MonthSelect quote={quote} />}
    </QuotePage>
  )
}
