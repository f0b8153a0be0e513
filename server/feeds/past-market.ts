import { one, type Rate } from '@mex/core/money/money.ts'
import { minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { BarService } from './bars/bar-service.ts'
import type { PastQuote } from './bars/questions.ts'
import type { Feed } from './feed.ts'

/**
 * For so long before now the feed itself has the prices at hand. An account that has just begun needs no others, so that its curve does
 * not wait for worker threads that are still starting.
 */
const recentMilliseconds = 60 * minuteMilliseconds

/** The market at the instants of a curve: past ones from worker threads and their caches, recent ones from the feed itself. */
export type PastMarket = {
  readonly feed: Feed
  /** Ascending; the last is now. */
  readonly instants: readonly number[]
  /** The quotes in force at each instant. */
  quotes(key: string): Promise<readonly (PastQuote | undefined)[]>
  /** The mids of a currency in another at each instant: of the past however old, of now only if it is fresh. */
  rates(from: string, to: string): Promise<readonly (Rate | undefined)[]>
}

export function openPastMarket(
  feed: Feed,
  bars: Pick<BarService, 'quotes' | 'rates'>,
  instants: readonly number[],
  caller: string,
): PastMarket {
  const now = instants.at(-1) ?? 0
  const past = instants.filter((at) => at < now - recentMilliseconds)
  const recent = instants.slice(past.length)
  const rateAt = (from: string, to: string, at: number) =>
    at === now ? feed.conversionRate(from, to, at)?.rate : feed.lastConversionRate(from, to, at)?.rate
  const earlier = <Value>(ask: () => Promise<readonly Value[]>) => (past.length === 0 ? [] : ask())
  return {
    feed,
    instants,
    quotes: async (key) => [
      ...(await earlier(() => bars.quotes(key, past, caller))),
      ...recent.map((at) => feed.quote(key, at)),
    ],
    rates: async (from, to) =>
      from === to
        ? instants.map(() => one)
        : [...(await earlier(() => bars.rates(from, to, past, caller))), ...recent.map((at) => rateAt(from, to, at))],
  }
}
