import { account } from '@mex/contract/account/calls.ts'
import { market } from '@mex/contract/market/calls.ts'

import { preloadCall } from '#data/call.ts'
import type { RouteName } from '#data/routes.ts'
import { currentSession } from '#data/session.ts'
import { instrumentOfSearch } from '#areas/market/door/links.ts'
import type { PageLocation } from './page-stack.ts'

const quotePages: readonly RouteName[] = ['stockQuote', 'futureQuote', 'indexQuote', 'forexQuote', 'hongKongQuote']

/**
 * Makes the first calls of a page while its code still loads; the page's own calls then find them in the cache. The
 * inputs must equal those of the page, or the request is wasted.
 */
export function prefetchPage({ route, search }: PageLocation): void {
  if (route === 'home') {
    preloadCall(market.clock, {})
    preloadCall(market.globalIndices, {})
    preloadCall(market.home, {})
    if (currentSession() !== undefined) preloadCall(account.overview, { wallet: 'OVERVIEW' })
  }
  if (quotePages.includes(route)) {
    const { code, market: listed } = instrumentOfSearch(search)
    if (code !== undefined && listed !== undefined) preloadCall(market.quote, { code, market: listed })
  }
  preloadCall(account.version, {})
}
