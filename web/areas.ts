import type { FunctionComponent } from 'react'

import { profile } from '#areas/account/account.en.ts'
import { profile as profileInChinese } from '#areas/account/account.zh-CN.ts'
import { security } from '#areas/account/security/security.en.ts'
import { security as securityInChinese } from '#areas/account/security/security.zh-CN.ts'
import { setting } from '#areas/account/settings/settings.en.ts'
import { setting as settingInChinese } from '#areas/account/settings/settings.zh-CN.ts'
import { auth } from '#areas/account/sign-in/sign-in.en.ts'
import { auth as authInChinese } from '#areas/account/sign-in/sign-in.zh-CN.ts'
import { alerts } from '#areas/alerts/alerts.en.ts'
import { alerts as alertsInChinese } from '#areas/alerts/alerts.zh-CN.ts'
import { auctions } from '#areas/auctions/auctions.en.ts'
import { auctions as auctionsInChinese } from '#areas/auctions/auctions.zh-CN.ts'
import { blocks } from '#areas/blocks/blocks.en.ts'
import { blocks as blocksInChinese } from '#areas/blocks/blocks.zh-CN.ts'
import { bonds } from '#areas/bonds/bonds.en.ts'
import { bonds as bondsInChinese } from '#areas/bonds/bonds.zh-CN.ts'
import { content } from '#areas/content/content.en.ts'
import { content as contentInChinese } from '#areas/content/content.zh-CN.ts'
import { follow } from '#areas/follow/follow.en.ts'
import { follow as followInChinese } from '#areas/follow/follow.zh-CN.ts'
import { upload } from '#areas/files/upload.en.ts'
import { upload as uploadInChinese } from '#areas/files/upload.zh-CN.ts'
import { funding } from '#areas/funding/funding.en.ts'
import { funding as fundingInChinese } from '#areas/funding/funding.zh-CN.ts'
import { home } from '#areas/home/home.en.ts'
import { home as homeInChinese } from '#areas/home/home.zh-CN.ts'
import { kyc } from '#areas/kyc/kyc.en.ts'
import { kyc as kycInChinese } from '#areas/kyc/kyc.zh-CN.ts'
import { calendar } from '#areas/market/calendar/calendar.en.ts'
import { calendar as calendarInChinese } from '#areas/market/calendar/calendar.zh-CN.ts'
import { bondFraud } from '#areas/lessons/bond-fraud.en.ts'
import { bondFraud as bondFraudInChinese } from '#areas/lessons/bond-fraud.zh-CN.ts'
import { followFraud } from '#areas/lessons/follow-fraud.en.ts'
import { followFraud as followFraudInChinese } from '#areas/lessons/follow-fraud.zh-CN.ts'
import { lessons } from '#areas/lessons/lessons.en.ts'
import { lessons as lessonsInChinese } from '#areas/lessons/lessons.zh-CN.ts'
import { quantify } from '#areas/quantify/quantify.en.ts'
import { quantify as quantifyInChinese } from '#areas/quantify/quantify.zh-CN.ts'
import { quantifyFraud } from '#areas/lessons/quantify-fraud.en.ts'
import { quantifyFraud as quantifyFraudInChinese } from '#areas/lessons/quantify-fraud.zh-CN.ts'
import { robotFraud } from '#areas/lessons/robot-fraud.en.ts'
import { robotFraud as robotFraudInChinese } from '#areas/lessons/robot-fraud.zh-CN.ts'
import { market } from '#areas/market/market.en.ts'
import { market as marketInChinese } from '#areas/market/market.zh-CN.ts'
import { offerings } from '#areas/offerings/offerings.en.ts'
import { offerings as offeringsInChinese } from '#areas/offerings/offerings.zh-CN.ts'
import { placings } from '#areas/offerings/placing.en.ts'
import { placings as placingsInChinese } from '#areas/offerings/placing.zh-CN.ts'
import { portfolio } from '#areas/portfolio/portfolio.en.ts'
import { portfolio as portfolioInChinese } from '#areas/portfolio/portfolio.zh-CN.ts'
import { quote } from '#areas/market/quote/quote.en.ts'
import { quote as quoteInChinese } from '#areas/market/quote/quote.zh-CN.ts'
import { robots } from '#areas/robots/robots.en.ts'
import { robots as robotsInChinese } from '#areas/robots/robots.zh-CN.ts'
import { screener } from '#areas/market/screener/screener.en.ts'
import { screener as screenerInChinese } from '#areas/market/screener/screener.zh-CN.ts'
import { search } from '#areas/market/search/search.en.ts'
import { search as searchInChinese } from '#areas/market/search/search.zh-CN.ts'
import { records } from '#areas/records/records.en.ts'
import { records as recordsInChinese } from '#areas/records/records.zh-CN.ts'
import { orders } from '#areas/trading/orders.en.ts'
import { orders as ordersInChinese } from '#areas/trading/orders.zh-CN.ts'
import { orderMoney } from '#areas/trading/order-money.en.ts'
import { orderMoney as orderMoneyInChinese } from '#areas/trading/order-money.zh-CN.ts'
import { ticket } from '#areas/trading/ticket.en.ts'
import { ticket as ticketInChinese } from '#areas/trading/ticket.zh-CN.ts'
import { trade } from '#areas/trading/trade.en.ts'
import { trade as tradeInChinese } from '#areas/trading/trade.zh-CN.ts'
import { moneyFirst } from '#areas/wallet/money-first.en.ts'
import { moneyFirst as moneyFirstInChinese } from '#areas/wallet/money-first.zh-CN.ts'
import { wallet } from '#areas/wallet/wallet.en.ts'
import { wallet as walletInChinese } from '#areas/wallet/wallet.zh-CN.ts'
import { watchGroups } from '#areas/watchlist/groups.en.ts'
import { watchGroups as watchGroupsInChinese } from '#areas/watchlist/groups.zh-CN.ts'
import { watchlist } from '#areas/watchlist/watchlist.en.ts'
import { watchlist as watchlistInChinese } from '#areas/watchlist/watchlist.zh-CN.ts'
import { titles } from '#text/en/titles.ts'
import type { Translation } from '#text/translation.ts'
import { titles as titlesInChinese } from '#text/zh-CN/titles.ts'

