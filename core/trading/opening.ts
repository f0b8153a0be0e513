import { least } from '#money/decimal.ts'
import { firstOf, takenQuantity, type Execution, type Take } from './execution.ts'
import { feeIncrease, feeTotal, type Fee } from './fees.ts'
import type { Instrument } from '#market/instrument.ts'
import {
  absoluteValue,
  addMoney,
  addQuantity,
  money,
  nothing,
  quantity,
  subtractMoney,
  value,
  valueOf,
  type Money,
  type Quantity,
  type Value,
} from '#money/money.ts'
import { directionOf, type Order } from './orders.ts'
import type { Position } from './positions.ts'
import { nothingOwed } from './postings.ts'
import { openingCost } from './reserve.ts'

/** What a tick costs an opening order, in cents of its wallet (rulebook §14.2). */
export type OpeningFill = {
  readonly takes: readonly Take[]
  readonly quantity: Quantity
  /** Σ price × quantity × multiplier, and the same with |price|. */
  readonly cost: Value
  readonly notional: Value
  /** Margin and fee of this fill: what the totals with it cost more than the totals before it. */
  readonly margin: Money
  readonly fee: Fee
  /** Its sources: first the whole remaining reserve, then free money. */
  readonly fromReserve: Money
  readonly fromAvailable: Money
  /** Free money, when it cut the quantity. */
  readonly cutBy: Money | undefined
}

/** What filling exactly these takes would cost. */
export function costOf(
  order: Order,
  instrument: Pick<Instrument, 'market' | 'multiplier'>,
  takes: readonly Take[],
): OpeningFill {
  const units = takenQuantity(takes)
  const values = takes.map((take) => valueOf(take.price, take.quantity, instrument.multiplier))
  const cost = value(values.reduce((sum, each) => sum + each, 0n))
  const notional = value(values.reduce((sum, each) => sum + absoluteValue(each), 0n))
  const before = openingCost(instrument, order, order.filled, order.notional)
  const filled = addQuantity(order.filled, units)
  const after = openingCost(instrument, order, filled, value(order.notional + notional))
  const margin = subtractMoney(after.margin, before.margin)
  const fee = feeIncrease(before.fee, after.fee)
  const due = addMoney(margin, feeTotal(fee))
  const fromReserve = money(least(due, order.reserve))
  const fromAvailable = subtractMoney(due, fromReserve)
  return { takes, quantity: units, cost, notional, margin, fee, fromReserve, fromAvailable, cutBy: undefined }
}

/**
 * The fill that the reserve and the free money can pay (rulebook §14.3): all of it, or its largest multiple of the
 * lot with the free money on record; undefined when not one lot can be paid (NO_FUNDS).
 */
export function affordableFill(
  order: Order,
  instrument: Pick<Instrument, 'lot' | 'market' | 'multiplier'>,
  takes: readonly Take[],
  available: Money,
): OpeningFill | undefined {
  const all = costOf(order, instrument, takes)
  if (all.fromAvailable <= available) return all
  const lot = instrument.lot
  // Costs grow with the quantity: `paid` lots can be paid, `unpaid` cannot.
  let paid = 0n
  let unpaid = all.quantity / lot + 1n
  while (unpaid - paid > 1n) {
    const middle = (paid + unpaid) / 2n
    const fill = costOf(order, instrument, firstOf(takes, quantity(middle * lot)))
    if (fill.fromAvailable <= available) paid = middle
    else unpaid = middle
  }
  if (paid === 0n) return undefined
  return { ...costOf(order, instrument, firstOf(takes, quantity(paid * lot))), cutBy: available }
}

/** The order after a fill. Its status follows from what is left; the remaining reserve is released elsewhere. */
export function orderAfterFill(order: Order, fill: OpeningFill, at: number): Order {
  const filled = addQuantity(order.filled, fill.quantity)
  return {
    ...order,
    filled,
    status: filled === order.quantity ? 'filled' : 'partly_filled',
    position: order.position ?? order.id,
    reserve: subtractMoney(order.reserve, fill.fromReserve),
    cost: value(order.cost + fill.cost),
    notional: value(order.notional + fill.notional),
    margin: addMoney(order.margin, fill.margin),
    fee: addMoney(order.fee, feeTotal(fill.fee)),
    changedAt: at,
  }
}

/** When a fill was made, and the time of its quote. */
type OpeningFacts = {
  readonly at: number
  readonly quotedAt: number
  readonly expiresAt: number | undefined
  /** It may not be sold before it `expiresAt`: shares of a block. */
  readonly isLocked: boolean
}

/** The position after a fill of its opening order: a new one, or a larger one whose prices average (rulebook §14.4). */
export function positionAfterFill(
  order: Order,
  position: Position | undefined,
  fill: OpeningFill,
  facts: OpeningFacts,
): Position {
  const before = position ?? newPosition(order, facts)
  return {
    ...before,
    quantity: addQuantity(before.quantity, fill.quantity),
    cost: value(before.cost + fill.cost),
    margin: addMoney(before.margin, fill.margin),
    initialMargin: addMoney(before.initialMargin, fill.margin),
    openingFee: addMoney(before.openingFee, feeTotal(fill.fee)),
    changedAt: facts.at,
  }
}

function newPosition(order: Order, facts: OpeningFacts): Position {
  return {
    id: order.id,
    user: order.user,
    instrument: order.instrument,
    source: order.source,
    direction: directionOf(order.side),
    leverage: order.leverage,
    wallet: order.wallet,
    currency: order.currency,
    state: facts.isLocked ? 'LOCKED' : 'OPEN',
    quantity: quantity(0n),
    locked: quantity(0n),
    cost: value(0n),
    margin: nothing,
    initialMargin: nothing,
    addedMargin: nothing,
    owed: nothingOwed,
    openingFee: nothing,
    financing: nothing,
    halved: false,
    warnedAt: undefined,
    openedAt: facts.at,
    actionsUntil: facts.quotedAt,
    changedAt: facts.at,
    expiresAt: facts.expiresAt,
    closedAt: undefined,
    closeReason: undefined,
  }
}

/** The execution rows of a fill (rulebook §15). */
export const executionsOf = (
  of: Pick<Execution, 'order' | 'quote' | 'at'>,
  takes: readonly Take[],
  available: Money | undefined,
): readonly Execution[] => takes.map((take) => ({ ...take, ...of, available }))
