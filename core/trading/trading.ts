import type { BookedAction } from './booked-action.ts'
import type { Closing } from './closing.ts'
import type { Execution } from './execution.ts'
import { greatest } from '#money/decimal.ts'
import { openBalances, type Balance, type LoadedBalances, type Journal, type Occasion } from '#ledger/ledger.ts'
import { addQuantity, money, quantity, type Money, type Quantity } from '#money/money.ts'
import { isLive, type EndReason, type Order, type Side } from './orders.ts'
import type { MarginAddition, Position } from './positions.ts'
import { released } from './postings.ts'
import { addUnsettled, consumeUnsettled, stillUnsettled, type Unsettled } from '#wallet/settlement.ts'
import type { Wallet } from '#wallet/wallets.ts'

/** Unsettled proceeds of one wallet of a user. */
export type WalletUnsettled = { readonly user: number; readonly wallet: Wallet; readonly rows: readonly Unsettled[] }

/**
 * What a list of commands or a tick needs to know. For every user and instrument that it touches: all live orders, open
 * positions and waiting margin additions (an opening touches none of them); for every user: all balances and all
 * unsettled rows; for every user who opens: how many live orders and open positions there are in total.
 */
export type LoadedTrading = {
  readonly users: readonly number[]
  readonly balances: Iterable<Balance>
  readonly orders: Iterable<Order>
  readonly positions: Iterable<Position>
  readonly additions: Iterable<MarginAddition>
  readonly unsettled: Iterable<WalletUnsettled>
  readonly liveOrders: Iterable<readonly [user: number, count: number]>
  readonly openPositions: Iterable<readonly [user: number, count: number]>
  /** What users have taken already of the ladders of the quotes that are to be handled: Σ of their executions. */
  readonly used: Iterable<LadderUse>
}
export type LadderUse = {
  readonly user: number
  /** The quote, or its auction (`liquidityOf`). */
  readonly quote: string
  readonly side: Side
  readonly quantity: Quantity
}

/** A notification for a user. */
export type Notice = {
  readonly kind:
    | 'ORDER_FILLED'
    | 'ORDER_ENDED'
    | 'MARGIN_CALL'
    | 'LIQUIDATION'
    | 'EXPIRY'
    | 'CORPORATE_ACTION'
    | 'UNLOCKED'
  readonly user: number
  readonly at: number
  /** The order, or the position of a margin call, a liquidation or a settlement. */
  readonly id: number
  readonly reason: EndReason | undefined
  /** Id of the quote behind it. */
  readonly quote: string | undefined
}

/**
 * Orders, positions and balances of some users while a list is decided (design §4): every decision sees the state after
 * the one before it. Rows are values; the maps hold the newest of each.
 */
export type Trading = {
  readonly balances: LoadedBalances
  readonly orders: Map<number, Order>
  readonly positions: Map<number, Position>
  readonly additions: Map<number, MarginAddition>
  readonly unsettled: Map<string, WalletUnsettled>
  readonly liveOrders: Map<number, number>
  readonly openPositions: Map<number, number>
  readonly used: Map<string, Quantity>
  readonly changed: {
    readonly orders: Set<number>
    readonly positions: Set<number>
    readonly additions: Set<number>
    readonly unsettled: Set<string>
  }
  readonly executions: Execution[]
  readonly closings: Closing[]
  readonly actions: BookedAction[]
  readonly notices: Notice[]
}

/** The changes to save: the final value of each changed row once, and the appended rows in order. */
export type TradingChanges = {
  readonly journals: readonly Journal[]
  readonly balances: readonly Balance[]
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
  readonly additions: readonly MarginAddition[]
  /** All rows that the wallet has now; rows of other dates are to be deleted. */
  readonly unsettled: readonly WalletUnsettled[]
  readonly executions: readonly Execution[]
  readonly closings: readonly Closing[]
  readonly actions: readonly BookedAction[]
  readonly notices: readonly Notice[]
}

