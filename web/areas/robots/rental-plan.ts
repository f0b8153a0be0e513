import type { Answer } from '@mex/contract/call.ts'
import type { robots as calls } from '@mex/contract/robots/calls.ts'
import type { RobotView } from '@mex/contract/robots/shapes.ts'
import { money, type Money } from '@mex/core/money/money.ts'

import { energyOfDay } from './figures.ts'

const quantities = [1, 2, 3, 4, 5] as const
/** Robots of one rental (specification, calls L). */
export const quantityMax = quantities.length
export type RentalQuantity = (typeof quantities)[number]

type Known = {
  /** Free money of the wallet of the robots. */
  readonly available: Money | undefined
  readonly quota: Answer<typeof calls.quota> | undefined
}

/** A rental that is being filled in; sums are in pesos. */
export type RentalPlan = {
  readonly quantity: RentalQuantity | undefined
  readonly price: Money
  readonly residual: Money
  readonly rent: Money
  readonly energy: Money
  readonly available: Money | undefined
  readonly left: Money | undefined
  /** Days of energy that the money left pays for, if these are not all. */
  readonly energyDays: number | undefined
  readonly runningMax: number | undefined
  /** How many robots the person can run beside those that run. */
  readonly quotaLeft: number | undefined
  readonly fault: 'quantity' | 'quota' | 'slots' | 'money' | undefined
}

/** What a rental of so many robots costs and leaves, and why it cannot be sent. */
export function planOf(robot: RobotView, text: string, { available, quota }: Known): RentalPlan {
  const quantity = quantities.find((each) => String(each) === text)
  const times = (amount: Money): Money => money(amount * BigInt(quantity ?? 1))
  const price = times(robot.price)
  const left = available === undefined ? undefined : money(available - price)
  const quotaLeft = quota === undefined ? undefined : Math.max(0, quota.runningMax - quota.running)
  const ofDay = times(energyOfDay(robot))
  const days = left === undefined || left < 0n || ofDay === 0n ? undefined : Number(left / ofDay)
  return {
    quantity,
    price,
    residual: times(robot.residual),
    rent: times(robot.rent),
    energy: times(robot.energyCost),
    available,
    left,
    energyDays: days === undefined || days >= robot.cycle ? undefined : days,
    runningMax: quota?.runningMax,
    quotaLeft,
    fault: faultOf(robot, quantity, { quotaLeft, left }),
  }
}

function faultOf(
  { slotsLeft }: RobotView,
  quantity: RentalQuantity | undefined,
  { quotaLeft, left }: Pick<RentalPlan, 'quotaLeft' | 'left'>,
): RentalPlan['fault'] {
  if (quantity === undefined) return 'quantity'
  if (quotaLeft !== undefined && quantity > quotaLeft) return 'quota'
  if (quantity > slotsLeft) return 'slots'
  return left !== undefined && left < 0n ? 'money' : undefined
}
