import { currencyOf, type FundingAsset } from '@mex/core/coins.ts'
import { pairOf, type PublishedRate } from '@mex/core/exchange.ts'
import { fundingCurrency } from '@mex/core/funding-postings.ts'
import { rateAt } from '#areas/wallet/actions.ts'
import type { Feed } from '#feeds/feed.ts'

/** The rate between an asset and the funding account, when they differ and it is fresh (rulebook §7.2). */
export function fundingRate(feed: Feed, asset: FundingAsset, now: number): PublishedRate | undefined {
  const pair = pairOf(currencyOf(asset), fundingCurrency)
  return pair === undefined ? undefined : rateAt(feed, pair, now)?.published
}
