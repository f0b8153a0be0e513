import type { Classification, Market, Source } from '@mex/core/market/instrument.ts'
import { price, priceScale, type Price, type Quantity } from '@mex/core/money/money.ts'
import type { Percent } from '@mex/core/trading/positions.ts'

/** What a row of any list of instruments knows; what it does not know is undefined. */
export type Listing = {
  readonly code: string
  readonly name: string
  /** Of a future: shown instead of the name, whose month the code says too. */
  readonly productName?: string
  readonly market: Market
  readonly source: Source
  readonly classify: Classification
  readonly last: Price | undefined
  readonly change: Price | undefined
  readonly changeRatio: Percent | undefined
  readonly volume: Quantity | undefined
  /** The sparkline, oldest first. */
  readonly closes?: readonly Price[]
  /** Price step; a row without one gets a likely one from `tickOf`. */
  readonly tick?: Price | undefined
  readonly isWatched?: boolean
  /** False where a short is refused. */
  readonly shortable?: boolean
}

/** Names an instrument among all: 'US:AAPL'. */
export const keyOfListing = ({ market, code }: Pick<Listing, 'market' | 'code'>): string => `${market}:${code}`

const unit = 10n ** BigInt(priceScale)
/** A power of ten with so many decimals. */
const step = (decimals: number): Price => price(10n ** BigInt(priceScale - decimals))

/**
 * The price step of a row. Where it is not said, it is the usual one of the market (pairs have five decimals, three where
 * one unit is worth many), or as fine as the price itself.
 */
export function tickOf({ tick, market, last }: Listing): Price {
  if (tick !== undefined) return tick
  let decimals = market !== 'FX' ? 2 : last !== undefined && last > 20n * unit ? 3 : 5
  while (last !== undefined && last % step(decimals) !== 0n) decimals += 1
  return step(decimals)
}
