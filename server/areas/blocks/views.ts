import type { Answer } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import type { BlockOffer as BlockOfferView } from '@mex/contract/blocks/shapes.ts'
import type { Quote as QuoteView } from '@mex/contract/market/shapes.ts'
import {
  blockPrice,
  blockQuantityMin,
  buyableBlock,
  remainingAt,
  type BlockOffer,
} from '@mex/core/blocks/block-offer.ts'
import { sources, type Instrument } from '@mex/core/market/instrument.ts'
import { walletFor } from '@mex/core/market/products.ts'
import type { Quantity } from '@mex/core/money/money.ts'
import { dollarRateIn } from '#areas/trading/block.ts'
import { pricesAt, ratesOf } from '#areas/trading/prices.ts'
import type { Feed } from '#feeds/feed.ts'

type OfferFacts = {
  readonly feed: Feed
  readonly now: number
  readonly instrument: Instrument
  readonly quote: QuoteView
  /** What the reader has bought of the offer. */
  readonly bought: Quantity
  readonly feeDate: string
}

/** A block with the quote of its share. */
export function offerView(
  offer: BlockOffer,
  { feed, now, instrument, quote, bought, feeDate }: OfferFacts,
): BlockOfferView {
  const remaining = remainingAt(offer, feed.blockSales(offer, now), now)
  const wallet = walletFor({ source: sources.blockTrade, market: offer.market })
  return {
    ...quote,
    offerId: offer.id,
    price: blockPrice(offer, instrument.ticks, quote.last),
    discount: offer.discount,
    total: offer.total,
    remaining,
    least: blockQuantityMin,
    most: buyableBlock(offer, remaining, bought),
    lockDays: offer.lockDays,
    startsAt: offer.publishedAt,
    endsAt: offer.endsAt,
    unlocksAt: offer.unlocksAt,
    direction: 0,
    scheduleHash: offer.scheduleHash,
    conversionRate: ratesOf(instrument, pricesAt(feed, now), wallet).conversionRate,
    dollarRate: dollarRateIn(feed, instrument.currency, now),
    feeDate,
  }
}

/** What of a block has been sold, and how anyone can check the schedule. */
export function scheduleView(
  offer: BlockOffer,
  { code }: Pick<Instrument, 'code'>,
  { feed, now }: Pick<OfferFacts, 'feed' | 'now'>,
): Answer<typeof calls.blocks.schedule> {
  const sales = feed.blockSales(offer, now)
  return {
    id: offer.id,
    code,
    total: offer.total,
    lot: offer.lot,
    discount: offer.discount,
    lockDays: offer.lockDays,
    startsAt: offer.publishedAt,
    endsAt: offer.endsAt,
    unlocksAt: offer.unlocksAt,
    scheduleHash: offer.scheduleHash,
    nonce: feed.blockNonce(offer, now),
    sales: sales.map(({ at, shares }) => ({ at, sold: shares, remaining: remainingAt(offer, sales, at) })),
  }
}
