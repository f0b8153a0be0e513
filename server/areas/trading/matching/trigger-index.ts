import type { Order } from '@mex/core/trading/orders.ts'
import type { MarginAddition, Position } from '@mex/core/trading/positions.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { openOrderIndex, openIdSets } from './order-index.ts'
import { openPositionIndex } from './position-index.ts'
import type { Prices } from '#areas/trading/prices.ts'

/** The changes of a committed list that the matcher needs. */
export type TriggerChanges = {
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
  readonly additions: readonly MarginAddition[]
}

/**
 * The live orders, positions and margin additions that wait for prices, in memory: rebuilt from the database at the
 * start and updated after every commit. It is only a hint: the commands load the rows again (design §5).
 */
export type TriggerIndex = {
  /** Starts again from the live rows. */
  rebuild(live: TriggerChanges, prices: Prices): void
  apply(changes: TriggerChanges, prices: Prices): void
  /** Whether a quote of an instrument may concern anybody. */
  watches(instrument: string): boolean
  /** Users whom this quote may concern. */
  concerned(quote: Quote): ReadonlySet<number>
  /** The margin additions of these users that wait, by id. */
  additionsOf(users: readonly number[]): readonly number[]
  refresh(prices: Prices): Promise<void>
  /** Users whose orders and margin additions are due before `passed` without a quote. */
  overdue(passed: number): ReadonlySet<number>
  readonly size: { readonly orders: number; readonly positions: number; readonly additions: number }
}

export function openTriggerIndex(): TriggerIndex {
  let orders = openOrderIndex()
  let positions = openPositionIndex()
  let additions = new Map<number, MarginAddition>()
  let waiting = openIdSets<string>()

  function putAddition(addition: MarginAddition): void {
    const there = addition.state === 'waiting'
    if (there) additions.set(addition.id, addition)
    else additions.delete(addition.id)
    const instrument = positions.instrumentOf(addition.position)
    if (instrument !== undefined) waiting.put(instrument, addition.id, there)
  }

  function apply(changes: TriggerChanges, prices: Prices): void {
    for (const order of changes.orders) orders.put(order)
    // Margin additions find their instrument through the position, which may close in the same list.
    for (const addition of changes.additions) if (addition.state !== 'waiting') putAddition(addition)
    for (const position of changes.positions) positions.put(position, prices)
    for (const addition of changes.additions) if (addition.state === 'waiting') putAddition(addition)
  }

  return {
    apply,
    rebuild(live, prices) {
      orders = openOrderIndex()
      positions = openPositionIndex()
      additions = new Map()
      waiting = openIdSets<string>()
      apply(live, prices)
    },
    watches: (instrument) => orders.watches(instrument) || positions.watches(instrument) || waiting.has(instrument),
    concerned(quote) {
      const users = new Set([...orders.concerned(quote), ...positions.concerned(quote)])
      for (const id of waiting.of(quote.key)) {
        const user = additions.get(id)?.user
        if (user !== undefined) users.add(user)
      }
      return users
    },
    additionsOf(users) {
      const wanted = new Set(users)
      return [...additions.values()].flatMap(({ id, user }) => (wanted.has(user) ? [id] : []))
    },
    refresh: (prices) => positions.refresh(prices),
    overdue(passed) {
      const users = new Set(orders.overdue(passed))
      for (const { user, acceptedAt } of additions.values()) if (acceptedAt < passed) users.add(user)
      return users
    },
    get size() {
      return { orders: orders.size, positions: positions.size, additions: additions.size }
    },
  }
}
