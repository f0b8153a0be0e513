import type { Journal } from '#ledger/ledger.ts'
import { money, type Money } from '#money/money.ts'
import { refusal, type Refusal } from '#refusal.ts'
import { robotRented } from './postings.ts'
import { isOnOffer, runningMax, type Robot } from './robot.ts'
import { isRedeemable, newRental, type Rental } from './rental.ts'

export type RentCommand = {
  /** One for each robot. */
  readonly ids: readonly number[]
  readonly user: number
  readonly at: number
}

export type RentFacts = {
  /** Why the person may not rent at all; undefined when they may. */
  readonly permission: Refusal | undefined
  /** Slots of the robot and of the pool that are left by their plans. */
  readonly slotsLeft: number
  readonly poolLeft: number
  /** Robots that the person runs now. */
  readonly running: number
  readonly available: Money
}

export type RentOutcome = { readonly rentals: readonly Rental[]; readonly journals: readonly Journal[] }

/**
 * Decides a rental of one or more robots (rulebook §26.2, E80): all of them or none. Refuses: the permission's reason,
 * robot_unavailable, mining_quota_used, insufficient_balance.
 */
export function decideRent(robot: Robot, { ids, user, at }: RentCommand, facts: RentFacts): RentOutcome | Refusal {
  const count = ids.length
  if (facts.permission !== undefined) return facts.permission
  if (!isOnOffer(robot, at) || facts.slotsLeft < count) return refusal('robot_unavailable')
  if (facts.running + count > runningMax || facts.poolLeft < count) return refusal('mining_quota_used')
  if (money(robot.price * BigInt(count)) > facts.available) return refusal('insufficient_balance')
  const { id: number, price, cycle } = robot
  const rentals = ids.map((id) => newRental({ id, user, robot: number, price, cycle, createdAt: at }))
  return { rentals, journals: rentals.map(robotRented) }
}

/** Whether somebody may redeem a rental now (rulebook §26.2). Refuses: robot_not_redeemable. */
export const redeemRefusal = (rental: Rental, at: number): Refusal | undefined =>
  isRedeemable(rental, at) ? undefined : refusal('robot_not_redeemable')