/** Pass `balances` where the caller already holds them; they must include all of the users. */
export function openTrading(loaded: LoadedTrading, balances = openBalances(loaded.users, loaded.balances)): Trading {
  const trading: Trading = {
    balances,
    orders: new Map([...loaded.orders].map((order) => [order.id, order])),
    positions: new Map([...loaded.positions].map((position) => [position.id, position])),
    additions: new Map([...loaded.additions].map((addition) => [addition.id, addition])),
    unsettled: new Map([...loaded.unsettled].map((entry) => [walletKey(entry.user, entry.wallet), entry])),
    liveOrders: new Map(loaded.liveOrders),
    openPositions: new Map(loaded.openPositions),
    used: new Map(),
    changed: { orders: new Set(), positions: new Set(), additions: new Set(), unsettled: new Set() },
    executions: [],
    closings: [],
    actions: [],
    notices: [],
  }
  for (const use of loaded.used) useLadder(trading, use)
  return trading
}

export function tradingChanges(trading: Trading): TradingChanges {
  const { balances, changed, executions, closings, actions, notices } = trading
  return {
    journals: balances.journals,
    balances: balances.changed(),
    orders: pick(trading.orders, changed.orders),
    positions: pick(trading.positions, changed.positions),
    additions: pick(trading.additions, changed.additions),
    unsettled: pick(trading.unsettled, changed.unsettled),
    executions,
    closings,
    actions,
    notices,
  }
}

function pick<Key, Row>(rows: ReadonlyMap<Key, Row>, keys: ReadonlySet<Key>): readonly Row[] {
  return [...keys].flatMap((key) => rows.get(key) ?? [])
}

const walletKey = (user: number, wallet: Wallet): string => `${user} ${wallet}`

/** Puts the newest value of an order in place and keeps the count of the user's live orders. */
export function putOrder(trading: Trading, order: Order): void {
  const before = trading.orders.get(order.id)
  const change = Number(isLive(order)) - Number(before !== undefined && isLive(before))
  if (change !== 0) trading.liveOrders.set(order.user, liveOrdersOf(trading, order.user) + change)
  trading.orders.set(order.id, order)
  trading.changed.orders.add(order.id)
}

export const liveOrdersOf = (trading: Trading, user: number): number => trading.liveOrders.get(user) ?? 0

const isOpen = (position: Position | undefined): boolean => position !== undefined && position.state !== 'CLOSED'

export const openPositionsOf = (trading: Trading, user: number): number => trading.openPositions.get(user) ?? 0

/** Puts the newest value of a position in place and keeps the count of the user's open positions. */
export function putPosition(trading: Trading, position: Position): void {
  const change = Number(isOpen(position)) - Number(isOpen(trading.positions.get(position.id)))
  if (change !== 0) trading.openPositions.set(position.user, openPositionsOf(trading, position.user) + change)
  trading.positions.set(position.id, position)
  trading.changed.positions.add(position.id)
}

export function putAddition(trading: Trading, addition: MarginAddition): void {
  trading.additions.set(addition.id, addition)
  trading.changed.additions.add(addition.id)
}

const unsettledOf = (trading: Trading, user: number, wallet: Wallet, at: number): readonly Unsettled[] =>
  stillUnsettled(trading.unsettled.get(walletKey(user, wallet))?.rows ?? [], wallet, at)

/** Money of the wallet that was used up at an instant takes its unsettled rows first (rulebook §10.4). */
export function useUp(trading: Trading, { user, at }: Occasion, wallet: Wallet, amount: Money): void {
  const rows = unsettledOf(trading, user, wallet, at)
  if (rows.length > 0 && amount > 0n) putUnsettled(trading, user, wallet, consumeUnsettled(rows, amount))
}

/** Proceeds of a closing settle later; a cost of a closing uses up unsettled money first (rulebook §10.4). */
export function settleLater(
  trading: Trading,
  occasion: Occasion,
  wallet: Wallet,
  received: Money,
  releaseDate: string | undefined,
): void {
  if (received < 0n) return useUp(trading, occasion, wallet, money(0n - received))
  if (received === 0n || releaseDate === undefined) return
  const { user, at } = occasion
  putUnsettled(trading, user, wallet, addUnsettled(unsettledOf(trading, user, wallet, at), received, releaseDate))
}

