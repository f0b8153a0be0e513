import { divide } from '#money/decimal.ts'
import type { Instrument, Source } from '#market/instrument.ts'
import {
  convert,
  percent,
  price,
  quantity,
  subtractMoney,
  value,
  valueOf,
  type Money,
  type Percent,
  type Price,
  type Quantity,
  type Rate,
  type Value,
  type WalletCurrency,
} from '#money/money.ts'
import { signOf, type Direction } from './orders.ts'
import type { Owed } from './postings.ts'
import type { Phase, Quote } from '#market/quote.ts'
import { states } from '#states.ts'
import type { Wallet } from '#wallet/wallets.ts'

/** The machine of rulebook §16.7. */
export type PositionState = 'LOCKED' | 'OPEN' | 'CLOSED'
export type PositionEvent = 'unlock' | 'close_part' | 'close_all'
export const positionStates = states<PositionState, PositionEvent>({
  LOCKED: { unlock: 'OPEN', close_all: 'CLOSED' },
  OPEN: { close_part: 'OPEN', close_all: 'CLOSED' },
  CLOSED: {},
})

/** Why a position was closed. The spec's numbers (rulebook §1.2). */
export const closeReasonNumbers = { user: 1, liquidation: 2, expiry: 3, delisting: 4, reset: 5, split: 6 } as const
export type CloseReason = keyof typeof closeReasonNumbers

/** An open position (rulebook §16.1). Money is in cents of the wallet, instants are epoch milliseconds. */
export type Position = {
  /** Id of the order that opened it (rulebook §14.4). */
  readonly id: number
  readonly user: number
  /** Key of the instrument. */
  readonly instrument: string
  readonly source: Source
  readonly direction: Direction
  readonly leverage: number
  readonly wallet: Wallet
  readonly currency: WalletCurrency
  readonly state: PositionState
  /** Open quantity, and the part of it locked by closing orders. */
  readonly quantity: Quantity
  readonly locked: Quantity
  /** Σ price × quantity × multiplier of the open quantity, exact (C0). */
  readonly cost: Value
  /** Margin posted now (M, `isolatedPosition`), and its parts paid at the opening and added later. */
  readonly margin: Money
  readonly initialMargin: Money
  readonly addedMargin: Money
  /** Charges that could not be paid (rulebook §17.1). */
  readonly owed: Owed
  /** Opening fees of the open quantity; financing, swaps and dividends booked on it so far (signed, + received). */
  readonly openingFee: Money
  readonly financing: Money
  /** Set when half of a large position has been liquidated (rulebook §16.5 `half`). */
  readonly halved: boolean
  /** When the last margin call was sent. */
  readonly warnedAt: number | undefined
  readonly openedAt: number
  /** Corporate actions that took effect by then are booked; at the opening the time of the quote that filled it. */
  readonly actionsUntil: number
  readonly changedAt: number
  /** Expiry of the contract or end of a lock-up. */
  readonly expiresAt: number | undefined
  readonly closedAt: number | undefined
  readonly closeReason: CloseReason | undefined
}

/** Margin that waits until the feed passes its acceptance (rulebook §16.3); reserved meanwhile. */
export type MarginAddition = {
  readonly id: number
  readonly user: number
  readonly position: number
  readonly wallet: Wallet
  readonly amount: Money
  /** Returned when the position was closed by a quote made before the acceptance. */
  readonly state: 'waiting' | 'added' | 'returned'
  readonly acceptedAt: number
}

/** Quantity available for closing orders (rulebook §16.1). */
export const closable = (position: Position): Quantity =>
  quantity(position.state === 'OPEN' ? position.quantity - position.locked : 0n)

/** Phases in which quotes are traded; in the others the last price is the mark. */
export const tradedPhases: ReadonlySet<Phase> = new Set<Phase>(['regular', 'practice', 'pre', 'post'])

/** The mark price of a position (rulebook §16.2): the price at which it could be closed. */
export function markOf(direction: Direction, quote: Pick<Quote, 'bid' | 'ask' | 'last' | 'phase'>): Price {
  if (!tradedPhases.has(quote.phase)) return quote.last
  return direction === 'long' ? quote.bid : quote.ask
}

/** What this many units are worth at a price, exact, in the instrument's currency. */
export const worth = (instrument: Pick<Instrument, 'multiplier'>, at: Price, units: Quantity): Value =>
  valueOf(at, units, instrument.multiplier)

/**
 * Profit of a movement between two values (rulebook §16.2): near2(conv(dir × (now − cost))), so a long and its
 * mirrored short differ in sign alone. `conversionRate` is the mid of the instrument's currency in the wallet's.
 */
export function profitBetween(direction: Direction, cost: Value, now: Value, conversionRate: Rate): Money {
  return convert(value(signOf(direction) * (now - cost)), conversionRate, 'near')
}

type Valued = Pick<Position, 'direction' | 'quantity' | 'cost'>

/** Floating profit before closing fees (rulebook §16.2). */
export function floatingProfit(
  position: Valued,
  instrument: Pick<Instrument, 'multiplier'>,
  mark: Price,
  conversionRate: Rate,
): Money {
  return profitBetween(position.direction, position.cost, worth(instrument, mark, position.quantity), conversionRate)
}

/**
 * What today's profit of open units is measured from: their cost if they were opened today, else what they were worth at
 * the previous close. With the fees that were paid for them today.
 */
export type DayBase = { readonly worth: Value; readonly fee: Money }

/** What open units worth `now` have gained today, less the fees of today (rulebook §16.2 `todayProfit`). */
export const dayProfit = (direction: Direction, base: DayBase, now: Value, conversionRate: Rate): Money =>
  subtractMoney(profitBetween(direction, base.worth, now, conversionRate), base.fee)

/** Average opening price with 8 decimals, for display; undefined when nothing is open. */
export function averagePrice(
  position: Pick<Valued, 'quantity' | 'cost'>,
  instrument: Pick<Instrument, 'multiplier'>,
): Price | undefined {
  const units = position.quantity * instrument.multiplier
  if (units === 0n) return undefined
  // A value has 8 decimals, quantity × multiplier 20; the price is to have 8.
  return price(divide(position.cost * 10n ** 20n, units, 'near'))
}

/**
 * `zdf`: by how many percent the price has moved in the position's favour, without leverage (rulebook §16.2);
 * undefined where the average price is not above zero, because no percentage means anything there.
 */
export function favour(position: Valued, instrument: Pick<Instrument, 'multiplier'>, mark: Price): Percent | undefined {
  if (position.cost <= 0n) return undefined
  const moved = signOf(position.direction) * (worth(instrument, mark, position.quantity) - position.cost)
  return percent(divide(moved * 10_000n, position.cost, 'near'))
}

/** Shares whose lock-up is over, or that are listed, can be sold from now on; nothing else changes (rulebook §16.7). */
export const unlockedPosition = (position: Position, at: number): Position => ({
  ...position,
  state: 'OPEN',
  expiresAt: undefined,
  changedAt: at,
})
