import type { TradingDependencies } from '#areas/trading/dependencies.ts'

/**
 * How late a quote may still come, in seconds of the market clock. On an accelerated clock a tick is handled as late in real time as
 * on any other: an order for an auction waits for its print so long, because nothing else would fill it.
 */
export const latestQuote = ({
  feed,
  clock,
  quoteAgeSecondsMax,
}: Pick<TradingDependencies, 'feed' | 'clock' | 'quoteAgeSecondsMax'>) => ({
  delaySeconds: feed.delaySeconds,
  quoteAgeSecondsMax,
  printAgeSecondsMax: quoteAgeSecondsMax * Math.max(1, clock.speed),
})
