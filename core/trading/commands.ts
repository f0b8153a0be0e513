import {
  checkClosing,
  checkOpening,
  contractEnded,
  type ClosingFactsForCheck,
  type ClosingRequest,
  type ContractStage,
  type OpeningFacts,
  type OpeningRequest,
} from './order-check.ts'
import { isFullyPaid } from './liquidation.ts'
import { addQuantity, money, nothing, quantity, value, type Money } from '#money/money.ts'
import { closingSide, isLive, type Order } from './orders.ts'
import type { MarginAddition } from './positions.ts'
import { reserved } from './postings.ts'
import { isRefusal, refusal, type Refusal } from '#refusal.ts'
import {
  endOrder,
  liveOrdersOf,
  openPositionsOf,
  putAddition,
  putOrder,
  putPosition,
  replacementOf,
  type Trading,
} from './trading.ts'
import { walletFor } from '#market/products.ts'
import { walletCurrency } from '#wallet/wallets.ts'

export type OpenCommand = {
  /** From the shared sequence; also the id of the position that the order will open. */
  readonly id: number
  readonly user: number
  readonly at: number
  readonly expiresAt: number | undefined
  readonly request: OpeningRequest
}

/** Accepts an opening order (rulebook §14.1, §14.3, E30), or refuses it like `checkOpening`. */
export function placeOpening(
  trading: Trading,
  command: OpenCommand,
  facts: Omit<OpeningFacts, 'openOrders' | 'openPositions' | 'available'>,
): Order | Refusal {
  const { id, user, at, expiresAt, request } = command
  const wallet =
    facts.instrument === undefined ? undefined : walletFor({ source: request.source, market: facts.instrument.market })
  if (facts.instrument !== undefined && wallet === undefined) return refusal('not_tradable')
  const available = wallet === undefined ? nothing : trading.balances.available(user, wallet)
  const [openOrders, openPositions] = [liveOrdersOf(trading, user), openPositionsOf(trading, user)]
  const accepted = checkOpening(request, { ...facts, available, openOrders, openPositions })
  if (isRefusal(accepted)) return accepted
  if (wallet === undefined) return refusal('not_tradable')
  const { instrument, terms, reserve } = accepted
  const order: Order = {
    id,
    user,
    instrument: instrument.key,
    source: request.source,
    purpose: 'open',
    side: terms.side,
    type: request.type,
    limit: request.type === 'limit' ? request.limit : undefined,
    quantity: accepted.quantity,
    leverage: terms.leverage,
    wallet,
    currency: walletCurrency[wallet],
    position: undefined,
    isForced: false,
    extendedHours: request.extendedHours,
    acceptedAt: at,
    expiresAt,
    conversionRate: terms.conversionRate,
    feeDate: terms.feeDate,
    reserve: reserve.total,
    block: undefined,
    ...untouched(at),
  }
  trading.balances.post(reserved({ user, at }, { type: 'order', id }, wallet, reserve.total))
  putOrder(trading, order)
  return order
}

/** What every new order starts with. */
export const untouched = (at: number) =>
  ({
    filled: quantity(0n),
    status: 'accepted',
    reason: undefined,
    cancelRequestedAt: undefined,
    changedAt: at,
    cost: value(0n),
    notional: value(0n),
    margin: nothing,
    fee: nothing,
    replaces: undefined,
  }) as const

export type CloseCommand = {
  readonly id: number
  readonly user: number
  readonly at: number
  readonly expiresAt: number | undefined
  readonly position: number
  readonly request: ClosingRequest
  /** Market date whose fees apply, YYYY-MM-DD. */
  readonly feeDate: string
  /** The practice starts again, or the account closes. */
  readonly isForced?: boolean
}

