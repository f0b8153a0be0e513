import { greatest, least } from '@mex/core/money/decimal.ts'
import { worksOn } from '@mex/core/trading/execution.ts'
import type { Price } from '@mex/core/money/money.ts'
import { isLive, type Order } from '@mex/core/trading/orders.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { openTriggers, type Trigger } from '@mex/core/trading/price-triggers.ts'

/** Working orders, as far as the matcher must know them. */
export type OrderIndex = {
  put(order: Order): void
  /** Whose orders this quote may fill or end. */
  concerned(quote: Quote): Iterable<number>
  /** Whose orders should have ended before `passed`, with or without a quote. */
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
    of: (key: Key): Iterable<number> => sets.get(key) ?? [],
    keys: (): Iterable<Key> => sets.keys(),
  }
}

/** A limit buy watches the ask fall, a limit sell the bid rise. */
function limitTrigger(order: Order): Trigger | undefined {
  const { instrument, limit } = order
  if (!isLive(order) || limit === undefined) return undefined
  return order.side === 'buy'
    ? { instrument, watches: 'ask', direction: 'falling', level: limit }
    : { instrument, watches: 'bid', direction: 'rising', level: limit }
}

/** When an order should have ended by itself: when it expires, or after the instant of its cancel. */
const endOf = ({ expiresAt = Infinity, cancelRequestedAt = Infinity }: Order): number =>
  Math.min(expiresAt, cancelRequestedAt + 1)

export function openOrderIndex(): OrderIndex {
  const orders = new Map<number, Order>()
  const limits = openTriggers()
  const markets = openIdSets<string>()
  const cancels = openIdSets<string>()
  /** No order ends before this instant: the clock asks every second, and mostly for nothing. */
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
      markets.put(order.instrument, order.id, live && order.type === 'market')
      cancels.put(order.instrument, order.id, live && order.cancelRequestedAt !== undefined)
    },
    *concerned(quote) {
      // An auction fills limits at its price, which lies between bid and ask: the wider of both names everybody.
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