/**
 * What the areas add to the page: their pages, the screens of these pages, and their texts. A new area is added to the
 * page in this file alone. A screen is loaded when it is first shown, and the build puts the texts of each language into
 * a file of its own (build/texts.ts), so the first load has neither (docs/decisions/025-one-list-of-areas-per-part.md).
 */

/** A page: its path, and how it is shown. */
export type Route = {
  readonly path: `/${string}`
  /** The parameters that the page reads from its URL. */
  readonly query: readonly string[]
  /** `user`: without a session the sign-in card replaces the page. */
  readonly who: 'anyone' | 'user'
  /** A page of the tab bar, in this order. */
  readonly isTab?: true
  /** An order form: a sheet over a page that opens order forms, so that price and chart stay visible. */
  readonly isOrderForm?: true
  readonly opensOrderForms?: true
  /** The specification does not have this page. Such rows stand after those of the specification. */
  readonly isAddition?: true
}

const quoteQuery = ['name', 'code', 'source', 'market'] as const
const orderQuery = ['name', 'code', 'source', 'direction', 'market', 'id', 'orderType', 'price'] as const
const detailQuery = ['name', 'code', 'source', 'id', 'type', 'market'] as const

/**
 * Every page of the product: the spec's 69 routes, in its order (docs/spec/screens.json), then our additions. Only this table has the paths;
 * all other code uses the route names. The title of a page is the text of the same name (text/en/titles.ts), its screen
 * the line of the same name below.
 */
