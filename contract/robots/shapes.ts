import * as z from 'zod/mini'

import { coded, fixed, flag, listOf, money, named, orNull, price, shape, timestamp, value } from '#wire.ts'

/** Robots on offer and what people rent of them, as calls answer with them (specification, calls C and T). */

/** The spec's numbers of a rental (rulebook §1.1). */
export const robotStatusNumbers = { finding: 1, locating: 2, starting: 3, mining: 4, stopped: 5, expired: 6 } as const
export const redeemStatusNumbers = { none: 0, processing: 1, done: 2 } as const

/** Difficulty of the network; only its changes matter. */
const difficulty = fixed(6)

export const robot = shape({
  id: z.number(),
  robotId: z.number(),
  name: z.string(),
  /** What it costs outside of a promotion. */
  listPrice: named('price', money),
  /** What is paid now. */
  price: named('promotionPrice', money),
  residual: money,
  cycle: named('cycleDays', z.number()),
  offered: named(
    'availabilityTime',
    shape({ from: named('startTimestamp', timestamp), until: named('endTimestamp', timestamp) }),
  ),
  /** '12.5 TH/s': in proportion to the price. */
  hashRate: z.string(),
  incomeNote: z.string(),
  /** Over the cycle, if the coin's price and the difficulty stay as they are. */
  expectedIncome: money,
  energyCost: money,
  rent: money,
  expectedNet: money,
  /** The same if the difficulty rises as it does on average. */
  netAsDifficultyRises: named('expectedNetRisingDifficulty', money),
  /** The coin is worth nothing from the first tick on. */
  worst: named('worstNet', money),
  /** The price of the coin at which the net is nothing; null while the coin has no price. */
  breakEvenPrice: orNull(price),
  coin: z.string(),
  coinPrice: orNull(price),
  difficulty: orNull(difficulty),
  slots: z.number(),
  slotsLeft: z.number(),
  /** SHA-256 of the plan by which its slots are taken. */
  scheduleHash: z.string(),
  /** What the hash was made of; null before the offer has ended. */
  schedule: orNull(z.string()),
  isOnOffer: named('onSale', flag),
})

const orderFields = {
  id: z.number(),
  number: named('orderNo', z.string()),
  robotId: z.number(),
  name: z.string(),
  price: named('promotionPrice', money),
  residual: money,
  rent: money,
  cycle: named('cycleDays', z.number()),
  status: coded(robotStatusNumbers),
  /** So far, in whole cents; `paidIncome` of it is in the wallet. */
  income: money,
  paidIncome: money,
  /** Paid and unpaid energy so far, in whole cents. */
  energyCost: money,
  /** Units that are left, of 144. */
  energy: z.number(),
  energyMax: z.number(),
  /** What the units that are used and not bought back cost. */
  unpaidEnergy: money,
  /** Income, less energy, less the rent that is earned so far or, once it is redeemed, was kept. */
  net: money,
  earnedRent: money,
  /** Ticks that are over, of those of the cycle, and those in which it mined. */
  ticks: z.number(),
  cycleTicks: z.number(),
  minedTicks: z.number(),
  redeemStatus: coded(redeemStatusNumbers),
  /** What came back, or will come; null before a redemption. */
  refund: orNull(money),
  /** When an early redemption becomes possible. */
  redeemableFrom: named('redeemableTimestamp', timestamp),
  coin: z.string(),
  /** The price of the coin at which the whole rental nets nothing, at the difficulty of now; null before it mines. */
  breakEvenPrice: orNull(price),
  createdAt: named('createTimeTimestamp', timestamp),
  expiresAt: named('expiredDateTimestamp', timestamp),
  changedAt: named('modifyTimeTimestamp', timestamp),
}

export const robotOrder = shape(orderFields)

/** What a redemption gives back and keeps. */
const redemptionFields = { refund: money, fee: money, unearnedRent: money, energyUnpaid: money }

export const redeemedOrder = shape({ ...orderFields, ...redemptionFields })

/** Ticks of one answer at most, ten days of them: who wants later ones asks for those since its last. */
export const answeredTicksMax = 1440

/** One tick of a rental. */
export const robotTick = shape({
  at: named('timestamp', timestamp),
  difficulty,
  coinPrice: price,
  income: value,
  energyUsed: z.number(),
})

export const robotOrderDetail = shape({
  ...orderFields,
  /** Difficulty and price of the coin when it began to mine; null before. */
  baseDifficulty: orNull(difficulty),
  baseCoinPrice: orNull(price),
  difficulty: orNull(difficulty),
  coinPrice: orNull(price),
  /** When it buys back the energy that it has used; null when nothing happens to it any more. */
  refillsAt: named('nextRefillTimestamp', orNull(timestamp)),
  series: listOf(robotTick),
  /** What a redemption of now would give back; null when there can be none now. */
  redemption: orNull(shape(redemptionFields)),
})

export const robotMessage = shape({
  id: z.number(),
  orderId: z.number(),
  status: coded(robotStatusNumbers),
  content: z.string(),
  createdAt: named('createTimestamp', timestamp),
})

export const miningQuota = shape({
  running: named('userUsed', z.number()),
  runningMax: named('userMax', z.number()),
  poolSlots: z.number(),
  poolLeft: z.number(),
  /** What a unit of energy costs: of the robot, or for each peso of its price. */
  energyPrice: value,
})

/** Time, income of the stretch, and income since the start. */
export const incomeSeries = shape({
  list: listOf(listOf(z.union([z.number(), z.string()]))),
})

export type RobotView = z.output<typeof robot>
export type RobotOrderView = z.output<typeof robotOrder>
export type RedeemedOrderView = z.output<typeof redeemedOrder>
export type RobotOrderDetail = z.output<typeof robotOrderDetail>
export type RobotTick = z.output<typeof robotTick>