function putUnsettled(trading: Trading, user: number, wallet: Wallet, rows: readonly Unsettled[]): void {
  const key = walletKey(user, wallet)
  trading.unsettled.set(key, { user, wallet, rows })
  trading.changed.unsettled.add(key)
}

const ladderKey = (user: number, quote: string, side: Side): string => `${user} ${side} ${quote}`

/** How much of a quote's ladder a user has taken: all orders of one user share it (rulebook §15). */
export const usedLadder = (trading: Trading, user: number, quote: string, side: Side): Quantity =>
  trading.used.get(ladderKey(user, quote, side)) ?? quantity(0n)

export function useLadder(trading: Trading, use: LadderUse): void {
  const before = usedLadder(trading, use.user, use.quote, use.side)
  trading.used.set(ladderKey(use.user, use.quote, use.side), addQuantity(before, use.quantity))
}

/**
 * Ends an order without a complete fill (rulebook §14.3): its reserve is released (E32), its quantity unlocked. An order that
 * is to replace it takes its place if it was cancelled, with what it needs of its reserve and quantity; otherwise it ends too.
 */
export function endOrder(trading: Trading, order: Order, reason: EndReason, at: number): Order {
  const now = trading.orders.get(order.id)
  // It ended with the order that it was to replace.
  if (now !== undefined && !isLive(now)) return now
  const waiting = replacementOf(trading, order)
  const successor = reason === 'CANCELLED' ? waiting : undefined
  if (waiting !== undefined && successor === undefined) endOrder(trading, waiting, reason, at)
  const kept = successor?.replaces?.reserve ?? money(0n)
  releaseReserve(trading, { ...order, reserve: money(order.reserve - kept) }, at)
  if (order.purpose === 'close') unlock(trading, order, successor, at)
  const ended: Order = { ...order, status: 'ended', reason, reserve: money(0n), changedAt: at }
  putOrder(trading, ended)
  trading.notices.push({ kind: 'ORDER_ENDED', user: order.user, at, id: order.id, reason, quote: undefined })
  if (successor !== undefined)
    putOrder(trading, { ...successor, reserve: money(successor.reserve + kept), changedAt: at })
  return ended
}

/** The order that is to replace this one when it ends (docs/decisions/053). Only a cancel waits for that. */
export function replacementOf(trading: Trading, { id, cancelRequestedAt }: Order): Order | undefined {
  if (cancelRequestedAt === undefined) return undefined
  return [...trading.orders.values()].find((other) => other.replaces?.order === id && isLive(other))
}

/** The order that this one is to replace, while that one has not ended. */
function replacedBy(trading: Trading, { replaces }: Order): Order | undefined {
  const old = trading.orders.get(replaces?.order ?? 0)
  return old !== undefined && isLive(old) ? old : undefined
}

/** By how much the quantity that an order locks of its position is beyond that of another one. */
export const lockedBeyond = (order: LockingOrder, other: LockingOrder): Quantity =>
  quantity(greatest(0n, order.quantity - order.filled - (other.quantity - other.filled)))
type LockingOrder = Pick<Order, 'quantity' | 'filled'>

/** E32: releases the unused reserve of the order. */
export function releaseReserve(trading: Trading, order: Order, at: number): void {
  const { id, user, wallet, reserve } = order
  trading.balances.post(released({ user, at }, { type: 'order', id }, wallet, reserve))
}

function unlock(trading: Trading, order: Order, successor: Order | undefined, at: number): void {
  const position = trading.positions.get(order.position ?? 0)
  if (position === undefined || position.state === 'CLOSED') return
  // An order that waits to replace another one has locked only what it needs beyond that one.
  const other = successor ?? replacedBy(trading, order)
  const waiting = other === undefined ? order.quantity - order.filled : lockedBeyond(order, other)
  putPosition(trading, { ...position, locked: quantity(position.locked - waiting), changedAt: at })
}
