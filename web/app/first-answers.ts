import { account } from '@mex/contract/account.ts'
import { market } from '@mex/contract/market.ts'
import type { Path } from '#data/addresses.ts'
import { preloadCall } from '#data/call.ts'
import { currentSession } from '#data/session.ts'

/**
 * Asks what a page will ask first, while its code is still being read. The page's own questions then find the answers on
 * their way; one that it does not ask in these words would only be asked in vain.
 */
export function askAhead(path: Path): void {
  preloadCall(account.version, {})
  if (path !== '/') return
  preloadCall(market.clock, {})
  preloadCall(market.globalIndices, {})
  preloadCall(market.home, {})
  if (currentSession() !== undefined) preloadCall(account.overview, { wallet: 'OVERVIEW' })
}
