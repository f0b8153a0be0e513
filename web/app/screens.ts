import type { ComponentType } from 'react'

import type { RouteName } from '#data/routes.ts'

/**
 * The screens that exist, one file each, fetched when they are first shown. To add one: write
 * `areas/<area>/<name>.tsx` with a named export and add a line here under the name of its route (data/routes.ts).
 * A route without a line shows "not here yet".
 */
export const screens: Partial<Record<RouteName, () => Promise<ComponentType>>> = {
  home: () => import('#areas/home/home.tsx').then((file) => file.Home),
  markets: () => import('#areas/market/markets.tsx').then((file) => file.Markets),
  watchlists: () => import('#areas/watchlist/watchlists.tsx').then((file) => file.Watchlists),
  manageWatchlist: () => import('#areas/watchlist/manage.tsx').then((file) => file.ManageWatchlist),
  stockQuote: () => import('#areas/market/quote-page.tsx').then((file) => file.StockQuote),
  futureQuote: () => import('#areas/market/quote-page.tsx').then((file) => file.FutureQuote),
  indexQuote: () => import('#areas/market/quote-page.tsx').then((file) => file.GlobalIndexQuote),
  forexQuote: () => import('#areas/market/quote-page.tsx').then((file) => file.ForexQuote),
  hongKongQuote: () => import('#areas/market/quote-page.tsx').then((file) => file.HongKongQuote),
  hongKongStocks: () => import('#areas/market/hong-kong-stocks.tsx').then((file) => file.HongKongStocks),
  futures: () => import('#areas/market/futures.tsx').then((file) => file.Futures),
  forex: () => import('#areas/market/forex.tsx').then((file) => file.Forex),
  popular: () => import('#areas/market/popular.tsx').then((file) => file.Popular),
  search: () => import('#areas/market/search.tsx').then((file) => file.SearchScreen),
  trade: () => import('#areas/trading/trade.tsx').then((file) => file.TradeScreen),
  tradeDetail: () => import('#areas/trading/detail.tsx').then((file) => file.TradeDetailScreen),
  stockOrder: () => import('#areas/trading/order-pages.tsx').then((file) => file.StockOrderScreen),
  futureOrder: () => import('#areas/trading/order-pages.tsx').then((file) => file.FutureOrderScreen),
  forexOrder: () => import('#areas/trading/order-pages.tsx').then((file) => file.ForexOrderScreen),
  closePosition: () => import('#areas/trading/close.tsx').then((file) => file.CloseScreen),
  account: () => import('#areas/account/account-page.tsx').then((file) => file.Account),
  login: () => import('#areas/account/login.tsx').then((file) => file.Login),
  register: () => import('#areas/account/register.tsx').then((file) => file.Register),
  registerCompany: () => import('#areas/account/register-company.tsx').then((file) => file.RegisterCompany),
  registerIndividual: () => import('#areas/account/register-individual.tsx').then((file) => file.RegisterIndividual),
  resetPassword: () => import('#areas/account/reset-password.tsx').then((file) => file.ResetPassword),
  agreements: () => import('#areas/account/legal-document.tsx').then((file) => file.Protocol),
  history: () => import('#areas/wallet/history.tsx').then((file) => file.History),
  verifyIdentity: () => import('#areas/kyc/verify-identity.tsx').then((file) => file.VerifyIdentity),
  transfer: () => import('#areas/wallet/transfer.tsx').then((file) => file.Transfer),
  invite: () => import('#areas/account/share.tsx').then((file) => file.Share),
  security: () => import('#areas/account/security-centre.tsx').then((file) => file.SecurityCentre),
  loginPassword: () => import('#areas/account/login-password.tsx').then((file) => file.LoginPassword),
  payPassword: () => import('#areas/account/pay-password.tsx').then((file) => file.PayPassword),
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
  settings: () => import('#areas/account/settings.tsx').then((file) => file.Settings),
}
