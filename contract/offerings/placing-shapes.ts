import * as z from 'zod/mini'

import { classifyField, marketField } from '#market/shapes.ts'
import { coded, fixed, named, orNull, price, quantity, rate, shape, timestamp } from '#wire.ts'
import { subscriptionNumbers } from './shapes.ts'

/** Placings, as calls answer with them (specification, calls F and T). */

/** Where a placing stands for everybody; `listed` once its lock-up is over. */
export const placingPhases = { upcoming: 0, open: 1, closed: 2, allotted: 3, listed: 4 } as const

export const placing = shape({
  id: z.number(),
  code: named('stock_code', z.string()),
  name: z.string(),
  venue: named('exchangeCode', z.string()),
  market: marketField,
  classify: classifyField,
  currency: z.string(),
  price,
  /** The last official close before the publication. */
  lastClose: named('preClose', price),
  /** What was drawn to be taken off the last close, as a share of it. */
  discount: rate,
  tick: price,
  lot: quantity,
  least: named('minQuantity', quantity),
  most: named('maxQuantity', quantity),
  totalShares: quantity,
  prefunded: named('prefundPct', rate),
  feeRate: rate,
  /** Mid of the offer's currency in that of the wallet that pays; null while there is none. */
  conversionRate: named('fxRate', orNull(rate)),
  publishedAt: named('createTimeTimestamp', timestamp),
  startsAt: named('startTimestamp', timestamp),
  endsAt: named('endTimestamp', timestamp),
  /** The same as `endTimestamp`, by the name that new issues have for it. */
  purchaseEndsAt: named('purchaseEndTimestamp', timestamp),
  allotsAt: named('allotmentTimestamp', timestamp),
  /** The end of the lock-up: when the shares can be sold; its date in the zone of the market is the list date. */
  unlocksAt: named('listTimestamp', timestamp),
  listDate: z.string(),
  lockDays: z.number(),
  phase: named('status', coded(placingPhases)),
  /** Of the caller; what it would be for somebody who has not applied. */
  subscription: named('subStatus', coded(subscriptionNumbers)),
  /** Lots that the book asks for, and how many times they cover the offer. */
  lotsAsked: z.number(),
  timesCovered: fixed(2),
  bookHash: z.string(),
  /** SHA-256 of the seed of the allotment, and the seed once it was made. */
  commitment: named('commit', z.string()),
  seed: orNull(z.string()),
})

export type Placing = z.output<typeof placing>
