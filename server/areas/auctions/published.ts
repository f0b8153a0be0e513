import type { AuctionNews } from '@mex/contract/auctions/shapes.ts'
import { magnitude } from '@mex/core/money/decimal.ts'
import { quantity, type Quantity } from '@mex/core/money/money.ts'
import type { AuctionFigures } from '#feeds/feed.ts'

/** The figures as calls and frames tell them: an imbalance has no sign but a side. */
export const figuresView = (figures: AuctionFigures | undefined): Omit<AuctionNews, 'code'> => ({
  indicativePrice: figures?.price,
  indicativeVolume: figures?.volume,
  imbalance: figures === undefined ? undefined : quantity(magnitude(figures.imbalance)),
  imbalanceSide: figures === undefined ? undefined : sideOf(figures.imbalance),
  publishedAt: figures?.publishedAt,
})

const sideOf = (imbalance: Quantity) => (imbalance === 0n ? undefined : imbalance > 0n ? 'buy' : 'sell')
