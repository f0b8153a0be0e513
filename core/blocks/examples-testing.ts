import { quantityOf, rateOf } from '#money/money.ts'
import type { OfferCase } from '#trading/testing.ts'
import type { BlockOffer } from './block-offer.ts'

/** An offer of the share of `examples-testing.ts` of trading: 2 % below the last price, open from 0 to 1,000,000. */
export const blockOffer: BlockOffer = {
  id: 5,
  instrument: 'US:EXMP',
  market: 'US',
  discount: rateOf('0.02'),
  total: quantityOf('200000'),
  lot: quantityOf('1'),
  lockDays: 3,
  publishedAt: 0,
  endsAt: 1_000_000,
  unlocksAt: 5_000_000,
  scheduleHash: '',
}

/** 100,000 shares are left at first, and 15,000 from 50,000 on. */
export const soldOffer = (offer: BlockOffer = blockOffer): OfferCase => ({
  offer,
  sales: [
    { at: 500, shares: quantityOf('100000') },
    { at: 50_000, shares: quantityOf('85000') },
  ],
})
