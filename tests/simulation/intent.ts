import type { Call } from '@mex/contract/call.ts'
import type { BlockOffer } from '@mex/core/blocks/block-offer.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import type { NewIssue } from '@mex/core/offerings/new-issue.ts'
import type { OfferSource } from '@mex/core/offerings/offer.ts'
import type { Money, Price, Quantity } from '@mex/core/money/money.ts'
import type { Placing } from '@mex/core/offerings/placing.ts'
import type { Deciding, Feed, keyed } from '@mex/server/testing.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The lanes of one process, through which a command is sent. */
export type Door = Pick<Deciding, 'engine' | 'transfers' | 'funding' | 'offerings' | 'investments'>
export type IdempotentRequest = ReturnType<typeof keyed>

/** The effect that an accepted command must have in the database. */
export type Effect =
  | 'order'
  | 'cancel'
  | 'addition'
  | 'transfer'
  | 'transfer end'
  | 'card'
  | 'card end'
  | 'deposit'
  | 'payment'
  | 'withdrawal'
  | 'application'
  | 'more shares'
  | 'missing payment'
  | 'application end'
  | 'bond purchase'
  | 'bond sale'
  | 'subscription'
  | 'follow'
  | 'rental'
  | 'redemption'

/** A command of a user, ready to be sent once or repeatedly. */
export type Intent = {
  readonly user: number
  /** In words: the trace shows it, and a request key covers it. */
  readonly text: string
  /** The call whose keys it may use; undefined when repeating it does no harm anyway. */
  readonly call: Call | undefined
  readonly effect: Effect
  /** The row that the command is about, where there is one before. */
  readonly about: number
  /** How many rows it makes; 1 unless it is said. */
  readonly makes?: number
  send(this: void, door: Door, request: IdempotentRequest | undefined): Promise<unknown>
}

/** The current rows of one user, which commands can refer to. */
export type Standing = {
  readonly user: number
  readonly orders: readonly number[]
  readonly working: readonly StandingOrder[]
  /** Those of them that are for blocks, and for auctions. */
  readonly blockOrders: readonly number[]
  readonly auctionOrders: readonly number[]
  readonly positions: readonly StandingPosition[]
  readonly transfers: readonly number[]
  readonly cards: readonly number[]
  /** Applications for new issues and placings that have not ended. */
  readonly applications: readonly StandingApplication[]
  /** Bonds that have not been sold. */
  readonly holdings: readonly StandingHolding[]
  /** Rented robots whose redemption is not requested. */
  readonly rentals: readonly number[]
  /** What is free in the financial wallet, which pays for products, robots and energy. */
  readonly financial: Money
}

export type StandingOrder = {
  readonly id: number
  readonly instrument: string
  readonly quantity: Quantity
  readonly filled: Quantity
  readonly limit: Price | undefined
}

export type StandingHolding = { readonly id: number; readonly face: Money }

export type StandingPosition = {
  readonly id: number
  readonly quantity: bigint
  readonly margin: bigint
  readonly source: number
}

export type StandingApplication = {
  readonly id: number
  readonly source: OfferSource
  readonly offer: number
  readonly status: string
  /** What is to be paid for allotted shares. */
  readonly missing: bigint
}

/** A product that a run has beside trading, transfers and funding. Its intents have a file of their own. */
export const products = [
  'new issues',
  'placings',
  'blocks',
  'auctions',
  'bonds',
  'quantify',
  'follow',
  'robots',
] as const
export type Product = (typeof products)[number]

export type Drawing = {
  readonly random: SeededRandom
  readonly standing: Standing
  /** Things of others and things long gone, which nobody else may touch. */
  readonly strange: {
    readonly orders: readonly number[]
    readonly positions: readonly number[]
    readonly applications: readonly number[]
    readonly holdings: readonly number[]
    readonly rentals: readonly number[]
  }
  readonly users: readonly number[]
  readonly proofs: ReadonlyMap<number, string>
  readonly instruments: readonly Instrument[]
  readonly products: readonly Product[]
  /** A share that leaves the market soon, which people buy while they can. */
  readonly leaving: Instrument | undefined
  readonly issues: readonly NewIssue[]
  readonly placings: readonly Placing[]
  readonly blocks: readonly BlockOffer[]
  readonly feed: Feed
  readonly now: number
}
