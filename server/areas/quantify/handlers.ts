import type { calls } from '@mex/contract/areas.ts'
import type { Answer, Handlers } from '@mex/contract/call.ts'
import type { Traditional } from '@mex/contract/text.ts'
import { nothing } from '@mex/core/money/money.ts'
import {
  quantifyCapacity,
  quantifyProduct,
  quantifyProducts,
  type QuantifyProduct,
} from '@mex/core/quantify/products.ts'
import { accepted, refuse } from '@mex/core/refusal.ts'
import { capacityPeriod, periodEnd, periodStart, remainingCapacity } from '@mex/core/strategies/capacity.ts'
import type { Context, PersonContext } from '#context.ts'
import { capacityOf } from './capacity.ts'
import { recordsOf } from './records.ts'
import { listOrders, ordersOf, putInSince } from './store.ts'
import type { Subscriptions } from './subscriptions.ts'
import { orderView, productView, profitPage, rankingView, type Naming } from './views.ts'

export type QuantifyHandling = { readonly subscriptions: Subscriptions; readonly traditional: Traditional }

type QuantifyCalls = typeof calls.quantify
type Asked<Name extends keyof QuantifyCalls> = Parameters<Handlers<QuantifyCalls, Context, PersonContext>[Name]>[0]

const known = (id: number, field: string): QuantifyProduct => quantifyProduct(id) ?? refuse('not_found', { field })

export function handlers({ subscriptions, traditional }: QuantifyHandling) {
  const naming = ({ language }: Context): Naming => ({ language, traditional })
  return {
    products: (input, context) => products(naming(context), input, context),
    ranking: async ({ period }, context) =>
      rankingView(await recordsOf(context.feed, context.now), period, naming(context)),
    profits,
    orders: (input, context) => orders(naming(context), input, context),
    async save({ product, amount }, { person: { userId }, now: at, language, request }) {
      const chosen = known(product, 'productId')
      if (amount === undefined) return refuse('missing_field', { field: 'amount' })
      return accepted(
        await subscriptions.send({ kind: 'save', userId, at, language, request, product: chosen, amount }),
      )
    },
    capacity: async ({ id }, context) => capacity(known(id, 'id'), context),
  } satisfies Handlers<QuantifyCalls, Context, PersonContext>
}

async function products(
  naming: Naming,
  { product }: Asked<'products'>,
  { db, feed, now, person }: Context,
): Promise<Answer<QuantifyCalls['products']>> {
  const wanted = product === undefined ? quantifyProducts : [known(product, 'productId')]
  const records = await recordsOf(feed, now)
  const since = periodStart(capacityPeriod(now))
  const own =
    person === undefined
      ? new Map<string, typeof nothing>()
      : await putInSince(
          db,
          wanted.map(({ id }) => ({ userId: person.userId, product: id, since })),
        )
  return wanted.flatMap((each) => {
    const putIn = own.get(`${person?.userId} ${each.id}`) ?? nothing
    const facts = { records, capacity: capacityOf(feed, each, now), putIn, isWhole: product !== undefined, now, naming }
    return productView(each, facts) ?? []
  })
}

/** The orders of a person, or the one with an id; that of somebody else is not found. */
async function ownOrders({ db, person: { userId } }: PersonContext, id: number | undefined, field: string) {
  if (id === undefined) return listOrders(db, userId, { withCompleted: true })
  const [order] = await ordersOf(db, [{ userId, id }])
  return [order ?? refuse('not_found', { field })]
}

async function orders(
  naming: Naming,
  { id, status, pageNum, pageSize }: Asked<'orders'>,
  context: PersonContext,
): Promise<Answer<QuantifyCalls['orders']>> {
  const { feed, now } = context
  const records = await recordsOf(feed, now)
  const found = (await ownOrders(context, id, 'id')).filter(
    (order) => status === undefined || (order.result === undefined ? 'running' : 'completed') === status,
  )
  const start = (pageNum - 1) * pageSize
  const rows = found.slice(start, start + pageSize).map((order) => orderView(records, order, { now, naming }))
  return { total: found.length, pageNum, pageSize, rows }
}

async function profits(
  { order, pageNum, pageSize }: Asked<'profits'>,
  context: PersonContext,
): Promise<Answer<QuantifyCalls['profits']>> {
  const records = await recordsOf(context.feed, context.now)
  const found = await ownOrders(context, order, 'orderId')
  return { pageNum, pageSize, ...profitPage(records, found, { pageNum, pageSize }, context.now) }
}

/** This week's plan as far as it has happened, and the whole plan of the week before. */
function capacity({ id }: QuantifyProduct, { feed, now }: Context): Answer<QuantifyCalls['capacity']> {
  const current = capacityPeriod(now)
  return [current, current - 1].map((period) => {
    const plan = feed.capacity.plan(id, period, quantifyCapacity)
    const steps = feed.capacity.steps(plan, now)
    return {
      productId: id,
      startsAt: periodStart(period),
      endsAt: periodEnd(period),
      total: plan.total,
      remaining: remainingCapacity(plan, steps, now),
      hash: plan.hash,
      nonce: feed.capacity.nonce(plan, now),
      steps: [...steps],
    }
  })
}
