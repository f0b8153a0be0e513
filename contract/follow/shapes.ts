import * as z from 'zod/mini'
import { followStatuses } from '@mex/core/follow/order.ts'

import { marketField } from '#market/shapes.ts'
import { coded, flag, listOf, money, named, orNull, price, rate, shape, timestamp } from '#wire.ts'

/** Agencies, their campaigns and the orders that follow them, as calls answer with them (specification, calls C and T). */

/** The spec's numbers of an order (rulebook §1.2). */
export const followStatusNumbers = {
  waiting: 0,
  ended: 1,
  settled: 2,
  running: 3,
  refunded: 4,
} as const satisfies Record<(typeof followStatuses)[number], number>
/** Long 0, short 1, as of any order. */
export const sideNumbers = { long: 0, short: 1 } as const
/** The spec's state of an order: in progress 0 and 3, success 1, cancelled 2. */
export const orderStatusNumbers = { waiting: 0, running: 3, ended: 3, settled: 1, refunded: 2 } as const

export const campaignStates = ['open', 'filled', 'waiting', 'running', 'ended', 'cancelled'] as const

/** What both a campaign and an order show of it. */
const instrument = {
  code: named('stockCode', z.string()),
  name: named('stockName', z.string()),
  market: marketField,
  side: named('direction', coded(sideNumbers)),
  leverage: z.number(),
}

export const campaign = shape({
  id: z.number(),
  number: z.number(),
  ...instrument,
  state: z.enum(campaignStates),
  publishedAt: named('publishTimestamp', timestamp),
  subscribeEnd: named('subscribeEndTimestamp', timestamp),
  opensAt: named('openTimestamp', timestamp),
  closesAt: named('closeTimestamp', timestamp),
  settlesAt: named('settleTimestamp', timestamp),
  /** What the schedule has left, of all. */
  remaining: money,
  capacity: money,
  scheduleHash: z.string(),
  /** Of the amount, for both turns together. */
  cost: rate,
  /** The move of the price that ends it, as a share of the opening price. */
  stop: rate,
  performanceFee: named('perfFee', rate),
  /** Null before the opening. */
  openPrice: orNull(price),
  /** The price of now; null when there is none. */
  last: orNull(price),
})

/** A campaign that has ended. */
export const campaignRecord = shape({
  campaignId: z.number(),
  number: z.number(),
  ...instrument,
  opensAt: named('openTimestamp', timestamp),
  closedAt: named('closeTimestamp', timestamp),
  openPrice: price,
  closePrice: price,
  openQuoteId: z.string(),
  closeQuoteId: z.string(),
  isStopped: named('stopHit', flag),
  /** The agency's own figure, after the cost of both turns and before the performance fee; a share of the amount. */
  result: rate,
  /** What followers received, after the fee: of all their amounts together, or of 10,000 when nobody followed. */
  followersResult: rate,
  /** Orders that were paid out so far. */
  followers: z.number(),
})

/** A day of an agency: its value and that of the benchmark, from 1 on. */
export const navPoint = shape({ at: named('timestamp', timestamp), nav: price, benchmark: orNull(price) })

export const agency = shape({
  id: z.number(),
  name: z.string(),
  /** Two letters. */
  avatar: z.string(),
  strategy: z.string(),
  rule: z.string(),
  /** Shares of the value; null where the record is shorter. */
  return30: orNull(rate),
  return90: orNull(rate),
  return365: orNull(rate),
  maxDrawdown: rate,
  worst30: rate,
  inceptionAt: named('inceptionTimestamp', timestamp),
  /** When it ended for good; null while it goes on. */
  endedAt: named('endTimestamp', orNull(timestamp)),
  /** The fall from its highest value that ends it for good; null if none does. */
  endsAfterFall: orNull(rate),
  simulated: z.literal(true),
  /** Those that take orders, wait or run; the newest first. */
  campaigns: listOf(campaign),
  /** Every campaign that has ended since the inception, the newest first. */
  record: listOf(campaignRecord),
  /** The last 90 days; with an id, all days. */
  navHistory: listOf(navPoint),
  benchmarkName: z.string(),
})

/** An order of a person that follows a campaign (list 5). */
export const follow = shape({
  id: z.number(),
  agencyId: z.number(),
  agencyName: z.string(),
  campaignId: z.number(),
  campaignNumber: z.number(),
  ...instrument,
  amount: money,
  stop: rate,
  openPrice: orNull(price),
  closePrice: orNull(price),
  openQuoteId: orNull(z.string()),
  closeQuoteId: orNull(z.string()),
  /** The price that it would end at now, or did; null before the opening. */
  last: orNull(price),
  /** At that price: before the fee, the fee, after the fee, and that less the amount. Null before the opening. */
  value: orNull(money),
  fee: orNull(money),
  payout: orNull(money),
  profit: orNull(money),
  /** The agency's own figure of the campaign, once it has ended. */
  result: orNull(rate),
  isStopped: named('stopHit', flag),
  orderStatus: named('status', z.number()),
  status: named('followStatus', coded(followStatusNumbers)),
  subscribeEnd: named('subscribeEndTimestamp', timestamp),
  opensAt: named('openTimestamp', timestamp),
  /** When it closes, or did. */
  closesAt: named('closeTimestamp', timestamp),
  placedAt: named('createTimeTimestamp', timestamp),
  changedAt: named('modifyTimeTimestamp', timestamp),
  /** When the money comes back. */
  settlesAt: named('expiredDateTimestamp', timestamp),
})

/** How a campaign has filled; the nonce, with which the hash can be checked, once it takes no more orders. */
export const campaignSchedule = shape({
  id: z.number(),
  capacity: money,
  publishedAt: named('publishTimestamp', timestamp),
  subscribeEnd: named('subscribeEndTimestamp', timestamp),
  scheduleHash: z.string(),
  nonce: orNull(z.string()),
  placements: listOf(
    shape({
      /** Epoch milliseconds, as the hashed text has them. */
      at: named('timestampMs', z.number()),
      amount: money,
      remaining: money,
    }),
  ),
})

export type Agency = z.output<typeof agency>
export type Campaign = z.output<typeof campaign>
export type CampaignRecord = z.output<typeof campaignRecord>
export type Follow = z.output<typeof follow>
