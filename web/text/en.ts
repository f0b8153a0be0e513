import { auth } from './en/auth.ts'
import { content } from './en/content.ts'
import { funding } from './en/funding.ts'
import { home } from './en/home.ts'
import { kyc } from './en/kyc.ts'
import { market } from './en/market.ts'
import { profile } from './en/profile.ts'
import { quote } from './en/quote.ts'
import { records } from './en/records.ts'
import { search } from './en/search.ts'
import { security } from './en/security.ts'
import { setting } from './en/setting.ts'
import { shell } from './en/shell.ts'
import { spec } from './en/spec.ts'
import { ticket } from './en/ticket.ts'
import { titles } from './en/titles.ts'
import { trade } from './en/trade.ts'
import { ui } from './en/ui.ts'
import { upload } from './en/upload.ts'
import { wallet } from './en/wallet.ts'
import { watchlist } from './en/watchlist.ts'

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
