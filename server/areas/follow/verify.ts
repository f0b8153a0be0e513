import { feeOf, followMax, followMin, followValue, type Campaign, type CampaignRun } from '@mex/core/follow/campaign.ts'
import { nextEvent, type HaltSpan } from '@mex/core/follow/decisions.ts'
import { isOver, type FollowOrder } from '@mex/core/follow/order.ts'
import { differs } from '@mex/core/ledger/bookings.ts'
import { addMoney, formatPrice, nothing, type Money } from '@mex/core/money/money.ts'
import { allowLongStatements } from '#areas/ledger/store-verify.ts'
import type { VerifyFacts } from '#areas/ledger/verify-rows.ts'
import { isoInstant } from '#clock.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import { haltsSince, ordersAfter } from './store.ts'

export type FollowVerification = {
  readonly orders: number
  readonly findings: readonly string[]
}

const pageSize = 500
const findingsMax = 100

/**
 * Recomputes every order from its campaign, and so from the public prices since the inception (rulebook §25.2): the times of the orders,
 * the turns and their quotes, value and fee, and what was due and not booked. The ledger compares the rows with their journals.
 */
export const verifyFollow = (db: Database, facts: VerifyFacts): Promise<FollowVerification> =>
  inTransaction(
    db,
    async (tx) => {
      await allowLongStatements(tx)
      const halts = await haltsSince(tx, -8.64e12)
      const findings: string[] = []
      const placed = new Map<string, Money>()
      let [orders, after] = [0, 0]
      for (;;) {
        const page = await ordersAfter(tx, after, pageSize)
        for (const { order } of page) findings.push(...wrongOrder(order, placed, halts, facts))
        orders += page.length
        after = page.at(-1)?.order.id ?? after
        if (page.length < pageSize) break
      }
      return { orders, findings: findings.slice(0, findingsMax) }
    },
    'snapshot',
  )

type NamedHalt = HaltSpan & { readonly name: string }

function wrongOrder(
  order: FollowOrder,
  placed: Map<string, Money>,
  halts: readonly NamedHalt[],
  { feed, now, settledUntil }: VerifyFacts,
): readonly string[] {
  const about = `follow order ${order.id}`
  const campaign = feed.agencies.find(order.campaign, now)
  if (campaign === undefined) return [`${about}: follows a campaign that is not there`]
  const run = feed.agencies.run(campaign, now)
  const own = halts.filter(({ name }) => name === campaign.instrument || campaign.instrument.startsWith(`${name}:`))
  const next = nextEvent(order, { state: { campaign, run }, halts: own })
  const faults = [
    ...wrongPlacing(order, campaign, placed),
    ...wrongTurns(order, run),
    ...wrongTimes(order, campaign, run, own),
    ...wrongValue(order, campaign),
    ...(next !== undefined && next.at <= settledUntil ? [`what was due at ${isoInstant(next.at)} was not booked`] : []),
  ]
  return faults.map((fault) => `${about}: ${fault}`)
}

function wrongPlacing(
  { user, amount, placedAt }: FollowOrder,
  { id, publishedAt, subscribeEnd }: Campaign,
  placed: Map<string, Money>,
): readonly string[] {
  const place = `${user} ${id}`
  const sum = addMoney(placed.get(place) ?? nothing, amount)
  placed.set(place, sum)
  return [
    ...(placedAt >= publishedAt && placedAt < subscribeEnd ? [] : ['was placed when the campaign took no orders']),
    ...(amount >= followMin && sum <= followMax ? [] : ['is less or more than a person may follow with']),
  ]
}

function wrongTurns({ open, close }: FollowOrder, { entry, exit }: CampaignRun): readonly string[] {
  const wrong = (what: string, found: FollowOrder['open'], turn: CampaignRun['entry']): readonly string[] =>
    found === undefined || (found.price === turn?.price && found.quoteId === turn.quoteId)
      ? []
      : [
          `${what} is ${formatPrice(found.price)} of ${found.quoteId}, should be ${turn === undefined ? 'none' : `${formatPrice(turn.price)} of ${turn.quoteId}`}`,
        ]
  return [...wrong('opening', open, entry), ...wrong('end', close, exit)]
}

/** Nothing was booked before its time, and only what had to be refunded was. */
function wrongTimes(
  order: FollowOrder,
  campaign: Campaign,
  run: CampaignRun,
  halts: readonly HaltSpan[],
): readonly string[] {
  const state = { campaign, run }
  const opening = nextEvent({ ...order, status: 'waiting' }, { state, halts })
  const { status, confirmedAt, finishedAt } = order
  const isEarly = (at: number | undefined, due: number | undefined): boolean =>
    at !== undefined && at < (due ?? Infinity)
  return [
    ...(confirmedAt === undefined || (opening?.kind === 'confirm' && !isEarly(confirmedAt, opening.at))
      ? []
      : ['was confirmed although the campaign had not opened']),
    ...(status === 'refunded' && (opening?.kind !== 'refund' || isEarly(finishedAt, opening.at))
      ? ['was refunded although the campaign opened']
      : []),
    ...(status === 'settled' && isEarly(finishedAt, run.exit?.settlesAt) ? ['was settled before its time'] : []),
  ]
}

function wrongValue(order: FollowOrder, campaign: Campaign): readonly string[] {
  const { open, close, value, fee, amount } = order
  if (open === undefined || close === undefined || value === undefined)
    return isOver(order) && order.status === 'settled' ? ['is settled without turns'] : []
  const expected = followValue(amount, campaign, open.price, close.price)
  return [...differs('value', value, expected), ...differs('performance fee', fee, feeOf(amount, expected))]
}
