import { greatest, least } from '@mex/core/money/decimal.ts'
import { isAuctionOnly } from '@mex/core/market/products.ts'
import { worksOn } from '@mex/core/trading/execution.ts'
import type { Price } from '@mex/core/money/money.ts'
import { isLive, type Order } from '@mex/core/trading/orders.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { openPriceTriggers, type Trigger } from '@mex/core/trading/price-triggers.ts'

/** Working orders, with only the facts that the matcher needs. */
export type OrderIndex = {
  put(order: Order): void
  /** Whether a quote of an instrument may fill or end an order. */
  watches(instrument: string): boolean
  /** Users whose orders this quote may fill or end. */
  concerned(quote: Quote): Iterable<number>
  /** Users whose orders should have ended before `passed`, with or without a quote. */
  overdue(passed: number): Iterable<number>
  readonly size: number
}

/** Sets of ids by instrument, or by another key. */
export function openIdSets<Key>() {
  const sets = new Map<Key, Set<number>>()
  return {
    put(key: Key, id: number, there: boolean): void {
      const set = sets.get(key) ?? new Set<number>()
      if (there) sets.set(key, set.add(id))
      else if (set.delete(id) && set.size === 0) sets.delete(key)
    },
    has: (key: Key): boolean => sets.has(key),
    of: (key: Key): Iterable<number> => sets.get(key) ?? [],
    keys: (): Iterable<Key> => sets.keys(),
  }
}

/** A limit buy is triggered by a falling ask, a limit sell by a rising bid. */
function limitTrigger(order: Order): Trigger | undefined {
  const { instrument, limit } = order
  if (!isLive(order) || limit === undefined || isAuctionOnly(order)) return undefined
  return order.side === 'buy'
    ? { instrument, watches: 'ask', direction: 'falling', level: limit }
    : { instrument, watches: 'bid', direction: 'rising', level: limit }
}

/** The instant at which an order ends without a fill: its expiry, or just after its cancel was requested. */
const endOf = ({ expiresAt = Infinity, cancelRequestedAt = Infinity }: Order): number =>
  Math.min(expiresAt, cancelRequestedAt + 1)

export function openOrderIndex(): OrderIndex {
  const orders = new Map<number, Order>()
  const limits = openPriceTriggers()
  const markets = openIdSets<string>()
  const cancels = openIdSets<string>()
  /** No order ends before this instant. It saves a scan of all orders every second. */
  let earliest = Infinity
  const userOf = (id: number): number[] => {
    const user = orders.get(id)?.user
    return user === undefined ? [] : [user]
  }
  return {
    put(order) {
      const live = isLive(order)
      if (live) orders.set(order.id, order)
      else orders.delete(order.id)
      if (live) earliest = Math.min(earliest, endOf(order))
      limits.set(order.id, limitTrigger(order))
      markets.put(order.instrument, order.id, live && (order.type === 'market' || isAuctionOnly(order)))
      cancels.put(order.instrument, order.id, live && order.cancelRequestedAt !== undefined)
    },
    watches: (instrument) => markets.has(instrument) || limits.watches(instrument) || cancels.has(instrument),
    *concerned(quote) {
      // An auction fills at its price, which lies between bid and ask: limits are compared with that price.
      const bid = quote.opening ? (greatest(quote.bid, quote.last) as Price) : quote.bid
      const ask = quote.opening ? (least(quote.ask, quote.last) as Price) : quote.ask
      for (const id of [...markets.of(quote.key), ...limits.fire(quote.key, bid, ask)]) {
        const order = orders.get(id)
        if (order !== undefined && worksOn(order, quote)) yield order.user
      }
      for (const id of cancels.of(quote.key)) yield* userOf(id)
    },
    *overdue(passed) {
      if (earliest > passed) return
      earliest = Infinity
      for (const order of orders.values()) {
        const end = endOf(order)
        if (end <= passed) yield order.user
        earliest = Math.min(earliest, end)
      }
    },
    get size() {
      return orders.size
    },
  }
}