/** Accepts a closing order and locks its quantity (rulebook §14.3), or refuses it like `checkClosing`. */
export function placeClosing(
  trading: Trading,
  command: CloseCommand,
  facts: Omit<ClosingFactsForCheck, 'position'>,
): Order | Refusal {
  const { id, user, at, expiresAt, request, feeDate } = command
  const found = trading.positions.get(command.position)
  const own = found?.user === user ? found : undefined
  const accepted = checkClosing(request, { ...facts, position: own })
  if (isRefusal(accepted)) return accepted
  const { position } = accepted
  const order: Order = {
    id,
    user,
    instrument: position.instrument,
    // It is sold on the exchange, whatever brought it.
    source: accepted.instrument.source,
    purpose: 'close',
    side: closingSide(position.direction),
    type: request.type,
    limit: request.type === 'limit' ? request.limit : undefined,
    quantity: accepted.quantity,
    leverage: position.leverage,
    wallet: position.wallet,
    currency: position.currency,
    position: position.id,
    isForced: command.isForced ?? false,
    extendedHours: request.extendedHours,
    acceptedAt: at,
    expiresAt,
    conversionRate: accepted.conversionRate,
    feeDate,
    reserve: nothing,
    block: undefined,
    ...untouched(at),
  }
  putPosition(trading, { ...position, locked: addQuantity(position.locked, accepted.quantity), changedAt: at })
  putOrder(trading, order)
  return order
}

export type CancelCommand = { readonly user: number; readonly order: number; readonly at: number }

export type CancelFacts = {
  /** The feed can bring no quote made before the command: nothing is to be waited for (rulebook §13.6). */
  readonly feedHasPassed: boolean
  /** The market is in a phase in which orders cannot be taken back (rulebook §13.5). */
  readonly noCancelPhase: boolean
}

/**
 * Takes a cancel (rulebook §13.6, §14.3): it counts when the feed passes it. Refuses: not_found, order_final.
 * Cancelling an order again changes nothing.
 */
export function requestCancel(trading: Trading, command: CancelCommand, facts: CancelFacts): Order | Refusal {
  const order = trading.orders.get(command.order)
  if (order === undefined || order.user !== command.user) return refusal('not_found')
  if (order.status === 'ended' && order.reason === 'CANCELLED') return order
  // Nobody takes a block back after its acceptance (rulebook §22).
  if (!isLive(order) || order.block !== undefined) return refusal('order_final')
  // The cancel of an order that is being changed is the cancel of the order in its place.
  const last = replacementOf(trading, order) ?? order
  if (last.cancelRequestedAt !== undefined) return order
  if (facts.noCancelPhase) return refusal('order_final')
  const requested = { ...last, cancelRequestedAt: command.at, changedAt: command.at }
  if (facts.feedHasPassed) return endOrder(trading, requested, 'CANCELLED', command.at)
  putOrder(trading, requested)
  return last === order ? requested : order
}

export type AddMarginCommand = {
  readonly id: number
  readonly user: number
  readonly position: number
  readonly amount: Money
  readonly at: number
  readonly stage: ContractStage
}

/**
 * Takes a margin addition (rulebook §16.3, E30): reserved now, part of the margin when the feed passes it. Refuses:
 * position_not_found, incorrect_amount, expires_soon once the contract has ended, margin_not_possible (a fully paid
 * long), insufficient_balance.
 */
export function requestMarginAddition(trading: Trading, command: AddMarginCommand): MarginAddition | Refusal {
  const { id, user, amount, at } = command
  const position = trading.positions.get(command.position)
  if (position === undefined || position.user !== user || position.state === 'CLOSED') {
    return refusal('position_not_found')
  }
  if (amount <= 0n) return refusal('incorrect_amount', { field: 'amount' })
  if (command.stage === 'ended') return contractEnded
  if (isFullyPaid(position)) return refusal('margin_not_possible')
  const { wallet } = position
  if (amount > trading.balances.available(user, wallet)) return refusal('insufficient_balance')
  const state = 'waiting'
  const addition: MarginAddition = { id, user, position: position.id, wallet, amount, state, acceptedAt: at }
  trading.balances.post(reserved({ user, at }, { type: 'margin_addition', id }, wallet, amount))
  putAddition(trading, addition)
  return addition
}

/** Margin of a position that waits for the feed. */
export const pendingMargin = (additions: Iterable<MarginAddition>, position: number): Money =>
  money(
    [...additions]
      .filter((addition) => addition.position === position && addition.state === 'waiting')
      .reduce((sum, addition) => sum + addition.amount, 0n),
  )
