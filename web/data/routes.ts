/** A page: its path, and how it is shown. */
type Route = {
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
}

const quote = ['name', 'code', 'source', 'market'] as const
const order = ['name', 'code', 'source', 'direction', 'market', 'id', 'orderType', 'price'] as const
const detail = ['name', 'code', 'source', 'id', 'type', 'market'] as const

/**
 * Every page of the product: the spec's 69 routes, in its order (docs/spec/screens.json). Only this table has the paths;
 * all other code uses the route names. The title of a page is the text of the same name (text/en/titles.ts), its screen
 * the line of the same name in app/screens.ts.
 */
const table = {
  home: { path: '/', query: [], who: 'anyone', isTab: true },
  markets: { path: '/pages/market/index', query: ['tab'], who: 'anyone', isTab: true },
  watchlists: { path: '/pages/watchlist/index', query: [], who: 'user', isTab: true },
  trade: { path: '/pages/trade/index', query: ['list', 'status'], who: 'user', isTab: true, opensOrderForms: true },
  account: { path: '/pages/profile/index', query: ['wallet'], who: 'user', isTab: true },
  stockQuote: { path: '/pages/quote/stock', query: quote, who: 'anyone', opensOrderForms: true },
  futureQuote: { path: '/pages/quote/future', query: quote, who: 'anyone', opensOrderForms: true },
  indexQuote: { path: '/pages/quote/globalindex', query: quote, who: 'anyone' },
  forexQuote: { path: '/pages/quote/forex', query: quote, who: 'anyone', opensOrderForms: true },
  hongKongQuote: { path: '/pages/hkstock/quote', query: quote, who: 'anyone', opensOrderForms: true },
  manageWatchlist: { path: '/pages/watchlist/manage', query: [], who: 'user' },
  tradeDetail: { path: '/pages/trade/detail', query: detail, who: 'user', opensOrderForms: true },
  follow: { path: '/pages/product/follow', query: [], who: 'anyone' },
  futures: { path: '/pages/product/future', query: [], who: 'anyone' },
  popular: { path: '/pages/product/popular', query: ['market'], who: 'anyone' },
  preMarketAuction: { path: '/pages/product/auction', query: [], who: 'anyone' },
  forex: { path: '/pages/product/forex', query: [], who: 'anyone' },
  blockTrades: { path: '/pages/product/blocktrade', query: [], who: 'anyone' },
  newStocks: { path: '/pages/product/newstock', query: [], who: 'anyone' },
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
  stockOrder: { path: '/pages/payment/stock', query: order, who: 'user', isOrderForm: true },
  followOrder: { path: '/pages/payment/follow', query: order, who: 'user' },
  closePosition: { path: '/pages/payment/close', query: [...order, 'part'], who: 'user', isOrderForm: true },
  futureOrder: { path: '/pages/payment/future', query: order, who: 'user', isOrderForm: true },
  forexOrder: { path: '/pages/payment/forex', query: order, who: 'user', isOrderForm: true },
  newStockSubscription: { path: '/pages/payment/newstock', query: order, who: 'user' },
  newsDetail: { path: '/pages/news/detail', query: ['id'], who: 'anyone' },
  webView: { path: '/pages/webview/index', query: ['page'], who: 'anyone' },
  robots: { path: '/pages/robotai/index', query: [], who: 'anyone' },
  robotProduct: { path: '/pages/robotai/product', query: ['id'], who: 'anyone' },
  robotRental: { path: '/pages/robotai/detail', query: ['id'], who: 'user' },
  cryptoQuote: { path: '/pages/robotai/quote', query: quote, who: 'anyone' },
  robotRecords: { path: '/pages/robotai/record', query: [], who: 'user' },
  rentRobot: { path: '/pages/robotai/rental', query: ['id'], who: 'user' },
  bonds: { path: '/pages/bonds/list', query: [], who: 'anyone' },
  buyBond: { path: '/pages/bonds/open', query: ['name', 'code', 'source', 'id'], who: 'user' },
  sellBond: { path: '/pages/bonds/close', query: ['id'], who: 'user' },
  quantify: { path: '/pages/aiquantify/index', query: [], who: 'anyone' },
  quantifyRecords: { path: '/pages/aiquantify/record', query: [], who: 'user' },
  quantifyRecord: { path: '/pages/aiquantify/record-detail', query: ['id'], who: 'user' },
  placings: { path: '/pages/placing/index', query: [], who: 'anyone' },
  placingRecords: { path: '/pages/placing/record', query: [], who: 'user' },
} as const satisfies Readonly<Record<string, Route>>

export type RouteName = keyof typeof table
export type ParameterName<Name extends RouteName> = (typeof table)[Name]['query'][number]

export const routes: Readonly<Record<RouteName, Route>> = table
export const routeNames = Object.keys(table) as readonly RouteName[]
/** The five pages of the tab bar, in its order. */
export const tabs = routeNames.filter((name) => routes[name].isTab)

const byPath = new Map<string, RouteName>(routeNames.map((name) => [routes[name].path, name]))
/** The second path of the home page. */
byPath.set('/pages/home/index', 'home')

/** The route of a path; undefined for an unknown path. */
export const routeAt = (path: string): RouteName | undefined => byPath.get(path)

/** Whether a form opens as a sheet over the page in view. */
export const opensOver = (form: RouteName | undefined, inView: RouteName | undefined): boolean =>
  form !== undefined &&
  inView !== undefined &&
  routes[form].isOrderForm === true &&
  routes[inView].opensOrderForms === true
