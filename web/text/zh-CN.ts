import type { Catalogue } from './en.ts'
import type { Translation } from './translation.ts'
import { auth } from '#areas/account/sign-in.zh-CN.ts'
import { content } from '#areas/content/content.zh-CN.ts'
import { funding } from '#areas/funding/funding.zh-CN.ts'
import { home } from '#areas/home/home.zh-CN.ts'
import { kyc } from '#areas/kyc/kyc.zh-CN.ts'
import { market } from '#areas/market/market.zh-CN.ts'
import { profile } from '#areas/account/account.zh-CN.ts'
import { quote } from '#areas/market/quote.zh-CN.ts'
import { records } from '#areas/records/records.zh-CN.ts'
import { search } from '#areas/market/search.zh-CN.ts'
import { security } from '#areas/account/security.zh-CN.ts'
import { setting } from '#areas/account/settings.zh-CN.ts'
import { shell } from './zh-CN/shell.ts'
import { spec } from './zh-CN/spec.ts'
import { ticket } from '#areas/trading/ticket.zh-CN.ts'
import { titles } from './zh-CN/titles.ts'
import { trade } from '#areas/trading/trade.zh-CN.ts'
import { ui } from './zh-CN/ui.ts'
import { upload } from '#areas/files/upload.zh-CN.ts'
import { wallet } from '#areas/wallet/wallet.zh-CN.ts'
import { watchlist } from '#areas/watchlist/watchlist.zh-CN.ts'

/** The Simplified Chinese catalogue; Traditional Chinese is made from it when the web is built (traditional.ts). */
export const zhCN: Translation<Catalogue> = {
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
