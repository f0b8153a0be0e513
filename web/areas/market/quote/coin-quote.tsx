import { CoinUses } from '#areas/market/door/coin-uses.tsx'
import { QuotePage } from './quote-page.tsx'

/** The price of a coin: robots and strategies use it, nobody can order it (rulebook §26.3). */
export const CryptoQuote = () => <QuotePage route="cryptoQuote">{(quote) => <CoinUses quote={quote} />}</QuotePage>
