import * as z from 'zod/mini'

import { quoteFields } from '#market/shapes.ts'
import { listOf, named, orNull, price, quantity, rate, shape, timestamp } from '#wire.ts'

/** Blocks of shares, as calls answer with them (specification, calls F). */

/** A share with the block of it that is on offer. */
export const blockOffer = shape({
  ...quoteFields,
  offerId: z.number(),
  /** At the last price; the final price is that of the first quote after the confirmation. */
  price,
  /** How far below the last price, as a share of it. */
  discount: rate,
  total: named('totalQuantity', quantity),
  remaining: quantity,
  least: named('minQuantity', quantity),
  /** The most that the person may still buy; without a session, that anybody may. */
  most: named('maxQuantity', quantity),
  /** Trading days from the end of the offer to the end of the lock-up. */
  lockDays: z.number(),
  startsAt: named('startTimestamp', timestamp),
  endsAt: named('endTimestamp', timestamp),
  unlocksAt: named('lockUntilTimestamp', timestamp),
  /** Blocks are only sold to the person. */
  direction: z.literal(0),
  /** SHA-256 of the schedule by which what is left falls. */
  scheduleHash: z.string(),
  /** Mids of the share's currency in that of the wallet that pays, and of USD in the share's; null while one is missing. */
  conversionRate: named('fxRate', orNull(rate)),
  dollarRate: named('usdRate', orNull(rate)),
  /** Market date whose fees an order of now pays, YYYY-MM-DD. */
  feeDate: z.string(),
})

/** What of a block has been sold; the nonce, with which the hash can be checked, once the offer has ended. */
export const blockSchedule = shape({
  id: z.number(),
  code: named('stockCode', z.string()),
  total: named('totalQuantity', quantity),
  lot: quantity,
  discount: rate,
  lockDays: z.number(),
  startsAt: named('startTimestamp', timestamp),
  endsAt: named('endTimestamp', timestamp),
  unlocksAt: named('lockUntilTimestamp', timestamp),
  scheduleHash: z.string(),
  nonce: orNull(z.string()),
  sales: listOf(
    shape({
      /** Epoch milliseconds, as the hashed text has them. */
      at: named('timestampMs', z.number()),
      sold: quantity,
      remaining: quantity,
    }),
  ),
})

export type BlockOffer = z.output<typeof blockOffer>
