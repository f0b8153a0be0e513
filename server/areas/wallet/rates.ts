import {
  isFreshRate,
  pairOf,
  publishedRate,
  type CurrencyPair,
  type PublishedRate,
} from '@mex/core/money/conversion.ts'
import { addMoney, multiply, nothing, type Money, type WalletCurrency } from '@mex/core/money/money.ts'
import { refuse } from '@mex/core/refusal.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'
import type { Feed } from '#feeds/feed.ts'

/** A published rate and the instant of its mid in epoch milliseconds. */
export type RateAt = { readonly published: PublishedRate; readonly time: number }

/** The platform's rates of a pair at an instant (rulebook §7.2); undefined if the last valid mid is too old. */
export function rateAt(feed: Feed, pair: CurrencyPair, now: number): RateAt | undefined {
  const mid = feed.conversionRate(pair.base, pair.quote, now)
  if (mid === undefined || !isFreshRate(mid.time, now)) return undefined
  return { published: publishedRate(pair, mid.rate), time: mid.time }
}

/** The currency pair of two wallets; undefined if they have the same currency. */
export const pairBetween = (from: Wallet, to: Wallet): CurrencyPair | undefined =>
  pairOf(walletCurrency[from], walletCurrency[to])

/**
 * The first rate of a pair after an instant, if it is known at `now`. The result does not depend on the time of the call.
 * Rates are ordered, so a binary search finds the instant.
 */
export function firstRateAfter(feed: Feed, pair: CurrencyPair, instant: number, now: number): RateAt | undefined {
  const isLater = (at: number): boolean => (feed.conversionRate(pair.base, pair.quote, at)?.time ?? instant) > instant
  const next = feed.nextTick(instant)
  // In an open market it is the next tick; after a pause the first tick.
  if (next <= now && isLater(next)) return rateAt(feed, pair, next)
  if (!isLater(now)) return undefined
  let [before, from] = [instant, now]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (isLater(middle)) from = middle
    else before = middle
  }
  return rateAt(feed, pair, from)
}

/**
 * The rate by which a conversion that was due at `dueAt` settles at `now`: the first one after that instant, so that the
 * time of the call does not matter; or the newest, if that one is too old.
 */
export function settlementRate(feed: Feed, pair: CurrencyPair, dueAt: number, now: number): RateAt | undefined {
  const first = firstRateAfter(feed, pair, dueAt, now)
  return first !== undefined && isFreshRate(first.time, now) ? first : rateAt(feed, pair, now)
}

/**
 * The rate in force at an instant or, if none was fresh then, the first one after it that is known at `now`. The result
 * does not depend on the time of the call.
 */
export const rateSince = (feed: Feed, pair: CurrencyPair, instant: number, now: number): RateAt | undefined =>
  rateAt(feed, pair, Math.min(instant, now)) ?? firstRateAfter(feed, pair, instant, now)

/** The sum of amounts in several currencies in MXN at mid (rulebook §27). Refuses quote_unavailable without a rate. */
export function inPesos(
  feed: Feed,
  now: number,
  amounts: Iterable<{ readonly currency: WalletCurrency; readonly amount: Money }>,
): Money {
  let total = nothing
  for (const { currency, amount } of amounts) {
    if (currency === 'MXN') total = addMoney(total, amount)
    else if (amount !== 0n) {
      const mid = feed.conversionRate(currency, 'MXN', now) ?? refuse('quote_unavailable')
      total = addMoney(total, multiply(amount, mid.rate, 'near'))
    }
  }
  return total
}
