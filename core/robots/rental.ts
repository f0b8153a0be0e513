import { addMoney, money, subtractMoney, value, type Money, type Price, type Value } from '#money/money.ts'
import { dayMilliseconds, minuteMilliseconds, utcDay, type DayNumber } from '#time-zone.ts'
import {
  earlyFee,
  earnedRent,
  energyDue,
  energyMax,
  inCents,
  rentOf,
  tickMilliseconds,
  ticksOf,
  type MiningFacts,
} from './economics.ts'
import type { Cycle } from './robot.ts'

/** The six statuses of a rental (rulebook §1.1, §26.2). */
export type RentalStatus = 'finding' | 'locating' | 'starting' | 'mining' | 'stopped' | 'expired'

/** `robot.findSec`, `robot.locateSec`, `robot.startSec`, in milliseconds. */
export const stepMilliseconds = { finding: 60_000, locating: 60_000, starting: 120_000 } as const
/** `robot.minHoldHours`; an expired robot is redeemed by itself after as long, and a redemption takes a minute. */
export const minHoldMilliseconds = dayMilliseconds
export const autoRedeemMilliseconds = dayMilliseconds
export const processingMilliseconds = 60_000
/** Energy is bought back every hour. */
export const ticksPerHour = 6
/** A stopped robot goes on with at least so many units. */
export const resumeUnits = 6
/** Income and rent are booked at 00:05 UTC. */
const payMinute = 5

/** What a redemption gives back and keeps; fixed when it is requested (rulebook §26.2, E84, E85). */
export type Redemption = {
  readonly kind: 'early' | 'expired'
  readonly at: number
  readonly refund: Money
  readonly fee: Money
  readonly unearned: Money
  readonly energyUnpaid: Money
}

/** A robot that somebody rents. */
export type Rental = {
  readonly id: number
  readonly user: number
  readonly robot: number
  /** What was paid. */
  readonly price: Money
  readonly rent: Money
  readonly cycle: Cycle
  readonly status: RentalStatus
  /** When `finding`, `locating` or `starting` ends or is tried again; undefined later. */
  readonly turnsAt: number | undefined
  /** Ticks that are over since the start, and those in which it mined. */
  readonly ticks: number
  readonly mined: number
  /** Units that are left. */
  readonly energy: number
  /** Difficulty and coin at the start of mining; undefined before. */
  readonly base: MiningFacts | undefined
  /** Accrued with 8 decimals, and what of it is paid in whole cents; the rest is carried. */
  readonly income: Value
  readonly paidIncome: Money
  /** The income that its hourly messages have told. */
  readonly toldIncome: Value
  /** Energy that was bought back: charged with 8 decimals, and settled in whole cents. */
  readonly charged: Value
  readonly settled: Money
  /** Rent that is booked as earned. */
  readonly bookedRent: Money
  /** The last day whose 00:05 is over. */
  readonly paidOn: DayNumber
  readonly redemption: Redemption | undefined
  readonly createdAt: number
  /** Up to here everything has happened to it. */
  readonly changedAt: number
  /** When the money of the redemption was booked. */
  readonly redeemedAt: number | undefined
}

export const residualOfRental = ({ price, rent }: Pick<Rental, 'price' | 'rent'>): Money => subtractMoney(price, rent)
export const expiresAt = ({ createdAt, cycle }: Pick<Rental, 'createdAt' | 'cycle'>): number =>
  createdAt + cycle * dayMilliseconds
export const tickAt = ({ createdAt }: Pick<Rental, 'createdAt'>, tick: number): number =>
  createdAt + tick * tickMilliseconds
export const isRunning = ({ status, redemption }: Rental): boolean => status !== 'expired' && redemption === undefined
export const isRedeemed = ({ redeemedAt }: Rental): boolean => redeemedAt !== undefined
export const redeemStatusOf = ({ redemption, redeemedAt }: Rental): 'none' | 'processing' | 'done' =>
  redemption === undefined ? 'none' : redeemedAt === undefined ? 'processing' : 'done'

const payInstant = (day: DayNumber): number => day * dayMilliseconds + payMinute * minuteMilliseconds

/** A rental as it begins (rulebook §26.2): it looks for a pool, with a full buffer. */
export function newRental(given: Pick<Rental, 'id' | 'user' | 'robot' | 'price' | 'cycle' | 'createdAt'>): Rental {
  const { price, cycle, createdAt } = given
  const today = utcDay(createdAt)
  return {
    ...given,
    rent: rentOf(price, cycle),
    status: 'finding',
    turnsAt: createdAt + stepMilliseconds.finding,
    ticks: 0,
    mined: 0,
    energy: energyMax,
    base: undefined,
    income: value(0n),
    paidIncome: money(0n),
    toldIncome: value(0n),
    charged: value(0n),
    settled: money(0n),
    bookedRent: money(0n),
    paidOn: createdAt < payInstant(today) ? today - 1 : today,
    redemption: undefined,
    changedAt: createdAt,
    redeemedAt: undefined,
  }
}

/** What happens to a rental next. */
export type RentalEvent = {
  readonly kind: 'turn' | 'tick' | 'pay' | 'expire' | 'redeem' | 'finish'
  readonly at: number
}

