import type { calls } from '@mex/contract/areas.ts'
import type { Answer, Handlers } from '@mex/contract/call.ts'
import type { Traditional } from '@mex/contract/text.ts'
import { capacityLeft, isOpenForOrders, type Campaign } from '@mex/core/follow/campaign.ts'
import { accepted, refuse } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import type { MarketSource } from '#market-source.ts'
import { agenciesReady } from './catch-up.ts'
import type { Follows } from './orders.ts'
import { openPaid, type PaidNow } from './paid.ts'
import { listOrders, ordersOf } from './store.ts'
import { agencyView, followView, type ViewFacts } from './views.ts'

export type FollowHandling = {
  readonly follows: Follows
  readonly describe: MarketSource['describe']
  readonly traditional: Traditional
}

type FollowCalls = typeof calls.follows
type Asked<Name extends keyof FollowCalls> = Parameters<Handlers<FollowCalls, Context, PersonContext>[Name]>[0]

export function handlers({ follows, describe, traditional }: FollowHandling) {
  const factsOf = ({ feed, now, language }: Context): ViewFacts => ({
    feed,
    describe,
    now,
    naming: { language, traditional },
  })
  const paidNow = openPaid()
  return {
    orders: (input, context) => orders(input, context, factsOf(context)),
    agencies: (input, context) => agencies(input, context, { facts: factsOf(context), paidNow }),
    add: async (input, context) => {
      const { person, now: at, language, request, feed } = context
      await agenciesReady(feed, at)
      const campaign = wantedCampaign(input, context)
      return accepted(
        await follows.send({
          kind: 'add',
          userId: person.userId,
          at,
          language,
          request,
          campaign,
          amount: input.amount,
        }),
      )
    },
    schedule: async ({ id }, { feed, now }) => {
      await agenciesReady(feed, now)
      return schedule(feed.agencies.find(id, now) ?? refuse('not_found', { field: 'id' }), { feed, now })
    },
  } satisfies Handlers<FollowCalls, Context, PersonContext>
}

/** The campaign that an order names; without a name, the one of the agency that takes orders. */
function wantedCampaign({ agencyId, campaignId }: Asked<'add'>, { feed, now }: Context): Campaign {
  const state =
    feed.agencies.agencies(now).find(({ agency }) => agency.id === agencyId) ??
    refuse('not_found', { field: 'agencyId' })
  if (campaignId !== undefined)
    return state.campaigns.find(({ id }) => id === campaignId) ?? refuse('not_found', { field: 'campaignId' })
  return (
    state.campaigns.findLast((campaign) => isOpenForOrders(campaign, feed.agencies.run(campaign, now), now)) ??
    refuse('subscription_ended')
  )
}

async function orders(
  { id, status, pageNum, pageSize }: Asked<'orders'>,
  { db, feed, now, person: { userId } }: PersonContext,
  facts: ViewFacts,
): Promise<Answer<FollowCalls['orders']>> {
  await agenciesReady(feed, now)
  const stored =
    id === undefined ? await listOrders(db, userId, { withFinished: true }) : await ordersOf(db, [{ userId, id }])
  const found = stored.filter((order) => status === undefined || order.status === status)
  const start = (pageNum - 1) * pageSize
  const rows = found.slice(start, start + pageSize).map((order) => followView(order, facts))
  return { total: found.length, pageNum, pageSize, rows }
}

async function agencies(
  { id }: Asked<'agencies'>,
  { db, feed, now }: Context,
  { facts, paidNow }: { readonly facts: ViewFacts; readonly paidNow: PaidNow },
): Promise<Answer<FollowCalls['agencies']>> {
  await agenciesReady(feed, now)
  const all = feed.agencies.agencies(now)
  const wanted = id === undefined ? all : all.filter(({ agency }) => agency.id === id)
  if (id !== undefined && wanted.length === 0) return refuse('not_found', { field: 'id' })
  const paid = await paidNow({ db, now })
  return wanted.map((state) => agencyView(state, paid, { whole: id !== undefined }, facts))
}

function schedule(campaign: Campaign, { feed, now }: Pick<Context, 'feed' | 'now'>): Answer<FollowCalls['schedule']> {
  const { id, capacity, publishedAt, subscribeEnd, scheduleHash } = campaign
  const placements = feed.agencies.placements(campaign, now)
  return {
    id,
    capacity,
    publishedAt,
    subscribeEnd,
    scheduleHash,
    nonce: feed.agencies.nonce(campaign, now),
    placements: placements.map(({ at, amount }) => ({ at, amount, remaining: capacityLeft(campaign, placements, at) })),
  }
}
