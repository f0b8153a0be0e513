import {
  orderStatusNumbers,
  type Agency as AgencyView,
  type Campaign as CampaignView,
  type CampaignRecord,
  type Follow as FollowView,
} from '@mex/contract/follow/shapes.ts'
import type { Language } from '@mex/contract/language.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { agencyOf, benchmark, type Agency } from '@mex/core/follow/agency.ts'
import {
  campaignResult,
  capacityLeft,
  followValue,
  isOpenForOrders,
  payoutOf,
  performanceFee,
  type Campaign,
  type CampaignRun,
  type Exit,
  type Turn,
} from '@mex/core/follow/campaign.ts'
import type { FollowOrder } from '@mex/core/follow/order.ts'
import type { TrackPoint } from '@mex/core/follow/track.ts'
import type { Instrument, Name } from '@mex/core/market/instrument.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { moneyOf, rate, type Rate } from '@mex/core/money/money.ts'
import { maximumDrawdown, returnOver, worstReturn } from '@mex/core/strategies/figures.ts'
import { turnCostBasisPoints } from '@mex/core/strategies/strategy.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import type { AgencyState } from '#feeds/agency-market.ts'
import type { Feed } from '#feeds/feed.ts'
import type { MarketSource } from '#market-source.ts'
import type { Paid } from './store.ts'
import { figuresOf } from './worth.ts'

export type ViewFacts = Pick<MarketSource, 'feed' | 'describe'> & {
  readonly now: number
  /** The language of names in an answer. */
  readonly naming: { readonly language: Language; readonly traditional: Traditional }
}

const say = ({ naming: { language, traditional } }: ViewFacts, name: Name): string =>
  textIn(name, language, traditional)

function instrumentOf({ instrument, side, leverage }: Campaign, facts: ViewFacts) {
  const { code, name, market }: Instrument = facts.describe(instrument, facts.now)
  return { code, name: say(facts, name), market, side, leverage }
}

function stateOf(campaign: Campaign, run: CampaignRun, isFilled: boolean, now: number): CampaignView['state'] {
  if (run.cancelledAt !== undefined) return 'cancelled'
  if (run.exit !== undefined) return 'ended'
  if (run.entry !== undefined) return 'running'
  if (isOpenForOrders(campaign, run, now)) return isFilled ? 'filled' : 'open'
  return 'waiting'
}

export function campaignView(campaign: Campaign, facts: ViewFacts): CampaignView {
  const { feed, now } = facts
  const run = feed.agencies.run(campaign, now)
  const remaining = capacityLeft(campaign, feed.agencies.placements(campaign, now), now)
  return {
    id: campaign.id,
    number: campaign.number,
    ...instrumentOf(campaign, facts),
    state: stateOf(campaign, run, remaining === 0n, now),
    publishedAt: campaign.publishedAt,
    subscribeEnd: campaign.subscribeEnd,
    opensAt: campaign.opensAt,
    closesAt: run.exit?.at ?? campaign.closesAt,
    settlesAt: run.exit?.settlesAt ?? campaign.settlesAt,
    remaining,
    capacity: campaign.capacity,
    scheduleHash: campaign.scheduleHash,
    cost: rate(BigInt(campaign.leverage) * 2n * turnCostBasisPoints * 10n ** 8n),
    stop: campaign.stop,
    performanceFee,
    openPrice: run.entry?.price,
    last: run.exit?.price ?? feed.agencies.mark(campaign, now),
  }
}

/** The amount of which a campaign that nobody followed tells what followers would have received. */
const example = moneyOf('10000')

/** What was paid out for an amount, less 1. */
const shareOf = (paid: bigint, amount: bigint): Rate => rate(divide((paid - amount) * 10n ** 12n, amount, 'near'))

