import { divide } from '@mex/core/money/decimal.ts'
import { one, rate, type Rate } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'

/** A conversion rate: 1 unit of a currency in another, and the time of the older of its prices. */
export type ConversionRate = { readonly rate: Rate; readonly time: number }

/** A currency pair by its two codes, and its quote in force. */
export type PairQuote = { readonly base: string; readonly quote: string; readonly inForce: Quote | undefined }

/**
 * The conversion rate between two currencies by mid prices: of a quoted pair, else through one third currency,
 * preferably the dollar (rulebook §7.2).
 */
export function conversionRateBetween(
  pairs: readonly PairQuote[],
  from: string,
  to: string,
  now: number,
): ConversionRate | undefined {
  if (from === to) return { rate: one, time: now }
  const direct = legBetween(pairs, from, to)
  if (direct !== undefined) return direct
  const thirds = new Set(['USD', ...pairs.flatMap(({ base, quote }) => [base, quote])])
  for (const third of thirds) {
    const [first, second] = [legBetween(pairs, from, third), legBetween(pairs, third, to)]
    if (first !== undefined && second !== undefined) {
      const crossed = divide(first.rate * second.rate, one, 'near')
      return { rate: rate(crossed), time: Math.min(first.time, second.time) }
    }
  }
  return undefined
}

function legBetween(pairs: readonly PairQuote[], from: string, to: string): ConversionRate | undefined {
  for (const { base, quote, inForce } of pairs) {
    if (inForce === undefined) continue
    // bid + ask is twice the mid with 8 decimals; a rate has 12.
    const twice = inForce.bid + inForce.ask
    if (twice <= 0n) continue
    if (base === from && quote === to) return { rate: rate(twice * 5_000n), time: inForce.venueTime }
    if (base === to && quote === from) {
      return { rate: rate(divide(2n * 10n ** 20n, twice, 'near')), time: inForce.venueTime }
    }
  }
  return undefined
}
