import type { TradingDependencies } from './dependencies.ts'

/**
 * How late a quote may still come, in seconds of the market clock. On an accelerated clock the ticker is as late in real time, and
 * its ticks are further apart: what ends without a quote, such as an order for an auction that was missed, waits for that.
 */
export const latestQuote = ({
  feed,
  clock,
  quoteAgeSecondsMax,
}: Pick<TradingDependencies, 'feed' | 'clock' | 'quoteAgeSecondsMax'>) => ({
  delaySeconds: feed.delaySeconds,
  quoteAgeSecondsMax: quoteAgeSecondsMax * Math.max(1, clock.speed),
})
