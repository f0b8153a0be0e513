import { isFreshRate, pairOf, publishedRate, type CurrencyPair, type PublishedRate } from '@mex/core/exchange.ts'
import { addMoney, multiply, nothing, type Money, type WalletCurrency } from '@mex/core/money.ts'
import { refuse } from '@mex/core/refusal.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallets.ts'
import type { Feed } from '#feeds/feed.ts'

/** A published rate and when its mid was made, epoch milliseconds. */
export type RateAt = { readonly published: PublishedRate; readonly time: number }

/** The platform's rates of a pair at an instant (rulebook §7.2); undefined when the last good mid is too old. */
export function rateAt(feed: Feed, pair: CurrencyPair, now: number): RateAt | undefined {
  const mid = feed.exchangeRate(pair.base, pair.quote, now)
  if (mid === undefined || !isFreshRate(mid.time, now)) return undefined
  return { published: publishedRate(pair, mid.rate), time: mid.time }
}

/** The pair between two wallets; undefined when they have one currency. */
export const pairBetween = (from: Wallet, to: Wallet): CurrencyPair | undefined =>
  pairOf(walletCurrency[from], walletCurrency[to])

/**
 * The rate by which a conversion that was due at `dueAt` settles at `now`: of the first tick after that instant, so
 * that it does not matter when somebody looks; or the newest, when that one has grown old or said nothing new.
 */
export function settlementRate(feed: Feed, pair: CurrencyPair, dueAt: number, now: number): RateAt | undefined {
  const first = Math.min(feed.nextTick(dueAt), now)
  const found = rateAt(feed, pair, first)
  if (found !== undefined && found.time > dueAt && isFreshRate(found.time, now)) return found
  return rateAt(feed, pair, now)
}

/** Amounts of several currencies as one in MXN at mid (rulebook §27). Refuses quote_unavailable without a rate. */
export function inPesos(
  feed: Feed,
  now: number,
  amounts: Iterable<{ readonly currency: WalletCurrency; readonly amount: Money }>,
): Money {
  let total = nothing
  for (const { currency, amount } of amounts) {
    if (currency === 'MXN') total = addMoney(total, amount)
    else if (amount !== 0n) {
      const mid = feed.exchangeRate(currency, 'MXN', now) ?? refuse('quote_unavailable')
      total = addMoney(total, multiply(amount, mid.rate, 'near'))
    }
  }
  return total
}