function recordOf(
  campaign: Campaign,
  { entry, exit }: { readonly entry: Turn; readonly exit: Exit },
  paid: Paid | undefined,
  facts: ViewFacts,
): CampaignRecord {
  const computed = payoutOf(example, followValue(example, campaign, entry.price, exit.price))
  return {
    campaignId: campaign.id,
    number: campaign.number,
    ...instrumentOf(campaign, facts),
    opensAt: campaign.opensAt,
    closedAt: exit.at,
    openPrice: entry.price,
    closePrice: exit.price,
    openQuoteId: entry.quoteId,
    closeQuoteId: exit.quoteId,
    isStopped: exit.kind === 'stop',
    result: campaignResult(campaign, entry.price, exit.price),
    followersResult: paid === undefined ? shareOf(computed.paid, example) : shareOf(paid.paid, paid.amount),
    followers: paid?.orders ?? 0,
  }
}

const shortHistory = 90 * dayMilliseconds

export function agencyView(
  { agency, campaigns, endedAt }: AgencyState,
  paid: ReadonlyMap<number, Paid>,
  { whole }: { readonly whole: boolean },
  facts: ViewFacts,
): AgencyView {
  const { feed, now, describe } = facts
  const track = feed.agencies.track(agency.id, now)
  const runs = campaigns.map((campaign) => ({ campaign, run: feed.agencies.run(campaign, now) })).toReversed()
  const over = runs.flatMap(({ campaign, run: { entry, exit } }) =>
    entry === undefined || exit === undefined ? [] : [{ campaign, turns: { entry, exit } }],
  )
  return {
    ...namesOf(agency, facts),
    return30: returnOver(track, 30),
    return90: returnOver(track, 90),
    return365: returnOver(track, 365),
    maxDrawdown: maximumDrawdown(track),
    worst30: worstReturn(track, 30) ?? rate(0n),
    inceptionAt: track[0]?.at ?? now,
    endedAt,
    endsAfterFall: agency.endsAfterFall,
    simulated: true,
    campaigns: runs
      .filter(({ run }) => run.exit === undefined && run.cancelledAt === undefined)
      .map(({ campaign }) => campaignView(campaign, facts)),
    record: over.map(({ campaign, turns }) => recordOf(campaign, turns, paid.get(campaign.id), facts)),
    navHistory: historyOf(feed, track, whole ? -Infinity : now - shortHistory, now),
    benchmarkName: say(facts, describe(benchmark, now).name),
  }
}

const namesOf = ({ id, name, initials, strategy, rule }: Agency, facts: ViewFacts) => ({
  id,
  name: say(facts, name),
  avatar: initials,
  strategy: say(facts, strategy),
  rule: say(facts, rule),
})

function historyOf(feed: Feed, track: readonly TrackPoint[], since: number, now: number): AgencyView['navHistory'] {
  const held = new Map(feed.agencies.benchmark(now).map(({ at, nav }) => [at, nav]))
  return track.filter(({ at }) => at >= since).map(({ at, nav }) => ({ at, nav, benchmark: held.get(at) }))
}

export function followView(order: FollowOrder, facts: ViewFacts): FollowView {
  const { campaign, run, last, value, fee, paid, profit } = figuresOf(facts.feed, order, facts.now)
  const { open, close, status } = order
  const isEnded = open !== undefined && close !== undefined
  return {
    id: order.id,
    agencyId: campaign.agency,
    agencyName: say(facts, agencyOf(campaign.agency).name),
    campaignId: campaign.id,
    campaignNumber: campaign.number,
    ...instrumentOf(campaign, facts),
    amount: order.amount,
    stop: campaign.stop,
    openPrice: open?.price,
    closePrice: close?.price,
    openQuoteId: open?.quoteId,
    closeQuoteId: close?.quoteId,
    last,
    value,
    fee,
    payout: paid,
    profit,
    result: isEnded ? campaignResult(campaign, open.price, close.price) : undefined,
    isStopped: isEnded && run.exit?.kind === 'stop',
    orderStatus: orderStatusNumbers[status],
    status,
    subscribeEnd: campaign.subscribeEnd,
    opensAt: campaign.opensAt,
    closesAt: run.exit?.at ?? campaign.closesAt,
    placedAt: order.placedAt,
    changedAt: order.changedAt,
    settlesAt: run.exit?.settlesAt ?? campaign.settlesAt,
  }
}