export const pages = {
  home: { path: '/', query: [], who: 'anyone', isTab: true },
  markets: { path: '/pages/market/index', query: ['tab'], who: 'anyone', isTab: true },
  watchlists: { path: '/pages/watchlist/index', query: [], who: 'user', isTab: true },
  trade: {
    path: '/pages/trade/index',
    query: ['list', 'status', 'side', 'instrument', 'order'],
    who: 'user',
    isTab: true,
    opensOrderForms: true,
  },
  account: { path: '/pages/profile/index', query: ['wallet'], who: 'user', isTab: true },
  stockQuote: { path: '/pages/quote/stock', query: quoteQuery, who: 'anyone', opensOrderForms: true },
  futureQuote: { path: '/pages/quote/future', query: quoteQuery, who: 'anyone', opensOrderForms: true },
  indexQuote: { path: '/pages/quote/globalindex', query: quoteQuery, who: 'anyone' },
  forexQuote: { path: '/pages/quote/forex', query: quoteQuery, who: 'anyone', opensOrderForms: true },
  hongKongQuote: { path: '/pages/hkstock/quote', query: quoteQuery, who: 'anyone', opensOrderForms: true },
  manageWatchlist: { path: '/pages/watchlist/manage', query: [], who: 'user' },
  tradeDetail: { path: '/pages/trade/detail', query: detailQuery, who: 'user', opensOrderForms: true },
  follow: { path: '/pages/product/follow', query: ['id'], who: 'anyone' },
  futures: { path: '/pages/product/future', query: [], who: 'anyone' },
  popular: { path: '/pages/product/popular', query: ['market'], who: 'anyone' },
  preMarketAuction: { path: '/pages/product/auction', query: ['code'], who: 'anyone', opensOrderForms: true },
  forex: { path: '/pages/product/forex', query: [], who: 'anyone' },
  blockTrades: { path: '/pages/product/blocktrade', query: [], who: 'anyone', opensOrderForms: true },
  newStocks: { path: '/pages/product/newstock', query: ['id', 'view'], who: 'anyone' },
  hongKongStocks: { path: '/pages/hkstock/index', query: [], who: 'anyone' },
  hongKongSubscription: { path: '/pages/hkstock/payipo', query: ['id'], who: 'user' },
  login: { path: '/pages/auth/login', query: [], who: 'anyone' },
  register: { path: '/pages/auth/register', query: ['invite'], who: 'anyone' },
  registerCompany: { path: '/pages/auth/registercompany', query: ['invite'], who: 'anyone' },
  registerIndividual: { path: '/pages/auth/registerindividual', query: ['invite'], who: 'anyone' },
  resetPassword: { path: '/pages/auth/resetpwd', query: [], who: 'anyone' },
  agreements: { path: '/pages/auth/protocol', query: ['name'], who: 'anyone' },
  invite: { path: '/pages/profile/share', query: [], who: 'user' },
  history: { path: '/pages/profile/transaction', query: ['wallet', 'view', 'month'], who: 'user' },
  transfer: { path: '/pages/profile/transfer', query: ['from', 'to'], who: 'user' },
  withdrawCoins: { path: '/pages/withdraw/vm', query: [], who: 'user' },
  withdrawToBank: { path: '/pages/withdraw/bcard', query: [], who: 'user' },
  deposit: { path: '/pages/deposit/index', query: [], who: 'user' },
  depositFiat: { path: '/pages/deposit/fiat', query: [], who: 'user' },
  depositWallet: { path: '/pages/deposit/wallet', query: [], who: 'user' },
  depositRecords: { path: '/pages/deposit/record', query: [], who: 'user' },
  settings: { path: '/pages/setting/index', query: [], who: 'user' },
  security: { path: '/pages/setting/security', query: [], who: 'user' },
  loginPassword: { path: '/pages/setting/loginpwd', query: [], who: 'user' },
  payPassword: { path: '/pages/setting/paypwd', query: [], who: 'user' },
  cards: { path: '/pages/bcard/index', query: ['tab'], who: 'user' },
  editBankCard: { path: '/pages/bcard/modify', query: ['id'], who: 'user' },
  editCoinAccount: { path: '/pages/vm/modify', query: ['id'], who: 'user' },
  verifyIdentity: { path: '/pages/kyc/individual', query: ['step'], who: 'user' },
  search: { path: '/pages/search/index', query: ['keyword'], who: 'anyone' },
  notices: { path: '/pages/notice/index', query: ['tab'], who: 'anyone' },
  noticeDetail: { path: '/pages/notice/detail', query: ['id', 'kind'], who: 'anyone' },
  stockOrder: { path: '/pages/payment/stock', query: orderQuery, who: 'user', isOrderForm: true },
  followOrder: { path: '/pages/payment/follow', query: orderQuery, who: 'user' },
  closePosition: { path: '/pages/payment/close', query: [...orderQuery, 'part'], who: 'user', isOrderForm: true },
  futureOrder: { path: '/pages/payment/future', query: orderQuery, who: 'user', isOrderForm: true },
  forexOrder: { path: '/pages/payment/forex', query: orderQuery, who: 'user', isOrderForm: true },
  newStockSubscription: { path: '/pages/payment/newstock', query: orderQuery, who: 'user' },
  newsDetail: { path: '/pages/news/detail', query: ['id'], who: 'anyone' },
  webView: { path: '/pages/webview/index', query: ['page', 'topic'], who: 'anyone' },
  robots: { path: '/pages/robotai/index', query: [], who: 'anyone' },
  robotProduct: { path: '/pages/robotai/product', query: ['id'], who: 'anyone' },
  robotRental: { path: '/pages/robotai/detail', query: ['id'], who: 'user' },
  cryptoQuote: { path: '/pages/robotai/quote', query: quoteQuery, who: 'anyone' },
  robotRecords: { path: '/pages/robotai/record', query: [], who: 'user' },
  rentRobot: { path: '/pages/robotai/rental', query: ['id'], who: 'user' },
  bonds: { path: '/pages/bonds/list', query: [], who: 'anyone' },
  buyBond: { path: '/pages/bonds/open', query: ['name', 'code', 'source', 'id'], who: 'user' },
  sellBond: { path: '/pages/bonds/close', query: ['id'], who: 'user' },
  quantify: { path: '/pages/aiquantify/index', query: [], who: 'anyone' },
  quantifyRecords: { path: '/pages/aiquantify/record', query: [], who: 'user' },
  quantifyRecord: { path: '/pages/aiquantify/record-detail', query: ['id'], who: 'user' },
  placings: { path: '/pages/placing/index', query: ['id', 'view'], who: 'anyone' },
  placingRecords: { path: '/pages/placing/record', query: [], who: 'user' },
  calendar: { path: '/pages/calendar/index', query: ['code', 'market'], who: 'anyone', isAddition: true },
  screener: { path: '/pages/market/screener', query: ['market', 'group'], who: 'anyone', isAddition: true },
  lesson: { path: '/pages/lesson/index', query: ['kind', 'id'], who: 'anyone', isAddition: true },
  alerts: { path: '/pages/alert/index', query: ['code', 'market'], who: 'user', isAddition: true },
  watchGroups: { path: '/pages/watchlist/group', query: [], who: 'user', isAddition: true },
} as const satisfies Readonly<Record<string, Route>>

