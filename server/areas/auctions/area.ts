import type { Area } from '#area.ts'
import { watchedKeys } from '#areas/watchlist/store-keys.ts'
import { auctionHandlers } from './handlers.ts'

/** Orders for auctions are orders of trading; here is what is published of the auctions themselves. */
export const area = {
  name: 'auctions',
  handlers: ({ market }) => ({ auctions: auctionHandlers(market, watchedKeys) }),
} satisfies Area
