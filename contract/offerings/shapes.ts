import * as z from 'zod/mini'

import { sources } from '@mex/core/market/instrument.ts'

import { classifyField, marketField } from '#market/shapes.ts'
import {
  coded,
  fixed,
  listOf,
  money,
  named,
  oneOf,
  orNull,
  price,
  quantity,
  rate,
  shape,
  timestamp,
  value,
} from '#wire.ts'

/** New issues and applications for them, as calls answer with them (specification, calls C and T). */

/** Where a person stands with an offer: the spec's numbers (rulebook §1.2). */
export const subscriptionNumbers = { subscribable: 0, subscribed: 1, waiting: 2, allotted: 3, not_allotted: 4 } as const

export const offerPhases = ['upcoming', 'open', 'closed', 'allotted', 'listed'] as const
const offerPhase = z.enum(offerPhases)
/** How new issues are divided; a placing is shared out in proportion. */
const mechanisms = ['A', 'B', 'single'] as const
const mechanismsOfAll = [...mechanisms, 'pro_rata'] as const

/** One line of a basis of allotment. */
export const basisRow = shape({
  lots: z.number(),
  applications: z.number(),
  /** Applications that got at least one lot. */
  served: z.number(),
  allotted: z.number(),
  /** Allotted, of what was asked for, in percent. */
  share: named('pct', fixed(2)),
})

const issueFields = {
  id: z.number(),
  code: named('stock_code', z.string()),
  name: z.string(),
  venue: named('exchangeCode', z.string()),
  market: marketField,
  classify: classifyField,
  sector: z.string(),
  currency: z.string(),
  low: named('priceLow', price),
  high: named('priceHigh', price),
  /** Once the offer has closed. */
  price: orNull(price),
  tick: price,
  lot: quantity,
  least: named('minQuantity', quantity),
  most: named('maxQuantity', quantity),
  totalShares: quantity,
  /** What the public is offered at first. */
  publicShares: quantity,
  /** Of all shares at the highest price, in the offer's currency. */
  fundsRaised: value,
  prefunded: named('prefundPct', rate),
  feeRate: rate,
  /** Mid of the offer's currency in that of the wallet that pays; null while there is none. */
  conversionRate: named('fxRate', orNull(rate)),
  /** YYYY-MM-DD in the zone of the market. */
  prospectusDate: z.string(),
  startDate: z.string(),
  purchaseEndDate: z.string(),
  allotmentDate: z.string(),
  listDate: z.string(),
  startsAt: named('startTimestamp', timestamp),
  endsAt: named('purchaseEndTimestamp', timestamp),
  allotsAt: named('allotmentTimestamp', timestamp),
  payUntil: named('payDeadlineTimestamp', timestamp),
  listsAt: named('listTimestamp', timestamp),
  lockDays: z.number(),
  phase: offerPhase,
  /** Of the caller; what it would be for somebody who has not applied. */
  subscription: named('subStatus', coded(subscriptionNumbers)),
  /** How many times the book covers what the public is offered at first. */
  timesCovered: fixed(2),
  mechanism: z.enum(mechanisms),
  bookHash: z.string(),
  /** SHA-256 of the seed of the draw, and the seed once the draw was made. */
  commitment: named('commit', z.string()),
  seed: orNull(z.string()),
  profile: z.string(),
}

/** A new issue, as lists show it. */
export const issue = shape(issueFields)
/** The same with its documents, and its basis of allotment once the draw was made. */
export const issueDetail = shape({
  ...issueFields,
  documents: listOf(shape({ name: z.string(), url: z.string() })),
  basis: listOf(basisRow),
})

/** The order status of an application (rulebook §21): in progress until it is settled. */
export const applicationNumbers = { subscribed: 0, allotted: 1, none: 2, waiting: 3 } as const

/** The products that people apply for: a new issue, or a placing. */
export const offerSources = [sources.newStock, sources.placingStock] as const

/** An application for a new issue or a placing (list 4). Money is in the currency of the wallet. */
export const application = shape({
  id: z.number(),
  source: oneOf(offerSources),
  /** Of its offer; each kind of offers counts its own. */
  issueId: named('ipoId', z.number()),
  venue: named('exchangeCode', z.string()),
  market: marketField,
  classify: classifyField,
  code: named('stockCode', z.string()),
  name: named('stockName', z.string()),
  /** Of the offer, in which the price is. */
  offerCurrency: z.string(),
  lot: quantity,
  prospectusDate: z.string(),
  fundsRaised: value,
  allotmentDate: z.string(),
  listDate: z.string(),
  /** The final price; the highest before the offer has closed. */
  price,
  /** The price may still become lower: a range of prices that is open yet. */
  isHighest: named('priceIsHighest', z.boolean()),
  quantity,
  /** Everything at that price, with the fee. */
  total: money,
  allotted: named('allottedQuantity', quantity),
  pending: named('pendingPayment', money),
  /** Paid less refunded. */
  actual: named('actualPayment', money),
  paid: money,
  refund: money,
  /** What the allotted shares cost. */
  cost: money,
  conversionRate: named('fxRate', rate),
  status: named('subStatus', coded(subscriptionNumbers)),
  orderStatus: named('status', coded(applicationNumbers)),
  phase: offerPhase,
  /** Of the best ticket among the applications of the pool; null before the draw. */
  rank: orNull(z.number()),
  /** The position of the allotted shares. */
  positionId: orNull(z.number()),
  endsAt: named('purchaseEndTimestamp', timestamp),
  /** Null for a placing, which is paid whole when applying. */
  payUntil: named('payDeadlineTimestamp', orNull(timestamp)),
  allotsAt: named('allotmentDateTimestamp', timestamp),
  /** When the shares can be sold: the listing of a new issue, the end of the lock-up of a placing. */
  listsAt: named('marketDateTimestamp', timestamp),
  /** Until when they are locked: of a placing always, of a new issue while allotted shares are. */
  lockedUntil: named('lockUntilTimestamp', orNull(timestamp)),
  appliedAt: named('createTimeTimestamp', timestamp),
  changedAt: named('modifyTimeTimestamp', timestamp),
})

/** What a draw was made of and what it gave (rulebook §20.4-7). */
export const draw = shape({
  commitment: named('commit', z.string()),
  /** Null until the draw was made, like the randomness and the key. */
  seed: orNull(z.string()),
  beacon: orNull(z.string()),
  /** `journal N`: the first journal after the close, by its place in the chain. */
  beaconSource: orNull(z.string()),
  key: orNull(z.string()),
  bookHash: z.string(),
  mechanism: z.enum(mechanismsOfAll),
  price: orNull(price),
  timesCovered: fixed(2),
  totalShares: quantity,
  lot: quantity,
  high: named('priceHigh', price),
  /** Per mille of all shares that the public is offered at first. */
  publicPerMille: z.number(),
  publicLots: z.number(),
  poolALots: z.number(),
  poolBLots: z.number(),
  /** Generated, in published order. */
  book: listOf(z.object({ id: z.string(), lots: z.number() })),
  basis: listOf(basisRow),
  /** How many applications of people were drawn: `applications` names the first 5,000 of them by id. */
  applicationsTotal: z.number(),
  /** People, by the names of their tickets, at most 5,000. */
  applications: listOf(z.object({ id: z.string(), lots: z.number(), allottedLots: z.number() })),
})

export type SubscriptionStatus = keyof typeof subscriptionNumbers
export type Issue = z.output<typeof issue>
export type Application = z.output<typeof application>
export type Draw = z.output<typeof draw>
