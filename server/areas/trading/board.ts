import { worksOn } from '@mex/core/execution.ts'
import type { Instrument } from '@mex/core/instrument.ts'
import { hasExchangeMoved, triggerPrice, warningSeconds } from '@mex/core/liquidation.ts'
import type { Rate } from '@mex/core/money.ts'
import { isLive, type Order } from '@mex/core/orders.ts'
import type { MarginAddition, Position } from '@mex/core/positions.ts'
import type { Quote } from '@mex/core/quote.ts'
import { openTriggers, type Trigger } from '@mex/core/triggers.ts'
import { walletCurrency } from '@mex/core/wallets.ts'
import type { Prices } from './prices.ts'

/** What a committed list changed, as far as the matcher must know. */
export type BoardChanges = {
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
  readonly additions: readonly MarginAddition[]
}

/**
 * What waits for prices, in memory: rebuilt from the database at start, kept up to date after every commit, and never
 * believed, because whoever acts on it loads the rows again (design §5).
 */
export type Board = {
  apply(changes: BoardChanges, prices: Prices): void
  /** Whom this quote may concern. */
  concerned(quote: Quote): ReadonlySet<number>
  /** Computes the levels anew whose currency has moved (rulebook §16.4), or whose warning is an hour old. */
  refresh(prices: Prices): void
  /** Whose orders and additions wait for an instant before `passed` although no quote comes. */
  overdue(passed: number): ReadonlySet<number>
  readonly size: { readonly orders: number; readonly positions: number; readonly additions: number }
}

type Levelled = { readonly position: Position; exchange: Rate | undefined; warned: boolean }

/** Sets of ids by instrument. */
function openShelf() {
  const sets = new Map<string, Set<number>>()
  return {
    put(instrument: string, id: number, there: boolean): void {
      const set = sets.get(instrument) ?? new Set<number>()
      if (there) sets.set(instrument, set.add(id))
      else if (set.delete(id) && set.size === 0) sets.delete(instrument)
    },
    of: (instrument: string): Iterable<number> => sets.get(instrument) ?? [],
  }
}

function limitTrigger(order: Order): Trigger | undefined {
  if (!isLive(order) || order.limit === undefined) return undefined
  const { instrument, limit } = order
  return order.side === 'buy'
    ? { instrument, watches: 'ask', direction: 'falling', level: limit }
    : { instrument, watches: 'bid', direction: 'rising', level: limit }
}

export function openBoard(): Board {
  const orders = new Map<number, Order>()
  const positions = new Map<number, Levelled>()
  const additions = new Map<number, MarginAddition>()
  const limits = openTriggers()
  const margins = openTriggers()
  const markets = openShelf()
  const cancels = openShelf()
  const waiting = openShelf()

  function putOrder(order: Order): void {
    const live = isLive(order)
    if (live) orders.set(order.id, order)
    else orders.delete(order.id)
    limits.set(order.id, limitTrigger(order))
    markets.put(order.instrument, order.id, live && order.type === 'market')
    cancels.put(order.instrument, order.id, live && order.cancelRequestedAt !== undefined)
  }

  function level(entry: Levelled, instrument: Instrument | undefined, prices: Prices): void {
    const { position } = entry
    if (instrument === undefined) return
    const exchange = prices.exchange(instrument.currency, walletCurrency[position.wallet]) ?? entry.exchange
    if (exchange === undefined) return
    entry.exchange = exchange
    entry.warned = position.warnedAt !== undefined && prices.now - position.warnedAt < warningSeconds * 1000
    const at = triggerPrice(position, instrument, exchange, entry.warned ? 'liquidate' : 'warn')
    const watched =
      position.direction === 'long'
        ? ({ watches: 'bid', direction: 'falling' } as const)
        : ({ watches: 'ask', direction: 'rising' } as const)
    margins.set(position.id, at === undefined ? undefined : { instrument: position.instrument, ...watched, level: at })
  }

  function putPosition(position: Position, prices: Prices): void {
    if (position.state === 'CLOSED') {
      positions.delete(position.id)
      margins.set(position.id, undefined)
      return
    }
    const entry: Levelled = { position, exchange: positions.get(position.id)?.exchange, warned: false }
    positions.set(position.id, entry)
    level(entry, prices.instrument(position.instrument), prices)
  }

  function putAddition(addition: MarginAddition): void {
    const there = addition.state === 'waiting'
    const instrument = positions.get(addition.position)?.position.instrument
    if (there) additions.set(addition.id, addition)
    else additions.delete(addition.id)
    if (instrument !== undefined) waiting.put(instrument, addition.id, there)
  }

  const orderUser = (id: number): number | undefined => orders.get(id)?.user

  return {
    apply(changes, prices) {
      for (const order of changes.orders) putOrder(order)
      // Additions find their instrument through the position, which may close in the same list.
      for (const addition of changes.additions) if (addition.state !== 'waiting') putAddition(addition)
      for (const position of changes.positions) putPosition(position, prices)
      for (const addition of changes.additions) if (addition.state === 'waiting') putAddition(addition)
    },
    concerned(quote) {
      const users = new Set<number>()
      const add = (user: number | undefined): void => {
        if (user !== undefined) users.add(user)
      }
      for (const id of [...markets.of(quote.key), ...limits.fire(quote.key, quote.bid, quote.ask)]) {
        const order = orders.get(id)
        if (order !== undefined && worksOn(order, quote)) add(order.user)
      }
      for (const id of cancels.of(quote.key)) add(orderUser(id))
      for (const id of waiting.of(quote.key)) add(additions.get(id)?.user)
      for (const id of margins.fire(quote.key, quote.bid, quote.ask)) add(positions.get(id)?.position.user)
      return users
    },
    refresh(prices) {
      for (const entry of positions.values()) {
        const { position } = entry
        const instrument = prices.instrument(position.instrument)
        if (instrument === undefined) continue
        const now = prices.exchange(instrument.currency, walletCurrency[position.wallet])
        const moved = now !== undefined && (entry.exchange === undefined || hasExchangeMoved(entry.exchange, now))
        const warned = position.warnedAt !== undefined && prices.now - position.warnedAt < warningSeconds * 1000
        if (moved || warned !== entry.warned) level(entry, instrument, prices)
      }
    },
    overdue(passed) {
      const users = new Set<number>()
      for (const { user, expiresAt, cancelRequestedAt } of orders.values())
        if (
          (expiresAt !== undefined && expiresAt <= passed) ||
          (cancelRequestedAt !== undefined && cancelRequestedAt < passed)
        )
          users.add(user)
      for (const { user, acceptedAt } of additions.values()) if (acceptedAt < passed) users.add(user)
      return users
    },
    get size() {
      return { orders: orders.size, positions: positions.size, additions: additions.size }
    },
  }
}
