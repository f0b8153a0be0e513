import type { Quote } from '@mex/contract/market/shapes.ts'
import type { Market, Source } from '@mex/core/market/instrument.ts'
import type { Phase } from '@mex/core/market/quote.ts'
import type { Price } from '@mex/core/money/money.ts'

/** The instrument of a chart. */
export type Charted = {
  readonly code: string
  readonly market: Market
  readonly source: Source
  readonly name: string
  /** The newest price. */
  readonly last: Price | undefined
  readonly previousClose: Price | undefined
  readonly phase: Phase
  /** Where its prices come from, when the caller says so. */
  readonly mode?: Quote['mode']
  readonly sinceClose: boolean
  /** The session whose close is `previousClose`. */
  readonly lastSession?: Quote['lastSession']
  readonly tick: Price
}