/** The second path of the home page. */
export const homeAlias = '/pages/home/index'

/**
 * The screens, by the names of their pages. To add a screen, write `areas/<area>/<name>.tsx` with a named export and add
 * a line here.
 */
export const screens: Readonly<Record<keyof typeof pages, () => Promise<FunctionComponent>>> = {
  home: () => import('#areas/home/home.tsx').then((file) => file.Home),
  markets: () => import('#areas/market/lists/markets.tsx').then((file) => file.Markets),
  watchlists: () => import('#areas/watchlist/watchlists.tsx').then((file) => file.Watchlists),
  manageWatchlist: () => import('#areas/watchlist/manage.tsx').then((file) => file.ManageWatchlist),
  stockQuote: () => import('#areas/market/quote/quote-page.tsx').then((file) => file.StockQuote),
  futureQuote: () => import('#areas/market/quote/quote-page.tsx').then((file) => file.FutureQuote),
  indexQuote: () => import('#areas/market/quote/quote-page.tsx').then((file) => file.GlobalIndexQuote),
  forexQuote: () => import('#areas/market/quote/quote-page.tsx').then((file) => file.ForexQuote),
  hongKongQuote: () => import('#areas/market/quote/quote-page.tsx').then((file) => file.HongKongQuote),
  cryptoQuote: () => import('#areas/market/quote/coin-quote.tsx').then((file) => file.CryptoQuote),
  hongKongStocks: () => import('#areas/market/lists/hong-kong-stocks.tsx').then((file) => file.HongKongStocks),
  futures: () => import('#areas/market/lists/futures.tsx').then((file) => file.Futures),
  forex: () => import('#areas/market/lists/forex.tsx').then((file) => file.Forex),
  popular: () => import('#areas/market/lists/popular.tsx').then((file) => file.Popular),
  preMarketAuction: () => import('#areas/auctions/pre-market-auction.tsx').then((file) => file.PreMarketAuction),
  blockTrades: () => import('#areas/blocks/block-trades.tsx').then((file) => file.BlockTrades),
  newStocks: () => import('#areas/offerings/new-issues.tsx').then((file) => file.NewIssues),
  newStockSubscription: () => import('#areas/offerings/apply.tsx').then((file) => file.NewStockSubscription),
  hongKongSubscription: () => import('#areas/offerings/apply.tsx').then((file) => file.HongKongSubscription),
  placings: () => import('#areas/offerings/placing-list.tsx').then((file) => file.Placings),
  placingRecords: () => import('#areas/offerings/placing-records.tsx').then((file) => file.PlacingRecords),
  bonds: () => import('#areas/bonds/list.tsx').then((file) => file.Bonds),
  buyBond: () => import('#areas/bonds/buy.tsx').then((file) => file.BuyBond),
  sellBond: () => import('#areas/bonds/sell.tsx').then((file) => file.SellBond),
  robots: () => import('#areas/robots/index.tsx').then((file) => file.Robots),
  robotProduct: () => import('#areas/robots/product.tsx').then((file) => file.RobotProduct),
  rentRobot: () => import('#areas/robots/rent.tsx').then((file) => file.RentRobot),
  robotRental: () => import('#areas/robots/rental.tsx').then((file) => file.RobotRental),
  robotRecords: () => import('#areas/robots/records.tsx').then((file) => file.RobotRecords),
  follow: () => import('#areas/follow/agencies.tsx').then((file) => file.FollowScreen),
  followOrder: () => import('#areas/follow/order.tsx').then((file) => file.FollowOrder),
  quantify: () => import('#areas/quantify/quantify.tsx').then((file) => file.Quantify),
  quantifyRecords: () => import('#areas/quantify/records.tsx').then((file) => file.QuantifyRecords),
  quantifyRecord: () => import('#areas/quantify/record.tsx').then((file) => file.QuantifyRecord),
  calendar: () => import('#areas/market/calendar/calendar.tsx').then((file) => file.CalendarScreen),
  screener: () => import('#areas/market/screener/screener.tsx').then((file) => file.ScreenerScreen),
  lesson: () => import('#areas/lessons/lesson-page.tsx').then((file) => file.LessonPage),
  search: () => import('#areas/market/search/search.tsx').then((file) => file.SearchScreen),
  trade: () => import('#areas/trading/trade.tsx').then((file) => file.TradeScreen),
  tradeDetail: () => import('#areas/trading/detail.tsx').then((file) => file.TradeDetailScreen),
  stockOrder: () => import('#areas/trading/stock-order.tsx').then((file) => file.StockOrderScreen),
  futureOrder: () => import('#areas/trading/order-pages.tsx').then((file) => file.FutureOrderScreen),
  forexOrder: () => import('#areas/trading/order-pages.tsx').then((file) => file.ForexOrderScreen),
  closePosition: () => import('#areas/trading/close.tsx').then((file) => file.CloseScreen),
  account: () => import('#areas/account/account-page.tsx').then((file) => file.Account),
  login: () => import('#areas/account/sign-in/login.tsx').then((file) => file.Login),
  register: () => import('#areas/account/registration/register.tsx').then((file) => file.Register),
  registerCompany: () =>
    import('#areas/account/registration/register-company.tsx').then((file) => file.RegisterCompany),
  registerIndividual: () =>
    import('#areas/account/registration/register-individual.tsx').then((file) => file.RegisterIndividual),
  resetPassword: () => import('#areas/account/sign-in/reset-password.tsx').then((file) => file.ResetPassword),
  agreements: () => import('#areas/account/documents/legal-document.tsx').then((file) => file.Protocol),
  history: () => import('#areas/wallet/history.tsx').then((file) => file.History),
  verifyIdentity: () => import('#areas/kyc/verify-identity.tsx').then((file) => file.VerifyIdentity),
  transfer: () => import('#areas/wallet/transfer.tsx').then((file) => file.Transfer),
  invite: () => import('#areas/account/share/share.tsx').then((file) => file.Share),
  security: () => import('#areas/account/security/security-centre.tsx').then((file) => file.SecurityCentre),
  loginPassword: () => import('#areas/account/security/login-password.tsx').then((file) => file.LoginPassword),
  payPassword: () => import('#areas/account/security/pay-password.tsx').then((file) => file.PayPassword),
  notices: () => import('#areas/content/notices.tsx').then((file) => file.Notices),
  noticeDetail: () => import('#areas/content/notice-detail.tsx').then((file) => file.NoticeDetail),
  newsDetail: () => import('#areas/content/news-detail.tsx').then((file) => file.NewsDetail),
  webView: () => import('#areas/content/web-view.tsx').then((file) => file.WebView),
  deposit: () => import('#areas/funding/deposit.tsx').then((file) => file.Deposit),
  depositWallet: () => import('#areas/funding/deposit-wallet.tsx').then((file) => file.DepositWallet),
  depositFiat: () => import('#areas/funding/deposit-fiat.tsx').then((file) => file.DepositFiat),
  depositRecords: () => import('#areas/funding/deposit-record.tsx').then((file) => file.DepositRecord),
  withdrawToBank: () => import('#areas/funding/withdraw-screen.tsx').then((file) => file.WithdrawToBank),
  withdrawCoins: () => import('#areas/funding/withdraw-screen.tsx').then((file) => file.WithdrawCoins),
  cards: () => import('#areas/funding/cards.tsx').then((file) => file.Cards),
  editBankCard: () => import('#areas/funding/edit-bank-card.tsx').then((file) => file.EditBankCard),
  editCoinAccount: () => import('#areas/funding/edit-coin-account.tsx').then((file) => file.EditCoinAccount),
  settings: () => import('#areas/account/settings/settings.tsx').then((file) => file.Settings),
  alerts: () => import('#areas/alerts/alerts.tsx').then((file) => file.Alerts),
  watchGroups: () => import('#areas/watchlist/groups.tsx').then((file) => file.WatchGroups),
}

