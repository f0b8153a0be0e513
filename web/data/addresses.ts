/**
 * The address of every page and the parameters that it reads: the spec's 69 routes (docs/spec/screens.json). All
 * parameters are texts in the address; the screens read them with the codecs of the contract.
 */
const quote = ['name', 'code', 'source', 'market'] as const
const form = ['name', 'code', 'source', 'direction', 'market', 'id', 'orderType', 'price'] as const
const none = [] as const

export const parameters = {
  '/': none,
  '/pages/market/index': ['tab'],
  '/pages/watchlist/index': none,
  '/pages/trade/index': ['list', 'status'],
  '/pages/profile/index': ['wallet'],
  '/pages/quote/stock': quote,
  '/pages/quote/future': quote,
  '/pages/quote/globalindex': quote,
  '/pages/quote/forex': quote,
  '/pages/hkstock/quote': quote,
  '/pages/watchlist/manage': none,
  '/pages/trade/detail': ['name', 'code', 'source', 'id', 'type', 'market'],
  '/pages/product/follow': none,
  '/pages/product/future': none,
  '/pages/product/popular': ['market'],
  '/pages/product/auction': none,
  '/pages/product/forex': none,
  '/pages/product/blocktrade': none,
  '/pages/product/newstock': none,
  '/pages/hkstock/index': none,
  '/pages/hkstock/payipo': ['id'],
  '/pages/auth/login': none,
  '/pages/auth/register': ['invite'],
  '/pages/auth/registercompany': ['invite'],
  '/pages/auth/registerindividual': ['invite'],
  '/pages/auth/resetpwd': none,
  '/pages/auth/protocol': ['name'],
  '/pages/profile/share': none,
  '/pages/profile/transaction': ['wallet', 'view', 'month'],
  '/pages/profile/transfer': ['from', 'to'],
  '/pages/withdraw/vm': none,
  '/pages/withdraw/bcard': none,
  '/pages/deposit/index': none,
  '/pages/deposit/fiat': none,
  '/pages/deposit/wallet': none,
  '/pages/deposit/record': none,
  '/pages/setting/index': none,
  '/pages/setting/security': none,
  '/pages/setting/loginpwd': none,
  '/pages/setting/paypwd': none,
  '/pages/bcard/index': ['tab'],
  '/pages/bcard/modify': ['id'],
  '/pages/vm/modify': ['id'],
  '/pages/kyc/individual': ['step'],
  '/pages/search/index': ['keyword'],
  '/pages/notice/index': ['tab'],
  '/pages/notice/detail': ['id', 'kind'],
  '/pages/payment/stock': form,
  '/pages/payment/follow': form,
  '/pages/payment/close': [...form, 'part'],
  '/pages/payment/future': form,
  '/pages/payment/forex': form,
  '/pages/payment/newstock': form,
  '/pages/news/detail': ['id'],
  '/pages/webview/index': ['page'],
  '/pages/robotai/index': none,
  '/pages/robotai/product': ['id'],
  '/pages/robotai/detail': ['id'],
  '/pages/robotai/quote': quote,
  '/pages/robotai/record': none,
  '/pages/robotai/rental': ['id'],
  '/pages/bonds/list': none,
  '/pages/bonds/open': ['name', 'code', 'source', 'id'],
  '/pages/bonds/close': ['id'],
  '/pages/aiquantify/index': none,
  '/pages/aiquantify/record': none,
  '/pages/aiquantify/record-detail': ['id'],
  '/pages/placing/index': none,
  '/pages/placing/record': none,
} as const satisfies Readonly<Record<`/${string}`, readonly string[]>>

export type Path = keyof typeof parameters
export type Parameter<P extends Path> = (typeof parameters)[P][number]
/** What an address says: texts, each of which may be absent. */
export type Parameters<P extends Path> = { readonly [Name in Parameter<P>]?: string | undefined }
/** What can be put into an address; numbers are written as texts. */
export type GivenParameters<P extends Path> = { readonly [Name in Parameter<P>]?: string | number | undefined }

export const paths = Object.keys(parameters) as readonly Path[]
export const isPath = (text: string): text is Path => Object.hasOwn(parameters, text)

/** The five pages of the tab bar, in its order. */
export const tabPaths = [
  '/',
  '/pages/market/index',
  '/pages/watchlist/index',
  '/pages/trade/index',
  '/pages/profile/index',
] as const satisfies readonly Path[]
export const isTab = (path: string): boolean => tabPaths.some((tab) => tab === path)

const orderForms: readonly string[] = [
  '/pages/payment/stock',
  '/pages/payment/future',
  '/pages/payment/forex',
  '/pages/payment/close',
] satisfies readonly Path[]
const pagesUnderForms: readonly string[] = [
  '/pages/quote/stock',
  '/pages/quote/future',
  '/pages/quote/forex',
  '/pages/hkstock/quote',
  '/pages/trade/index',
  '/pages/trade/detail',
] satisfies readonly Path[]
/** Whether a page is shown as a sheet over the one in view: an order form, so that price and chart stay in sight. */
export const opensOver = (path: string, inView: string): boolean =>
  orderForms.includes(path) && pagesUnderForms.includes(inView)

/** Longer than any name or code; what is longer is cut rather than trusted. */
const longestParameter = 200

/** Keeps the parameters that the page reads and drops everything else that an address may say. */
export function readParameters<P extends Path>(path: P, search: Readonly<Record<string, unknown>>): Parameters<P> {
  const read: Record<string, string> = {}
  for (const name of parameters[path]) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') read[name] = value.slice(0, longestParameter)
  }
  return read as Parameters<P>
}

/** '/pages/quote/stock?name=Apple&code=AAPL&source=0': without the '#', as the router takes it. */
export function locationOf<P extends Path>(path: P, given: GivenParameters<P> = {}): string {
  const query = new URLSearchParams()
  const values: Readonly<Record<string, string | number | undefined>> = given
  for (const name of parameters[path]) {
    const value = values[name]
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The same as the `href` of a link: '#/pages/quote/stock?…'. Every link of the page is made here. */
export const addressOf = <P extends Path>(path: P, given?: GivenParameters<P>): string => `#${locationOf(path, given)}`
