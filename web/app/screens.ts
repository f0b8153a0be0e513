import type { ComponentType } from 'react'

import type { Path } from '#data/addresses.ts'

/**
 * The screens that exist, one file each, fetched when they are first shown. To add one: write
 * `screens/<area>/<name>.tsx` with a named export and give it a line here. A route without a line says "not here yet".
 */
export const screens: Partial<Record<Path, () => Promise<ComponentType>>> = {
  '/': () => import('#screens/home/index.tsx').then((file) => file.Home),
  '/pages/market/index': () => import('#screens/market/index.tsx').then((file) => file.Markets),
  '/pages/watchlist/index': () => import('#screens/watchlist/index.tsx').then((file) => file.Watchlists),
  '/pages/watchlist/manage': () => import('#screens/watchlist/manage.tsx').then((file) => file.ManageWatchlist),
  '/pages/quote/stock': () => import('#screens/quote/stock.tsx').then((file) => file.StockQuote),
  '/pages/quote/future': () => import('#screens/quote/future.tsx').then((file) => file.FutureQuote),
  '/pages/quote/globalindex': () => import('#screens/quote/globalindex.tsx').then((file) => file.GlobalIndexQuote),
  '/pages/quote/forex': () => import('#screens/quote/forex.tsx').then((file) => file.ForexQuote),
  '/pages/hkstock/quote': () => import('#screens/hkstock/quote.tsx').then((file) => file.HongKongQuote),
  '/pages/hkstock/index': () => import('#screens/hkstock/index.tsx').then((file) => file.HongKongStocks),
  '/pages/product/future': () => import('#screens/product/future.tsx').then((file) => file.Futures),
  '/pages/product/forex': () => import('#screens/product/forex.tsx').then((file) => file.Forex),
  '/pages/product/popular': () => import('#screens/product/popular.tsx').then((file) => file.Popular),
  '/pages/search/index': () => import('#screens/search/index.tsx').then((file) => file.SearchScreen),
  '/pages/trade/index': () => import('#screens/trade/index.tsx').then((file) => file.TradeScreen),
  '/pages/trade/detail': () => import('#screens/trade/detail.tsx').then((file) => file.TradeDetailScreen),
  '/pages/payment/stock': () => import('#screens/payment/stock.tsx').then((file) => file.StockOrderScreen),
  '/pages/payment/future': () => import('#screens/payment/future.tsx').then((file) => file.FutureOrderScreen),
  '/pages/payment/forex': () => import('#screens/payment/forex.tsx').then((file) => file.ForexOrderScreen),
  '/pages/payment/close': () => import('#screens/payment/close.tsx').then((file) => file.CloseScreen),
  '/pages/profile/index': () => import('#screens/profile/index.tsx').then((file) => file.Account),
  '/pages/auth/login': () => import('#screens/auth/login.tsx').then((file) => file.Login),
  '/pages/auth/register': () => import('#screens/auth/register.tsx').then((file) => file.Register),
  '/pages/auth/registercompany': () => import('#screens/auth/registercompany.tsx').then((file) => file.RegisterCompany),
  '/pages/auth/registerindividual': () =>
    import('#screens/auth/registerindividual.tsx').then((file) => file.RegisterIndividual),
  '/pages/auth/resetpwd': () => import('#screens/auth/resetpwd.tsx').then((file) => file.ResetPassword),
  '/pages/auth/protocol': () => import('#screens/auth/protocol.tsx').then((file) => file.Protocol),
  '/pages/profile/transaction': () => import('#screens/profile/transaction.tsx').then((file) => file.History),
  '/pages/kyc/individual': () => import('#screens/kyc/individual.tsx').then((file) => file.VerifyIdentity),
  '/pages/profile/transfer': () => import('#screens/profile/transfer.tsx').then((file) => file.Transfer),
  '/pages/profile/share': () => import('#screens/profile/share.tsx').then((file) => file.Share),
  '/pages/setting/security': () => import('#screens/setting/security.tsx').then((file) => file.SecurityCentre),
  '/pages/setting/loginpwd': () => import('#screens/setting/loginpwd.tsx').then((file) => file.LoginPassword),
  '/pages/setting/paypwd': () => import('#screens/setting/paypwd.tsx').then((file) => file.PayPassword),
  '/pages/notice/index': () => import('#screens/notice/index.tsx').then((file) => file.Notices),
  '/pages/notice/detail': () => import('#screens/notice/detail.tsx').then((file) => file.NoticeDetail),
  '/pages/news/detail': () => import('#screens/news/detail.tsx').then((file) => file.NewsDetail),
  '/pages/webview/index': () => import('#screens/webview/index.tsx').then((file) => file.WebView),
  '/pages/deposit/index': () => import('#screens/deposit/index.tsx').then((file) => file.Deposit),
  '/pages/deposit/wallet': () => import('#screens/deposit/wallet.tsx').then((file) => file.DepositWallet),
  '/pages/deposit/fiat': () => import('#screens/deposit/fiat.tsx').then((file) => file.DepositFiat),
  '/pages/deposit/record': () => import('#screens/deposit/record.tsx').then((file) => file.DepositRecord),
  '/pages/withdraw/bcard': () => import('#screens/withdraw/bcard.tsx').then((file) => file.WithdrawToBank),
  '/pages/withdraw/vm': () => import('#screens/withdraw/vm.tsx').then((file) => file.WithdrawCoins),
  '/pages/bcard/index': () => import('#screens/bcard/index.tsx').then((file) => file.Cards),
  '/pages/bcard/modify': () => import('#screens/bcard/modify.tsx').then((file) => file.EditBankCard),
  '/pages/vm/modify': () => import('#screens/vm/modify.tsx').then((file) => file.EditCoinAccount),
  '/pages/setting/index': () => import('#screens/setting/index.tsx').then((file) => file.Settings),
}
