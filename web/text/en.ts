import { auth } from '#areas/account/sign-in.en.ts'
import { content } from '#areas/content/content.en.ts'
import { funding } from '#areas/funding/funding.en.ts'
import { home } from '#areas/home/home.en.ts'
import { kyc } from '#areas/kyc/kyc.en.ts'
import { market } from '#areas/market/market.en.ts'
import { profile } from '#areas/account/account.en.ts'
import { quote } from '#areas/market/quote.en.ts'
import { records } from '#areas/records/records.en.ts'
import { search } from '#areas/market/search.en.ts'
import { security } from '#areas/account/security.en.ts'
import { setting } from '#areas/account/settings.en.ts'
import { shell } from './en/shell.ts'
import { spec } from './en/spec.ts'
import { ticket } from '#areas/trading/ticket.en.ts'
import { titles } from './en/titles.ts'
import { trade } from '#areas/trading/trade.en.ts'
import { ui } from './en/ui.ts'
import { upload } from '#areas/files/upload.en.ts'
import { wallet } from '#areas/wallet/wallet.en.ts'
import { watchlist } from '#areas/watchlist/watchlist.en.ts'

/** The English catalogue: one file of `en/` for each area. A text is named by its path: 'shell.tryItNow'. */
export const en = {
  auth,
  content,
  funding,
  home,
  kyc,
  market,
  profile,
  quote,
  records,
  search,
  security,
  setting,
  shell,
  spec,
  ticket,
  titles,
  trade,
  ui,
  upload,
  wallet,
  watchlist,
} as const

/** The shape that every catalogue has. */
export type Catalogue = typeof en
