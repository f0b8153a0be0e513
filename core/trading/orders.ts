import type { Source } from '#market/instrument.ts'
import type { Money, Price, Quantity, Rate, Value, WalletCurrency } from '#money/money.ts'
import { states } from '#states.ts'
import type { Wallet } from '#wallet/wallets.ts'

/** Which side of the market an order is on. The spec's numbers. */
export const sideNumbers = { buy: 0, sell: 1 } as const
export type Side = keyof typeof sideNumbers

/** What a position gains from: rising prices (long) or falling ones. The spec's numbers. */
export const directionNumbers = { long: 0, short: 1 } as const
export type Direction = keyof typeof directionNumbers

export const orderTypeNumbers = { market: 0, limit: 1 } as const
export type OrderType = keyof typeof orderTypeNumbers

/** Whether an order opens a position or closes one. The spec's numbers. */
export const purposeNumbers = { open: 0, close: 1 } as const
export type Purpose = keyof typeof purposeNumbers

/** Leverage that can be requested, up to the instrument's cap (rulebook §14.1, §31 `lev.steps`). */
export const leverageSteps = [1, 2, 3, 5, 10, 20, 30] as const

/**
 * Accepted (queued or working with nothing filled), partly filled, filled, or ended without a complete fill: its fills
 * stand (rulebook §1.2). The spec's numbers.
 */
export const orderStatusNumbers = { accepted: 0, partly_filled: 3, filled: 1, ended: 2 } as const
export type OrderStatus = keyof typeof orderStatusNumbers

/** Why an order ended without a complete fill (rulebook §14.3). */
export const endReasons = [
  'CANCELLED',
  'EXPIRED',
  'NO_FUNDS',
  'POSITION_CLOSED',
  'DELISTED',
  'CORPORATE_ACTION',
  'AUCTION_UNFILLED',
  'SOLD_OUT',
  'FILLED_FIRST',
] as const
export type EndReason = (typeof endReasons)[number]

export type OrderEvent = 'fill_part' | 'fill_rest' | 'end'

/** The machine of rulebook §14.3. */
export const orderStates = states<OrderStatus, OrderEvent>({
  accepted: { fill_part: 'partly_filled', fill_rest: 'filled', end: 'ended' },
  partly_filled: { fill_part: 'partly_filled', fill_rest: 'filled', end: 'ended' },
  filled: {},
  ended: {},
})

/** What the order of a block fixed at its acceptance (rulebook §22). */
export type BlockTerms = {
  /** Id of the offer. */
  readonly offer: number
  /** The least commission, in cents of the instrument's currency at the mid of the acceptance (rulebook §18). */
  readonly commissionMin: Money
}

/** The order that an amended one replaces, from the moment at which that one ends (docs/decisions/053). */
export type Replacement = {
  readonly order: number
  /** What it takes over of that order's reserve; it has put aside what it needs beyond this at its own acceptance. */
  readonly reserve: Money
}

/** An order of a user (rulebook §14). Instants are epoch milliseconds. */
export type Order = {
  /** From one sequence with applications and product orders, in the order of acceptance (rulebook §14.2, §15). */
  readonly id: number
  readonly user: number
  /** Key of the instrument. */
  readonly instrument: string
  readonly source: Source
  readonly purpose: Purpose
  readonly side: Side
  readonly type: OrderType
  readonly limit: Price | undefined
  readonly quantity: Quantity
  readonly filled: Quantity
  /** Of the position it opens or closes. */
  readonly leverage: number
  readonly wallet: Wallet
  readonly currency: WalletCurrency
  /**
   * The position that it closes, or that its first fill opened; undefined before. A position has the id of the order
   * that opened it, because each opening order makes at most one (rulebook §14.4).
   */
  readonly position: number | undefined
  /** Closes because a practice starts again or an account closes, not because the user wanted just this (rulebook §1.2). */
  readonly isForced: boolean
  /** Works in pre-market and after-hours sessions too (rulebook §13.5). */
  readonly extendedHours: boolean
  readonly status: OrderStatus
  readonly reason: EndReason | undefined
  readonly acceptedAt: number
  /** Set while a cancel waits for the feed, and kept afterwards (rulebook §13.6). */
  readonly cancelRequestedAt: number | undefined
  readonly expiresAt: number | undefined
  readonly changedAt: number
  /** Mid rate of the instrument's currency in the wallet's at acceptance (`fxLock`, rulebook §14.2). */
  readonly conversionRate: Rate
  /** Market date whose fee rows apply to all its fills, YYYY-MM-DD. */
  readonly feeDate: string
  /** What is still reserved; 0 for a closing order and when it has ended. */
  readonly reserve: Money
  /** Σ price × quantity × multiplier of its fills, signed, exact. */
  readonly cost: Value
  /** The same with |price|: what margin and fees are computed of. */
  readonly notional: Value
  /** Margin that its fills drew, and fees that they were charged, in cents of the wallet. */
  readonly margin: Money
  readonly fee: Money
  /** Undefined for anything but the order of a block. */
  readonly block: BlockTerms | undefined
  /** Undefined for an order that amended no other. */
  readonly replaces: Replacement | undefined
}

export const isLive = (order: Pick<Order, 'status'>): boolean => !orderStates.final(order.status)

/** The side that opens a position of this direction, and the one that closes it. */
export const openingSide = (direction: Direction): Side => (direction === 'long' ? 'buy' : 'sell')
export const closingSide = (direction: Direction): Side => (direction === 'long' ? 'sell' : 'buy')
/** What an opening order of this side makes. */
export const directionOf = (side: Side): Direction => (side === 'buy' ? 'long' : 'short')

/** +1 for long, −1 for short: dir of the rulebook. */
export const signOf = (direction: Direction): bigint => (direction === 'long' ? 1n : -1n)
