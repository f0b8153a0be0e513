import type { Answer, Input } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import type { ConversionRate } from '@mex/contract/market/calls.ts'
import { isFreshRate, publishedPairs, publishedRate, type CurrencyPair } from '@mex/core/money/conversion.ts'
import { one } from '@mex/core/money/money.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { Feed } from '#feeds/feed.ts'

/** The conversion rate of a currency pair by the platform's rates (rulebook §7.2); undefined if the mid is too old. */
function rateOf(feed: Feed, { base, quote }: CurrencyPair, now: number): ConversionRate | undefined {
  if (base === quote) return { currency: base, target: quote, buyRate: one, sellRate: one, mid: one, at: now }
  const mid = feed.conversionRate(base, quote, now)
  if (mid === undefined || !isFreshRate(mid.time, now)) return undefined
  const { buyRate, sellRate } = publishedRate({ base, quote }, mid.rate)
  return { currency: base, target: quote, buyRate, sellRate, mid: mid.rate, at: mid.time }
}

/** The requested pair, and every published pair that has a rate. Refuses quote_unavailable. */
export function ratesView(
  feed: Feed,
  { currency, target }: Input<typeof calls.market.rates>,
  now: number,
): Answer<typeof calls.market.rates> {
  const asked = rateOf(feed, { base: currency, quote: target }, now) ?? refuse('quote_unavailable')
  return { ...asked, rates: publishedPairs.flatMap((pair) => rateOf(feed, pair, now) ?? []) }
}
