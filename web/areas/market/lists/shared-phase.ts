import type { MarketClock } from '@mex/contract/market/calls.ts'
import type { Market } from '@mex/core/market/instrument.ts'
import type { Phase } from '@mex/core/market/quote.ts'

/** The phase that all exchanges of a market are in; undefined until it is known, and while they differ. */
export function sharedPhase(
  clocks: readonly Pick<MarketClock, 'market' | 'phase'>[] | undefined,
  market: Market,
): Phase | undefined {
  const phases = new Set(clocks?.filter((clock) => clock.market === market).map(({ phase }) => phase))
  return phases.size === 1 ? [...phases][0] : undefined
}
