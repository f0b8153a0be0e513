import { addMoney, nothing, subtractMoney, type Money } from '@mex/core/money/money.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { recordsOf } from './records.ts'
import { listOrders } from './store.ts'
import { worthAt } from './views.ts'

/** What the money of a person in products has gained or lost so far, in pesos and before fees (rulebook §7.3: value − principal). */
export async function quantifyGain(tx: Tx, feed: Feed, userId: number, now: number): Promise<Money> {
  const orders = await listOrders(tx, userId, { withCompleted: false })
  if (orders.length === 0) return nothing
  const records = await recordsOf(feed, now)
  return addMoney(nothing, ...orders.map((order) => subtractMoney(worthAt(records, order, now), order.amount)))
}
