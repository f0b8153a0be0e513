import { assert } from '@mex/core/assert.ts'
import { remainingAt, type BlockMarket } from '@mex/core/blocks/block-offer.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import type { Rate, WalletCurrency } from '@mex/core/money/money.ts'
import { one } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { walletFor } from '@mex/core/market/products.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'
import type { Feed } from '#feeds/feed.ts'

/** The market at one instant: the same prices for all users (rulebook P2). */
export type Prices = {
  readonly now: number
  readonly delaySeconds: number
  /** A listed instrument, or a contract that has ended. */
  instrument(key: string): Instrument | undefined
  quote(key: string): Quote | undefined
  /** Mid of one currency in another; undefined when no fresh rate is known. */
  conversionRate(from: string, to: WalletCurrency): Rate | undefined
}

export function pricesAt(feed: Feed, now: number): Prices {
  return {
    now,
    delaySeconds: feed.delaySeconds,
    instrument: (key) => feed.instruments(now).get(key) ?? feed.ended(key, now),
    quote: (key) => feed.quote(key, now),
    conversionRate: (from, to) => (from === to ? one : feed.conversionRate(from, to, now)?.rate),
  }
}

/**
 * The rate at which something is booked that cannot wait: a settlement, a dividend, a removal. Where no fresh rate connects
 * the currencies it is the last one, because a series of rates may have ended before (rulebook §17.5).
 */
export const bookingRate = (feed: Feed, from: string, to: WalletCurrency, at: number): Rate | undefined =>
  from === to ? one : (feed.conversionRate(from, to, at) ?? feed.lastConversionRate(from, to, at))?.rate

/** The offers of blocks as of `now` (rulebook §22). */
export const blockMarket = (feed: Feed, now: number): BlockMarket => ({
  offer: (id) => feed.blockOffer(id, now),
  remaining(offer, at) {
    assert(at <= now, 'what will be left is not known')
    return remainingAt(offer, feed.blockSales(offer, at), at)
  },
})

/**
 * Conversion rates of an instrument into the currency of the wallet that pays, and into USD; undefined if a rate is missing.
 * Shares of an offer are in its wallet, not in that of their market.
 */
export function ratesOf(
  instrument: Instrument | undefined,
  prices: Prices,
  wallet: Wallet | undefined = instrument === undefined ? undefined : walletFor(instrument),
): { readonly conversionRate: Rate | undefined; readonly conversionRateToUsd: Rate | undefined } {
  if (instrument === undefined) return { conversionRate: undefined, conversionRateToUsd: undefined }
  return {
    conversionRate:
      wallet === undefined ? undefined : prices.conversionRate(instrument.currency, walletCurrency[wallet]),
    conversionRateToUsd: prices.conversionRate(instrument.currency, 'USD'),
  }
}
