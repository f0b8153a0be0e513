import { setImmediate } from 'node:timers/promises'
import { payoutOf, followValue } from '@mex/core/follow/campaign.ts'
import type { FollowOrder } from '@mex/core/follow/order.ts'
import { present } from '@mex/core/assert.ts'
import { addMoney, nothing, type Money } from '@mex/core/money/money.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { PastMarket } from '#feeds/past-market.ts'
import { agenciesReady } from './catch-up.ts'
import { listOrders } from './store.ts'

/** The campaign of an order. Every order was accepted for one that was published. */
export const campaignOf = ({ agencies }: Pick<Feed, 'agencies'>, { campaign }: FollowOrder, now: number) =>
  present(agencies.find(campaign, now), `campaign ${campaign}`)

const unused = { last: undefined, value: undefined, fee: undefined, paid: undefined, profit: undefined } as const

/** What an order is worth: at its end, or if its campaign ended now. */
export function figuresOf(feed: Feed, order: FollowOrder, now: number) {
  const campaign = campaignOf(feed, order, now)
  const run = feed.agencies.run(campaign, now)
  const open = order.open?.price ?? run.entry?.price
  // An order that waits for the end of a halt follows a campaign that has begun; its money is free of it until it is confirmed.
  const last = order.close?.price ?? run.exit?.price ?? feed.agencies.mark(campaign, now)
  const isUsed = order.status !== 'waiting' && order.status !== 'refunded'
  if (!isUsed || open === undefined || last === undefined) return { campaign, run, ...unused }
  const value = order.value ?? followValue(order.amount, campaign, open, last)
  return { campaign, run, last, value, ...payoutOf(order.amount, value) }
}

/** What the campaigns that a person follows have gained beyond the amounts in them, after the performance fee (rulebook §7.3). */
export async function followProfit(tx: Tx, feed: Feed, userId: number, now: number): Promise<Money> {
  const orders = await listOrders(tx, userId, { withFinished: false })
  if (orders.length === 0) return nothing
  await agenciesReady(feed, now)
  return addMoney(nothing, ...orders.map((order) => figuresOf(feed, order, now).profit ?? nothing))
}

/** The orders of a user that were not finished at an instant. */
export const ordersSince = async (tx: Tx, userId: number, since: number): Promise<readonly FollowOrder[]> =>
  (await listOrders(tx, userId, { withFinished: true })).filter(
    ({ finishedAt }) => finishedAt === undefined || finishedAt >= since,
  )

/** What the campaigns of these orders had gained at every instant beyond the amounts in them (rulebook §7.3). */
export async function pastFollowProfit(
  orders: readonly FollowOrder[],
  { feed, instants }: PastMarket,
): Promise<readonly Money[]> {
  const sums = instants.map(() => nothing)
  if (orders.length > 0) await agenciesReady(feed, instants.at(-1) ?? 0)
  for (const order of orders)
    for (const [index, at] of instants.entries()) {
      const isNow = index === instants.length - 1
      const then = isNow ? order : orderBefore(order, at)
      if (then === undefined) continue
      sums[index] = addMoney(sums[index] ?? nothing, figuresOf(feed, then, at).profit ?? nothing)
      // A price of a past session takes some milliseconds.
      if (!isNow) await setImmediate()
    }
  return sums
}

/** An order whose money was in its campaign just before an instant; undefined before that, and once it was paid out. */
function orderBefore(order: FollowOrder, instant: number): FollowOrder | undefined {
  const { confirmedAt, finishedAt } = order
  if (confirmedAt === undefined || confirmedAt >= instant) return undefined
  if (finishedAt !== undefined && finishedAt < instant) return undefined
  return { ...order, status: 'running', close: undefined, value: undefined, fee: undefined, finishedAt: undefined }
}
