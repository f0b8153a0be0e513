import { assert } from '#assert.ts'
import { divide, greatest, least, type Rounding } from './decimal.ts'
import {
  divideBy,
  money,
  multiply,
  one,
  rate,
  rateOf,
  subtractMoney,
  type Money,
  type Rate,
  type WalletCurrency,
} from './money.ts'

/** Share by which the platform's rates lie below and above the mid (rulebook §7.2, `fx.halfSpread`). */
export const conversionHalfSpread = rateOf('0.0025')
/** A mid older than this converts nothing (rulebook §7.2, `fx.maxAgeMin`). */
export const conversionRateAgeSecondsMax = 30 * 60

export const isFreshRate = (time: number, now: number): boolean => now - time <= conversionRateAgeSecondsMax * 1000

/** Pairs whose rates are published (rulebook §7.2): 1 of `base` costs so much of `quote`. */
export type CurrencyPair = { readonly base: WalletCurrency; readonly quote: WalletCurrency }
export const publishedPairs: readonly CurrencyPair[] = [
  { base: 'USD', quote: 'MXN' },
  { base: 'HKD', quote: 'MXN' },
  { base: 'USD', quote: 'HKD' },
]

export type PublishedRate = CurrencyPair & {
  readonly mid: Rate
  /** What the platform gives for 1 of base that it buys from the user. */
  readonly buyRate: Rate
  /** What the user pays for 1 of base. */
  readonly sellRate: Rate
}

const step = rateOf('0.0001')

/** The platform's rates around a mid (rulebook §7.2): both on steps of 0.0001, away from the mid. */
export function publishedRate(pair: CurrencyPair, mid: Rate, halfSpread: Rate = conversionHalfSpread): PublishedRate {
  const below = mid * (one - halfSpread)
  const above = mid * (one + halfSpread)
  return {
    base: pair.base,
    quote: pair.quote,
    mid,
    buyRate: rate(divide(below, one * step, 'floor') * step),
    sellRate: rate(divide(above, one * step, 'ceil') * step),
  }
}

/** The published pair that connects two currencies, whichever way round; undefined when they are the same. */
export const pairOf = (left: WalletCurrency, right: WalletCurrency): CurrencyPair | undefined =>
  publishedPairs.find(({ base, quote }) => (base === left && quote === right) || (base === right && quote === left))

export type Conversion = {
  readonly from: WalletCurrency
  readonly to: WalletCurrency
  readonly paid: Money
  /** What arrives, in cents of `to`. */
  readonly received: Money
  /** What would arrive at the mid; the difference is the platform's spread. */
  readonly atMid: Money
  /** The platform's rate that was used. */
  readonly rate: Rate
}

/** Converts money that a user moves (rulebook §7.2); what arrives is rounded down, so a round trip never gains. */
export function convertMoney(paid: Money, from: WalletCurrency, published: PublishedRate): Conversion {
  const { base, quote, mid, buyRate, sellRate } = published
  assert(from === base || from === quote, `${base}/${quote} converts ${from}`)
  if (from === base) {
    const received = multiply(paid, buyRate, 'floor')
    return { from, to: quote, paid, received, atMid: multiply(paid, mid, 'near'), rate: buyRate }
  }
  const received = divideBy(paid, sellRate, 'floor')
  return { from, to: base, paid, received, atMid: divideBy(paid, mid, 'near'), rate: sellRate }
}

/** The least money that `convertMoney` turns into at least `received`. */
export const paidToReceive = (received: Money, from: WalletCurrency, published: PublishedRate): Money =>
  from === published.base
    ? divideBy(received, published.buyRate, 'ceil')
    : multiply(received, published.sellRate, 'ceil')

/**
 * Reconstructs a conversion from its stored data: the platform's rate and, instead of the mid, only the platform's spread
 * (`spread`). The rate fixes what arrived; it fixes the mid to one step, and `atMid` is what such a mid gives, as close
 * to the spread as it can be. Undefined when no such rate can have been published.
 */
export function convertedAt(
  paid: Money,
  from: WalletCurrency,
  to: WalletCurrency,
  published: Rate,
  spread: Money,
): Conversion | undefined {
  const pair = pairOf(from, to)
  if (pair === undefined || published <= 0n || published % step !== 0n) return undefined
  const isSold = from === pair.base
  const share = isSold ? one - conversionHalfSpread : one + conversionHalfSpread
  const midAt = (by: bigint): bigint => divide(by * one, share, isSold ? 'ceil' : 'floor')
  // The first and the last mid that are published as this rate.
  const lowest = rate(isSold ? midAt(published) : midAt(published - step) + 1n)
  const highest = rate(isSold ? midAt(published + step) - 1n : midAt(published))
  const at = (by: Rate, rounding: Rounding): Money =>
    isSold ? multiply(paid, by, rounding) : divideBy(paid, by, rounding)
  const received = at(published, 'floor')
  const [fewest, most] = isSold ? [at(lowest, 'near'), at(highest, 'near')] : [at(highest, 'near'), at(lowest, 'near')]
  const atMid = money(least(greatest(received + spread, fewest), most))
  return { from, to, paid, received, atMid, rate: published }
}

/** What the platform keeps of a conversion, never below zero. */
export const spreadOf = (conversion: Conversion): Money => subtractMoney(conversion.atMid, conversion.received)
