import { greatest } from '#money/decimal.ts'
import { money, type Money } from '#money/money.ts'
import { dayMilliseconds } from '#time-zone.ts'

/**
 * How much a product takes from everybody together in a period. It falls by a plan that is drawn before and published by its hash, never by
 * what somebody puts in, so that it is the same for everybody (rulebook §19).
 */
export type CapacityPlan = {
  /** The product. */
  readonly subject: number
  /** Weeks since the one of January 5, 1970. */
  readonly period: number
  readonly total: Money
  /** SHA-256 of the plan (`planText`), hexadecimal. */
  readonly hash: string
}

/** What invented others put in at an instant, epoch milliseconds. */
export type CapacityStep = { readonly at: number; readonly amount: Money }

const periodDays = 7
/** 1970-01-05 was a Monday. */
const firstMonday = 4 * dayMilliseconds
const periodMilliseconds = periodDays * dayMilliseconds

/** The period of an instant; it begins on Monday at 00:00 UTC. */
export const capacityPeriod = (at: number): number => Math.floor((at - firstMonday) / periodMilliseconds)
export const periodStart = (period: number): number => firstMonday + period * periodMilliseconds
export const periodEnd = (period: number): number => periodStart(period + 1)

/** What is left at an instant, by the steps that have happened by then. */
export const remainingCapacity = (
  { total }: Pick<CapacityPlan, 'total'>,
  steps: readonly CapacityStep[],
  at: number,
): Money => money(greatest(0n, total - steps.reduce((sum, step) => (step.at <= at ? sum + step.amount : sum), 0n)))

/** The plan as text, whose SHA-256 is published: a nonce, then a line for each step with its epoch milliseconds and its cents. */
export const planText = (nonce: string, steps: readonly CapacityStep[]): string =>
  [nonce, ...steps.map(({ at, amount }) => `${at}:${amount}`)].map((line) => `${line}\n`).join('')
