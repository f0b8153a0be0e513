import type { PublicPrice } from '@mex/contract/market/public-price.ts'
import type { Classification, Market, Source } from '@mex/core/market/instrument.ts'
import { price, priceScale, type Price, type Quantity, type Percent } from '@mex/core/money/money.ts'

/** The common fields of rows in lists of instruments; unknown fields are undefined. */
export type Listing = {
  readonly code: string
  readonly name: string
  /** The product of a future: shown instead of the name, because the code has the month too. */
  readonly productName?: string
  readonly market: Market
  readonly source: Source
  readonly classify: Classification
  readonly last: Price | undefined
  readonly change: Price | undefined
  readonly changeRatio: Percent | undefined
  readonly volume: Quantity | undefined
  readonly bid?: Price | undefined
  readonly ask?: Price | undefined
  /** Of the session, as the volume. */
  readonly high?: Price | undefined
  readonly low?: Price | undefined
  /** The sparkline, oldest first. */
  readonly closes?: readonly Price[]
  /** Price step; `tickOf` estimates a missing one. */
  readonly tick?: Price | undefined
  readonly isWatched?: boolean
  /** False if the instrument cannot be shorted. */
  readonly shortable?: boolean
  /** How old the price is; only of a public source. */
  readonly publicPrice?: PublicPrice | undefined
}

/** The unique key of an instrument: 'US:AAPL'. */
export const keyOfListing = ({ market, code }: Pick<Listing, 'market' | 'code'>): string => `${market}:${code}`

const unit = 10n ** BigInt(priceScale)
/** The price step with this number of decimals. */
const step = (decimals: number): Price => price(10n ** BigInt(priceScale - decimals))

/**
 * The price step of a row. A missing one is estimated: the usual step of the market (five decimals for currency pairs,
 * three for those with large prices), or the precision of the price itself.
 */
export function tickOf({ tick, market, last }: Listing): Price {
  if (tick !== undefined) return tick
  let decimals = market !== 'FX' ? 2 : last !== undefined && last > 20n * unit ? 3 : 5
  while (last !== undefined && last % step(decimals) !== 0n) decimals += 1
  return step(decimals)
}
