import type { RouteName } from '#data/routes.ts'

const quote = ['areas/market/quote/quote-page.tsx']
const order = ['areas/trading/order-pages.tsx']

/** What the pages that are opened first need for their first picture: their screens, and parts that follow at once. */
export const firstScreens = {
  home: ['areas/home/home.tsx'],
  markets: ['areas/market/lists/markets.tsx'],
  watchlists: ['areas/watchlist/watchlists.tsx'],
  trade: ['areas/trading/trade.tsx', 'areas/trading/position/position-list.tsx'],
  account: ['areas/account/account-page.tsx'],
  stockQuote: quote,
  futureQuote: quote,
  indexQuote: quote,
  forexQuote: quote,
  hongKongQuote: quote,
  stockOrder: ['areas/trading/stock-order.tsx'],
  futureOrder: order,
  forexOrder: order,
} as const satisfies Partial<Record<RouteName, readonly string[]>>
