import * as z from 'zod/mini'
import { strategyIds } from '@mex/core/quantify/products.ts'

import { averagePrice, coded, listOf, money, named, orNull, quantity, rate, shape, timestamp } from '#wire.ts'

/** Quantitative products and what people put in them, as calls answer with them (specification, calls C, M and T). */

/** The spec's numbers of an order (rulebook §1.2); one that waits for its first price is in progress too. */
export const incomeStatusNumbers = { running: 0, completed: 1 } as const
export const rankingDays = [7, 30, 90] as const

const nav = averagePrice

export const product = shape({
  id: z.number(),
  /** In the caller's language. */
  name: z.string(),
  strategy: z.enum(strategyIds),
  termDays: z.number(),
  minAmount: money,
  maxAmount: money,
  /** What is left of this week's capacity by its plan, of all of it. */
  remaining: money,
  capacity: money,
  /** SHA-256 of the plan. */
  capacityHash: z.string(),
  /** What the person may still put in this week; without a session, what anybody may. */
  mine: named('maxNow', money),
  /** Of a year of what was put in, and of the gain; as parts of 1. */
  managementFee: named('mgmtFee', rate),
  performanceFee: named('perfFee', rate),
  nav,
  navAt: named('navTimestamp', timestamp),
  /** Parts of 1; null where the record is shorter. */
  return30: orNull(rate),
  return90: orNull(rate),
  /** 0 or below, since the inception. */
  maximumDrawdown: named('maxDrawdown', rate),
  worst30: orNull(rate),
  /** The same of its universe bought once and kept. */
  buyAndHold30: orNull(rate),
  buyAndHold90: orNull(rate),
  since: named('sinceTimestamp', timestamp),
  /** When money that is put in now gets its units, and when it comes back. */
  startsAt: named('startTimestamp', timestamp),
  endsAt: named('endTimestamp', timestamp),
  /** Whether money can be put in. */
  isOpen: named('onSale', z.boolean()),
  /** Epoch seconds, NAV, and the same of its universe bought once and kept; oldest first. */
  navHistory: listOf(z.tuple([z.number(), nav, nav])),
  simulated: z.literal(true),
})

export const rankingRow = shape({
  rank: z.number(),
  productId: z.number(),
  name: z.string(),
  strategy: z.enum(strategyIds),
  return: orNull(rate),
  maximumDrawdown: named('maxDrawdown', rate),
  since: named('sinceTimestamp', timestamp),
})

export const order = shape({
  id: z.number(),
  productId: z.number(),
  productName: z.string(),
  strategy: z.enum(strategyIds),
  termDays: z.number(),
  amount: money,
  /** Null until the first daily price. */
  units: orNull(quantity),
  startNav: orNull(nav),
  currentNav: orNull(nav),
  endNav: orNull(nav),
  value: money,
  /** Before fees while it runs, after them at the end. */
  profit: money,
  /** What was charged; while it runs, what it would be if it ended with the present value. */
  fee: money,
  managementFee: named('mgmtFee', money),
  performanceFee: named('perfFee', money),
  /** Null until it is paid out. */
  payout: orNull(money),
  status: named('incomeStatus', coded(incomeStatusNumbers)),
  /** Strikes since the start. */
  day: named('days', z.number()),
  startsAt: named('startTimestamp', timestamp),
  endsAt: named('endTimestamp', timestamp),
  savedAt: named('createTimeTimestamp', timestamp),
  expiresAt: named('expiredDateTimestamp', timestamp),
})

/** One day of an order. */
export const profitRow = shape({
  id: z.number(),
  orderId: z.number(),
  date: z.string(),
  profit: money,
  /** Since the start. */
  total: money,
  nav,
  at: named('createTimestamp', timestamp),
})

export const capacityPlan = shape({
  productId: z.number(),
  startsAt: named('startTimestamp', timestamp),
  endsAt: named('endTimestamp', timestamp),
  total: money,
  remaining: money,
  hash: z.string(),
  nonce: orNull(z.string()),
  steps: listOf(
    shape({
      /** Epoch milliseconds, as the hashed text has them. */
      at: named('timestampMs', z.number()),
      amount: money,
    }),
  ),
})

export type Product = z.output<typeof product>
export type RankingRow = z.output<typeof rankingRow>
export type QuantifyOrder = z.output<typeof order>
export type ProfitRow = z.output<typeof profitRow>
