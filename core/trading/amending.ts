import { checkClosing, checkOpening, type MarketFacts, type OpeningFacts } from './order-check.ts'
import { least } from '#money/decimal.ts'
import {
  addMoney,
  money,
  nothing,
  quantity,
  subtractMoney,
  type Money,
  type Price,
  type Quantity,
  type Rate,
} from '#money/money.ts'
import { directionOf, isLive, type Order, type Replacement } from './orders.ts'
import type { Position } from './positions.ts'
import { reserved } from './postings.ts'
import { isRefusal, refusal, type Refusal } from '#refusal.ts'
import {
  endOrder,
  lockedBeyond,
  replacementOf,
  putOrder,
  putPosition,
  liveOrdersOf,
  openPositionsOf,
  type Trading,
} from './trading.ts'
import { untouched } from './commands.ts'

export type AmendCommand = {
  /** Of the order that replaces the old one, from the shared sequence. */
  readonly id: number
  readonly user: number
  readonly at: number
  readonly expiresAt: number | undefined
  readonly order: number
  /** What the user saw of the order: how much of it was filled. */
  readonly filled: Quantity
  /** Of a limit order. */
  readonly limit: Price | undefined
  /** What is to be filled from now on; the fills until now stay with the old order. */
  readonly quantity: Quantity
}

export type AmendFacts = Omit<OpeningFacts, 'openOrders' | 'openPositions' | 'available'> & {
  /** The market is in a phase in which orders cannot be taken back (rulebook §13.5). */
  readonly noCancelPhase: boolean
}

/**
 * Cancels an order and accepts another one in its place, as one command (docs/decisions/053). The cancel counts like any
 * other when the feed passes it (rulebook §13.6); only then does the new order work, at the place of its own acceptance.
 * If the old order is filled first, the change does not happen. Refuses: not_found, order_not_changeable, order_filled,
 * order_unchanged, and whatever a new order of these terms is refused for.
 */
export function placeAmendment(trading: Trading, command: AmendCommand, facts: AmendFacts): Order | Refusal {
  const { id, user, at, expiresAt, limit, quantity: wanted } = command
  const old = trading.orders.get(command.order)
  if (old === undefined || old.user !== user) return refusal('not_found')
  if (!isChangeable(trading, old) || facts.noCancelPhase) return refusal('order_not_changeable')
  if (old.filled !== command.filled) return refusal('order_filled', { field: 'quantity' })
  const left = quantity(old.quantity - old.filled)
  const terms = { ...old, limit: old.type === 'limit' ? limit : undefined }
  if (terms.limit === old.limit && wanted === left) return refusal('order_unchanged')
  const checked =
    old.purpose === 'open' ? opening(trading, terms, wanted, facts) : closing(trading, terms, wanted, facts)
  if (isRefusal(checked)) return checked
  const { conversionRate, total, replaces } = checked
  const order: Order = {
    ...terms,
    ...untouched(at),
    id,
    quantity: wanted,
    position: old.purpose === 'close' ? old.position : undefined,
    acceptedAt: at,
    expiresAt,
    conversionRate,
    feeDate: facts.feeDate,
    reserve: subtractMoney(total, replaces.reserve),
    replaces,
  }
  if (order.purpose === 'open')
    trading.balances.post(reserved({ user, at }, { type: 'order', id }, order.wallet, order.reserve))
  else lockMore(trading, order, old)
  putOrder(trading, { ...old, cancelRequestedAt: at, changedAt: at })
  putOrder(trading, order)
  return order
}

/** Nobody changes a block, an order that is being cancelled or changed already, or one that the practice itself placed. */
function isChangeable(trading: Trading, order: Order): boolean {
  const waits = order.replaces !== undefined && isLive(trading.orders.get(order.replaces.order) ?? { status: 'ended' })
  return (
    isLive(order) && order.block === undefined && !order.isForced && order.cancelRequestedAt === undefined && !waits
  )
}

/** The rate of the new order, what it reserves in all, and what it takes over of the old one. */
type Checked = {
  readonly conversionRate: Rate
  readonly total: Money
  readonly replaces: Replacement
}

/** The old order ends: its money and its place among the open orders are there for the new one. */
function opening(trading: Trading, terms: Order, wanted: Quantity, facts: AmendFacts): Checked | Refusal {
  const { id, user, wallet, reserve } = terms
  const accepted = checkOpening(
    { ...terms, direction: directionOf(terms.side), quantity: wanted },
    {
      ...facts,
      available: addMoney(trading.balances.available(user, wallet), reserve),
      openOrders: liveOrdersOf(trading, user) - 1,
      openPositions: openPositionsOf(trading, user),
    },
  )
  if (isRefusal(accepted)) return accepted
  const { total } = accepted.reserve
  return {
    conversionRate: accepted.terms.conversionRate,
    total,
    replaces: { order: id, reserve: money(least(reserve, total)) },
  }
}

function closing(trading: Trading, terms: Order, wanted: Quantity, facts: MarketFacts): Checked | Refusal {
  const held = trading.positions.get(terms.position ?? 0)
  const accepted = checkClosing({ ...terms, amount: wanted }, { ...facts, position: unlockedOf(held, terms) })
  if (isRefusal(accepted)) return accepted
  return { conversionRate: accepted.conversionRate, total: nothing, replaces: { order: terms.id, reserve: nothing } }
}

/** The position as if the old order had ended. */
const unlockedOf = (position: Position | undefined, { quantity: whole, filled }: Order): Position | undefined =>
  position === undefined ? undefined : { ...position, locked: quantity(position.locked - (whole - filled)) }

function lockMore(trading: Trading, order: Order, old: Order): void {
  const position = trading.positions.get(order.position ?? 0)
  if (position === undefined) return
  const locked = quantity(position.locked + lockedBeyond(order, old))
  putPosition(trading, { ...position, locked, changedAt: order.acceptedAt })
}

/**
 * A fill of an order that is to be replaced comes before the change: the new order ends, and the old one works on, unless
 * the user has cancelled both meanwhile. Answers the order as it is to be filled.
 */
export function withoutReplacement(trading: Trading, order: Order, at: number): Order {
  const replacement = replacementOf(trading, order)
  if (replacement === undefined) return order
  endOrder(trading, replacement, 'FILLED_FIRST', at)
  return replacement.cancelRequestedAt === undefined ? { ...order, cancelRequestedAt: undefined } : order
}
