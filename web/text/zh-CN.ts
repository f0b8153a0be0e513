import type { Catalogue } from './en.ts'
import type { Twin } from './twin.ts'
import { auth } from './zh-CN/auth.ts'
import { content } from './zh-CN/content.ts'
import { funding } from './zh-CN/funding.ts'
import { home } from './zh-CN/home.ts'
import { kyc } from './zh-CN/kyc.ts'
import { market } from './zh-CN/market.ts'
import { profile } from './zh-CN/profile.ts'
import { quote } from './zh-CN/quote.ts'
import { records } from './zh-CN/records.ts'
import { search } from './zh-CN/search.ts'
import { security } from './zh-CN/security.ts'
import { setting } from './zh-CN/setting.ts'
import { shell } from './zh-CN/shell.ts'
import { spec } from './zh-CN/spec.ts'
import { ticket } from './zh-CN/ticket.ts'
import { titles } from './zh-CN/titles.ts'
import { trade } from './zh-CN/trade.ts'
import { ui } from './zh-CN/ui.ts'
import { upload } from './zh-CN/upload.ts'
import { wallet } from './zh-CN/wallet.ts'
import { watchlist } from './zh-CN/watchlist.ts'

/** The Simplified Chinese catalogue; Traditional Chinese is made from it when the web is built (traditional.ts). */
export const zhCN: Twin<Catalogue> = {
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
}
