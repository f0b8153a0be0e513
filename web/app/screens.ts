import type { ComponentType } from 'react'

import type { Path } from '#data/addresses.ts'

/**
 * The screens that exist, one file each, fetched when they are first shown. To add one: write
 * `areas/<area>/<name>.tsx` with a named export and give it a line here. A route without a line says "not here yet".
 */
export const screens: Partial<Record<Path, () => Promise<ComponentType>>> = {
  '/': () => import('#areas/home/home.tsx').then((file) => file.Home),
  '/pages/market/index': () => import('#areas/market/markets.tsx').then((file) => file.Markets),
  '/pages/watchlist/index': () => import('#areas/watchlist/watchlists.tsx').then((file) => file.Watchlists),
  '/pages/watchlist/manage': () => import('#areas/watchlist/manage.tsx').then((file) => file.ManageWatchlist),
  '/pages/quote/stock': () => import('#areas/market/stock-quote.tsx').then((file) => file.StockQuote),
  '/pages/quote/future': () => import('#areas/market/future-quote.tsx').then((file) => file.FutureQuote),
  '/pages/quote/globalindex': () => import('#areas/market/index-quote.tsx').then((file) => file.GlobalIndexQuote),
  '/pages/quote/forex': () => import('#areas/market/forex-quote.tsx').then((file) => file.ForexQuote),
  '/pages/hkstock/quote': () => import('#areas/market/hong-kong-quote.tsx').then((file) => file.HongKongQuote),
  '/pages/hkstock/index': () => import('#areas/market/hong-kong-stocks.tsx').then((file) => file.HongKongStocks),
  '/pages/product/future': () => import('#areas/market/futures.tsx').then((file) => file.Futures),
  '/pages/product/forex': () => import('#areas/market/forex.tsx').then((file) => file.Forex),
  '/pages/product/popular': () => import('#areas/market/popular.tsx').then((file) => file.Popular),
  '/pages/search/index': () => import('#areas/market/search.tsx').then((file) => file.SearchScreen),
  '/pages/trade/index': () => import('#areas/trading/trade.tsx').then((file) => file.TradeScreen),
  '/pages/trade/detail': () => import('#areas/trading/detail.tsx').then((file) => file.TradeDetailScreen),
  '/pages/payment/stock': () => import('#areas/trading/order-stock.tsx').then((file) => file.StockOrderScreen),
  '/pages/payment/future': () => import('#areas/trading/order-future.tsx').then((file) => file.FutureOrderScreen),
  '/pages/payment/forex': () => import('#areas/trading/order-forex.tsx').then((file) => file.ForexOrderScreen),
  '/pages/payment/close': () => import('#areas/trading/close.tsx').then((file) => file.CloseScreen),
  '/pages/profile/index': () => import('#areas/account/account-page.tsx').then((file) => file.Account),
  '/pages/auth/login': () => import('#areas/account/login.tsx').then((file) => file.Login),
  '/pages/auth/register': () => import('#areas/account/register.tsx').then((file) => file.Register),
  '/pages/auth/registercompany': () =>
    import('#areas/account/register-company.tsx').then((file) => file.RegisterCompany),
  '/pages/auth/registerindividual': () =>
    import('#areas/account/register-individual.tsx').then((file) => file.RegisterIndividual),
  '/pages/auth/resetpwd': () => import('#areas/account/reset-password.tsx').then((file) => file.ResetPassword),
  '/pages/auth/protocol': () => import('#areas/account/legal-document.tsx').then((file) => file.Protocol),
  '/pages/profile/transaction': () => import('#areas/wallet/history.tsx').then((file) => file.History),
  '/pages/kyc/individual': () => import('#areas/kyc/verify-identity.tsx').then((file) => file.VerifyIdentity),
  '/pages/profile/transfer': () => import('#areas/wallet/transfer.tsx').then((file) => file.Transfer),
  '/pages/profile/share': () => import('#areas/account/share.tsx').then((file) => file.Share),
  '/pages/setting/security': () => import('#areas/account/security-centre.tsx').then((file) => file.SecurityCentre),
  '/pages/setting/loginpwd': () => import('#areas/account/login-password.tsx').then((file) => file.LoginPassword),
  '/pages/setting/paypwd': () => import('#areas/account/pay-password.tsx').then((file) => file.PayPassword),
  '/pages/notice/index': () => import('#areas/content/notices.tsx').then((file) => file.Notices),
  '/pages/notice/detail': () => import('#areas/content/notice-detail.tsx').then((file) => file.NoticeDetail),
  '/pages/news/detail': () => import('#areas/content/news-detail.tsx').then((file) => file.NewsDetail),
  '/pages/webview/index': () => import('#areas/content/web-view.tsx').then((file) => file.WebView),
  '/pages/deposit/index': () => import('#areas/funding/deposit.tsx').then((file) => file.Deposit),
  '/pages/deposit/wallet': () => import('#areas/funding/deposit-wallet.tsx').then((file) => file.DepositWallet),
  '/pages/deposit/fiat': () => import('#areas/funding/deposit-fiat.tsx').then((file) => file.DepositFiat),
  '/pages/deposit/record': () => import('#areas/funding/deposit-record.tsx').then((file) => file.DepositRecord),
  '/pages/withdraw/bcard': () => import('#areas/funding/withdraw-to-bank.tsx').then((file) => file.WithdrawToBank),
  '/pages/withdraw/vm': () => import('#areas/funding/withdraw-coins.tsx').then((file) => file.WithdrawCoins),
  '/pages/bcard/index': () => import('#areas/funding/cards.tsx').then((file) => file.Cards),
  '/pages/bcard/modify': () => import('#areas/funding/edit-bank-card.tsx').then((file) => file.EditBankCard),
  '/pages/vm/modify': () => import('#areas/funding/edit-coin-account.tsx').then((file) => file.EditCoinAccount),
  '/pages/setting/index': () => import('#areas/account/settings.tsx').then((file) => file.Settings),
}
