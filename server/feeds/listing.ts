import type { FutureContract, Instrument, Name, SessionName, TickBand } from '@mex/core/market/instrument.ts'
import type { Price, Quantity, Rate } from '@mex/core/money/money.ts'
import type { LastTradeRule } from './catalogue-futures.ts'

/** A sector of shares: its key in the tables ('technology') and its names. */
export type Sector = { readonly key: string; readonly name: Name }

/**
 * What a simulated price is made of (market model §6). Keys name other listings: 'GLOBAL:SPX', 'FX:XAUUSD'; what has no
 * instrument of its own (crude oil, corn) is named by its product: 'COMMODITY:CL'.
 */
export type Origin =
  | { readonly kind: 'equity'; readonly sector: string }
  | { readonly kind: 'index'; readonly region: 'US' | 'HK' | 'MX' | 'EU' | 'ASIA' }
  | { readonly kind: 'pair'; readonly base: string; readonly quote: string }
  | { readonly kind: 'metal'; readonly base: 'XAU' | 'XAG'; readonly quote: string }
  | { readonly kind: 'future'; readonly underlying: string; readonly group: FutureContract['group'] }
  | { readonly kind: 'crypto' }
  | { readonly kind: 'fund'; readonly follows: Followed; readonly fee: Rate }

/** What a fund follows: an index by its key, or the shares of a sector of the US. */
export type Followed =
  | { readonly kind: 'index'; readonly key: string }
  | { readonly kind: 'sector'; readonly sector: string }

export type FirstPrice = {
  /** Id of the own path of the share. */
  readonly pathId: number
  /** The opening of its first session, epoch milliseconds. */
  readonly listsAt: number
  /** Its first price by that of the issue, as a logarithm in log units. */
  readonly rise: number
}

/** An instrument with what the feeds need beyond it. */
export type Listing = {
  readonly instrument: Instrument
  /** Price level of 2026 that simulated prices start from; for a future that of its underlying. */
  readonly basePrice: Price
  readonly origin: Origin
  /** How lists group it: a sector key, 'major', 'minor', 'exotic', 'metal', 'index', 'energy', 'agricultural', 'crypto', 'fund'. */
  readonly group: string
  /** One line about it, made from sector and venue. */
  readonly profile: Name
  /** Other codes by which people or files know it: 'GSPC' for SPX. */
  readonly aliases: readonly string[]
  /** Of a company that this project invented: it may get another code, or leave the market. */
  readonly invented?: { readonly nextCode: string }
  /** Of a company whose shares were a new issue of the simulated market: its prices begin at its listing. */
  readonly issue?: FirstPrice
}

/** A futures product: what its months have in common (rulebook §13.3). */
export type FutureProduct = {
  readonly code: string
  readonly name: Name
  readonly group: FutureContract['group']
  readonly venue: string
  readonly session: SessionName
  readonly multiplier: Rate
  readonly ticks: readonly TickBand[]
  readonly leverageCap: number
  readonly averageVolume: Quantity
  /** As in `Origin`. Mini and micro have the same. */
  readonly underlying: string
  /** Price level of the underlying, in the unit that the contract is quoted in. */
  readonly basePrice: Price
  /** Delivery months, 1–12. */
  readonly months: readonly number[]
  /** How many months are listed at a time. */
  readonly listed: number
  readonly lastTrade: LastTradeRule
}

/** A currency, or gold and silver, against the US dollar. */
export type CurrencyFacts = {
  readonly code: string
  readonly name: Name
  /** US dollars for 1 unit: the level that simulated prices start from. */
  readonly dollars: Rate
  /** Yearly interest (`fin.base.*`); undefined: pairs with it are quoted and not traded (rulebook §13.6). */
  readonly interest: Rate | undefined
}
