import type { Classification, Market, Source } from '@mex/core/instrument.ts'
import type { Price, Quantity } from '@mex/core/money.ts'
import type { Percent } from '@mex/core/positions.ts'

/** What a row of any list of instruments knows; what it does not know is undefined. */
export type Listing = {
  readonly code: string
  readonly name: string
  readonly market: Market
  readonly source: Source
  readonly classify: Classification
  readonly last: Price | undefined
  readonly change: Price | undefined
  readonly changeRatio: Percent | undefined
  readonly volume: Quantity | undefined
  /** The sparkline, oldest first. */
  readonly closes?: readonly Price[]
  /** Price step; without one the decimals are guessed from the price. */
  readonly tick?: Price
  readonly isWatched?: boolean
}

/** Names an instrument among all: 'US:AAPL'. */
export const keyOfListing = ({ market, code }: Pick<Listing, 'market' | 'code'>): string => `${market}:${code}`
