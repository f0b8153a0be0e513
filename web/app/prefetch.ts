import { account } from '@mex/contract/account/calls.ts'
import { market } from '@mex/contract/market/calls.ts'

import { preloadCall } from '#data/call.ts'
import { currentSession } from '#data/session.ts'
import { instrumentOfSearch } from '#areas/market/door/links.ts'
import type { PageLocation } from './page-stack.ts'

/**
 * Makes the first calls of a page while its code still loads; the page's own calls then find them in the cache. The
 * inputs must equal those of the page, or the request is wasted.
 */
export function prefetchPage({ route, search }: PageLocation): void {
  if (route === 'home') {
    if (currentSession() !== undefined) preloadCall(account.overview, { wallet: 'OVERVIEW' })
    for (const call of [market.clock, market.globalIndices]) preloadCall(call, {})
  }
  if (route.endsWith('Quote')) {
    const { code, market: listed } = instrumentOfSearch(search)
    // Coins have a call of their own.
    if (code !== undefined && listed !== undefined && listed !== 'CRYPTO')
      preloadCall(market.quote, { code, market: listed })
  }
  preloadCall(account.version, {})
}