/**
 * The next event of a rental; undefined once it is redeemed. What falls on one instant happens in this order: a change of status, the
 * tick, the daily payment, the end. Nothing but its last booking happens after a redemption was requested.
 */
export function nextRentalEvent(rental: Rental): RentalEvent | undefined {
  const { redemption, redeemedAt, status, turnsAt, ticks, cycle, paidOn } = rental
  if (redeemedAt !== undefined) return undefined
  if (redemption !== undefined) return { kind: 'finish', at: redemption.at + processingMilliseconds }
  const pay: RentalEvent = { kind: 'pay', at: payInstant(paidOn + 1) }
  if (status === 'expired') return earliest([pay, { kind: 'redeem', at: expiresAt(rental) + autoRedeemMilliseconds }])
  return earliest([
    ...(turnsAt === undefined ? [] : [{ kind: 'turn', at: turnsAt } as const]),
    ...(ticks < ticksOf(cycle) ? [{ kind: 'tick', at: tickAt(rental, ticks + 1) } as const] : []),
    pay,
    { kind: 'expire', at: expiresAt(rental) },
  ])
}

/** The first of the earliest. */
const earliest = (events: readonly RentalEvent[]): RentalEvent | undefined =>
  events.reduce<RentalEvent | undefined>(
    (first, event) => (first === undefined || event.at < first.at ? event : first),
    undefined,
  )

/**
 * When a rental must be looked at next. Ticks in which only income accrues can wait: they are computed with the next purchase of energy,
 * and give the same.
 */
export function wakeAt(rental: Rental): number | undefined {
  const { status, ticks, energy, cycle } = rental
  const next = nextRentalEvent(rental)
  if (next === undefined || next.kind !== 'tick') return next?.at
  const moneyTick =
    status === 'stopped'
      ? ticks + 1
      : Math.min(ticks - (ticks % ticksPerHour) + ticksPerHour, ticks + energy + 1, ticksOf(cycle))
  const others = nextRentalEvent({ ...rental, ticks: ticksOf(cycle) })?.at ?? Infinity
  return Math.min(tickAt(rental, moneyTick), others)
}

/** When it buys energy next; undefined when it does not any more. */
export function refillsAt(rental: Rental): number | undefined {
  if (!isRunning(rental)) return undefined
  const { status, ticks } = rental
  return tickAt(rental, status === 'stopped' ? ticks + 1 : ticks - (ticks % ticksPerHour) + ticksPerHour)
}

/** What the units cost that are used and not bought back. */
export const unpaidEnergy = ({ price, energy, charged, settled, redemption, redeemedAt }: Rental): Money =>
  redemption !== undefined || redeemedAt !== undefined
    ? (redemption?.energyUnpaid ?? money(0n))
    : energyDue(price, energyMax - energy, { charged, settled })

/** Rent that is earned by now; after a redemption, what was kept of it with the fee. */
export function keptRent({ rent, ticks, cycle, status, redemption }: Rental): Money {
  if (redemption !== undefined) return addMoney(subtractMoney(rent, redemption.unearned), redemption.fee)
  return status === 'expired' ? rent : earnedRent(rent, ticks, cycle)
}

/** Income less energy less rent so far, in cents. */
export const netOf = (rental: Rental): Money =>
  money(inCents(rental.income) - rental.settled - unpaidEnergy(rental) - keptRent(rental))

/**
 * What a redemption of now gives back (rulebook §26.2): the residual and the rent that is not earned, less 5 % of that rent and the
 * energy that is used and not paid.
 */
export function redemptionOf(rental: Rental, at: number): Redemption {
  const isExpired = rental.status === 'expired'
  const unearned = subtractMoney(rental.rent, keptRent(rental))
  const fee = isExpired ? money(0n) : earlyFee(unearned)
  const energyUnpaid = unpaidEnergy(rental)
  const refund = money(residualOfRental(rental) + unearned - fee - energyUnpaid)
  return { kind: isExpired ? 'expired' : 'early', at, refund, fee, unearned, energyUnpaid }
}

/** Whether it can be redeemed at an instant: early after 24 hours, or after its end. */
export const isRedeemable = (rental: Rental, at: number): boolean =>
  rental.redemption === undefined && (rental.status === 'expired' || at >= rental.createdAt + minHoldMilliseconds)

/**
 * What a rental is worth beyond the residual that the wallet holds (rulebook §7.3): the unearned rent, and once its redemption is
 * requested, what the refund differs from the residual.
 */
export const worthBeyond = (rental: Rental): Money =>
  isRedeemed(rental)
    ? money(0n)
    : rental.redemption === undefined
      ? subtractMoney(rental.rent, rental.bookedRent)
      : subtractMoney(rental.redemption.refund, residualOfRental(rental))

/** A purchase of energy: what was wanted, what the wallet had and paid. */
export type EnergyPurchase = {
  readonly wanted: number
  readonly bought: number
  readonly available: Money
  readonly paid: Money
}

/** Ticks in a row, up to a purchase of energy or to where the computation stopped. */
export type Stretch = {
  readonly rental: number
  readonly user: number
  /** The number of the first tick. */
  readonly first: number
  readonly coins: readonly Price[]
  /** Undefined where it did not mine. */
  readonly incomes: readonly (Value | undefined)[]
  readonly energy: EnergyPurchase | undefined
}
