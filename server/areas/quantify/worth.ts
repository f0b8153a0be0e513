import type { QuantifyOrder } from '@mex/core/quantify/order.ts'
import { startStrike } from '@mex/core/quantify/order.ts'
import { addMoney, nothing, subtractMoney, type Money } from '@mex/core/money/money.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { PastMarket } from '#feeds/past-market.ts'
import { recordsOf } from './records.ts'
import { listOrders } from './store.ts'
import { worthAt } from './views.ts'

/** The money of a person in products, in pesos: what was put in, and what it has gained or lost so far, before fees. */
export type QuantifyMoney = { readonly principal: Money; readonly gain: Money }

export async function quantifyMoney(tx: Tx, feed: Feed, userId: number, now: number): Promise<QuantifyMoney> {
  const orders = await listOrders(tx, userId, { withCompleted: false })
  if (orders.length === 0) return { principal: nothing, gain: nothing }
  const records = await recordsOf(feed, now)
  const principal = addMoney(nothing, ...orders.map(({ amount }) => amount))
  const worth = addMoney(nothing, ...orders.map((order) => worthAt(records, order, now)))
  return { principal, gain: subtractMoney(worth, principal) }
}

/** What the money of a person in products has gained or lost so far (rulebook §7.3: value − principal). */
export const quantifyGain = async (tx: Tx, feed: Feed, userId: number, now: number): Promise<Money> =>
  (await quantifyMoney(tx, feed, userId, now)).gain

/** The orders of a user that were not paid out at an instant. */
export const ordersSince = async (tx: Tx, userId: number, since: number): Promise<readonly QuantifyOrder[]> =>
  (await listOrders(tx, userId, { withCompleted: true })).filter(
    ({ result }) => result === undefined || result.at >= since,
  )

/** What the money of these orders had gained or lost at every instant, before fees (rulebook §7.3). */
export async function pastQuantifyGain(
  orders: readonly QuantifyOrder[],
  { feed, instants }: PastMarket,
): Promise<readonly Money[]> {
  if (orders.length === 0) return instants.map(() => nothing)
  const records = await recordsOf(feed, instants.at(-1) ?? 0)
  return instants.map((at, index) => {
    if (index === instants.length - 1)
      return addMoney(nothing, ...orders.filter(isOpen).map((order) => gainOf(order, at)))
    return addMoney(nothing, ...orders.filter((order) => wasOpen(order, at)).map((order) => gainOf(order, at)))
  })

  function gainOf(order: QuantifyOrder, at: number): Money {
    const then: QuantifyOrder = {
      ...order,
      result: undefined,
      start: startStrike(order).instant > at ? undefined : order.start,
    }
    return subtractMoney(worthAt(records, then, at), order.amount)
  }
}

const isOpen = ({ status }: QuantifyOrder): boolean => status !== 'completed'
/** Whether money was in a product just before an instant. */
const wasOpen = ({ savedAt, result }: QuantifyOrder, instant: number): boolean =>
  savedAt < instant && (result === undefined || result.at >= instant)
