import { currencyOf, type FundingAsset } from '@mex/core/funding/coins.ts'
import { pairOf, type PublishedRate } from '@mex/core/money/conversion.ts'
import { fundingCurrency } from '@mex/core/funding/postings.ts'
import { rateAt, rateSince } from '#areas/wallet/rates.ts'
import type { Feed } from '#feeds/feed.ts'

/** The conversion rate between an asset and the funding account, if they differ and it is fresh (rulebook §7.2). */
export function fundingRate(feed: Feed, asset: FundingAsset, now: number): PublishedRate | undefined {
  const pair = pairOf(currencyOf(asset), fundingCurrency)
  return pair === undefined ? undefined : rateAt(feed, pair, now)?.published
}

/** Whether an asset needs no conversion or can be converted now. */
export const hasRate = (feed: Feed, asset: FundingAsset, now: number): boolean =>
  currencyOf(asset) === fundingCurrency || fundingRate(feed, asset, now) !== undefined

/**
 * The rate of a deposit of the simulated bank: the rate at its application, as for a withdrawal, or the first one after
 * it. Neither the review nor an operator who decides early can choose it (rulebook §0.1 P3, §9.3).
 */
export function applicationRate(
  feed: Feed,
  asset: FundingAsset,
  { createdAt }: { readonly createdAt: number },
  now: number,
): PublishedRate | undefined {
  const pair = pairOf(currencyOf(asset), fundingCurrency)
  return pair === undefined ? undefined : rateSince(feed, pair, createdAt, now)?.published
}
