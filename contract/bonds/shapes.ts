import * as z from 'zod/mini'
import { bondCountries, bondKinds } from '@mex/core/bonds/bond.ts'

import { averagePrice, coded, fixed, flag, listOf, money, named, orNull, price, rate, shape, timestamp } from '#wire.ts'

/** Government bonds and what people hold of them, as calls answer with them (specification, calls C and T). */

/** The spec's numbers of a holding (rulebook §1.2). */
export const bondStatusNumbers = { bought: 0, redeeming: 1, redeemed: 2 } as const

/** Where the yields of a curve come from. */
export const curveSources = ['drawn', 'public'] as const

export const bondPhases = ['open', 'practice', 'closed'] as const

const kind = z.enum(bondKinds)
const country = z.enum(bondCountries)
/** Yearly, in percent. */
const couponRate = fixed(3)
/** In percent, with 6 decimals at least. */
const yearly = fixed(6)

export const bond = shape({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  kind: named('type', kind),
  country,
  issuer: z.string(),
  currency: z.string(),
  couponRate,
  /** Coupons of a year. */
  frequency: z.number(),
  issued: named('issueDate', z.string()),
  matures: named('maturityDate', z.string()),
  faceUnit: money,
  faceMin: named('minFace', money),
  /** Ask, clean: for 100 of face, 10 of Cetes. */
  buyPrice: price,
  /** Bid, clean. */
  sellPrice: price,
  accruedPer100: averagePrice,
  /** Of the price between the two. */
  yield: yearly,
  /** Of the price that a buyer pays. */
  buyYield: yearly,
  /** Of a bill, at the price that a buyer pays. */
  discount: orNull(yearly),
  /** Modified, in years. */
  duration: fixed(6),
  settles: named('settleDate', z.string()),
  /** The period that the settlement lies in; null without coupons. */
  lastCoupon: named('lastCouponDate', orNull(z.string())),
  nextCoupon: named('nextCouponDate', orNull(z.string())),
  curveAt: named('curveTimestamp', timestamp),
  curveSource: z.enum(curveSources),
  phase: named('session', z.enum(bondPhases)),
  /** Mid of its currency in pesos; null while there is none. */
  conversionRate: named('fxRate', orNull(rate)),
  /** Face that is left by the plan of the issue, of all that was offered. */
  remaining: money,
  totalFace: money,
  /** Whether it can be bought; a bond that is held can be sold also when it cannot. */
  isOffered: named('onSale', flag),
})

/** The curve of a country now and a month ago. */
export const yieldCurve = shape({
  country,
  /** When it was drawn, or when its yields were published. */
  curveAt: named('curveTimestamp', timestamp),
  source: named('curveSource', z.enum(curveSources)),
  points: listOf(
    shape({
      /** '3M', '10Y'. */
      term: z.string(),
      days: z.number(),
      yield: yearly,
      /** Null while there was no curve then. */
      monthAgo: named('yieldMonthAgo', orNull(yearly)),
    }),
  ),
})

/** Face of a bond that somebody holds (list 6). */
export const holding = shape({
  id: z.number(),
  bondId: z.number(),
  code: z.string(),
  name: z.string(),
  kind: named('type', kind),
  currency: z.string(),
  couponRate,
  /** Coupons so far and what has accrued since, in the bond's currency. */
  interest: money,
  accrued: money,
  matures: named('maturityDate', z.string()),
  buyPrice: price,
  /** What it can be sold for now, or was. */
  sellPrice: price,
  face: money,
  faceUnit: money,
  /** Face and accrued interest, in the bond's currency. */
  periodBalance: money,
  /** In pesos, like cost, profit and received. */
  marketValue: money,
  cost: money,
  /** Worth now and received, less the cost. */
  profit: money,
  received: money,
  status: named('bondStatus', coded(bondStatusNumbers)),
  /** Whether it was sold or ran to its maturity; null while it is held. */
  redemption: orNull(z.enum(['sale', 'maturity'])),
  /** Mid of the bond's currency in pesos at the purchase. */
  conversionRate: named('fxRate', rate),
  /** The mid now, or that of the sale; null while there is none. */
  markRate: orNull(rate),
  /** When the purchase settles, then when the sale does. */
  settles: named('settleDate', z.string()),
  /** When the money of a sale comes that is asked for now; null when it cannot be sold any more. */
  saleSettles: named('saleSettleDate', orNull(z.string())),
  lastCoupon: named('lastCouponDate', orNull(z.string())),
  nextCoupon: orNull(shape({ date: z.string(), amount: money })),
  phase: named('session', z.enum(bondPhases)),
  /** When the money comes: of a sale, or at maturity. */
  endsAt: named('expiredDateTimestamp', timestamp),
  boughtAt: named('createTimeTimestamp', timestamp),
  changedAt: named('modifyTimeTimestamp', timestamp),
})

/** All bonds of a person, in pesos. */
export const bondTotal = shape({
  total: money,
  count: z.number(),
  accrued: money,
  profit: money,
  received: money,
  /** The coupon that is paid first, in its currency. */
  nextCoupon: orNull(shape({ date: z.string(), amount: money, currency: z.string() })),
})

/** What the face of one price, bought on the first day, was worth on each day: with accrued interest and coupons. */
export const pastWorth = shape({
  name: z.string(),
  points: listOf(shape({ date: z.string(), worth: averagePrice })),
})

export type Bond = z.output<typeof bond>
export type YieldCurve = z.output<typeof yieldCurve>
export type Holding = z.output<typeof holding>
export type BondTotal = z.output<typeof bondTotal>