/** The English texts of the areas, by the first part of their keys: `t('search.title')`. */
export const english = {
  alerts,
  auctions,
  auth,
  blocks,
  bondFraud,
  bonds,
  calendar,
  content,
  follow,
  followFraud,
  funding,
  home,
  kyc,
  lessons,
  market,
  moneyFirst,
  orderMoney,
  offerings,
  orders,
  placings,
  portfolio,
  profile,
  quantify,
  quantifyFraud,
  quote,
  records,
  robots,
  robotFraud,
  screener,
  search,
  security,
  setting,
  ticket,
  titles,
  trade,
  upload,
  wallet,
  watchGroups,
  watchlist,
} as const

/** The same texts in Simplified Chinese; a missing text does not compile. */
export const chinese: Translation<typeof english> = {
  alerts: alertsInChinese,
  auctions: auctionsInChinese,
  auth: authInChinese,
  blocks: blocksInChinese,
  bondFraud: bondFraudInChinese,
  bonds: bondsInChinese,
  calendar: calendarInChinese,
  content: contentInChinese,
  follow: followInChinese,
  followFraud: followFraudInChinese,
  funding: fundingInChinese,
  home: homeInChinese,
  kyc: kycInChinese,
  lessons: lessonsInChinese,
  market: marketInChinese,
  moneyFirst: moneyFirstInChinese,
  orderMoney: orderMoneyInChinese,
  offerings: offeringsInChinese,
  orders: ordersInChinese,
  placings: placingsInChinese,
  portfolio: portfolioInChinese,
  profile: profileInChinese,
  quantify: quantifyInChinese,
  quantifyFraud: quantifyFraudInChinese,
  quote: quoteInChinese,
  records: recordsInChinese,
  robots: robotsInChinese,
  robotFraud: robotFraudInChinese,
  screener: screenerInChinese,
  search: searchInChinese,
  security: securityInChinese,
  setting: settingInChinese,
  ticket: ticketInChinese,
  titles: titlesInChinese,
  trade: tradeInChinese,
  upload: uploadInChinese,
  wallet: walletInChinese,
  watchGroups: watchGroupsInChinese,
  watchlist: watchlistInChinese,
}
