import type { Name } from '#market/instrument.ts'
import type { Money } from '#money/money.ts'

/** Days for which a robot works (rulebook §26.1). */
export const cycles = [7, 15, 30, 60, 90] as const
export type Cycle = (typeof cycles)[number]

/** The coin that robots mine: its quote is the same for everybody. */
export const minedCoin = { key: 'CRYPTO:BTC', code: 'BTC' } as const

/** A robot as it is on offer for a while. Its terms are public and never change. */
export type Robot = {
  readonly id: number
  readonly name: Name
  /** What it costs outside of a promotion, and what is paid now; in pesos. */
  readonly listPrice: Money
  readonly price: Money
  readonly cycle: Cycle
  /** Between these instants it can be rented. */
  readonly offeredFrom: number
  readonly offeredUntil: number
  /** Computing power, in tenths of a terahash a second: in proportion to the price, and for show only. */
  readonly hashRate: number
  /** How many are offered in all. */
  readonly slots: number
  /** SHA-256 of the schedule by which they are taken, hexadecimal (`slotScheduleText`). */
  readonly scheduleHash: string
}

/** Slots of a robot that invented customers take: what is left falls by it, and by nothing else (rulebook §19). */
export type SlotsTaken = { readonly at: number; readonly slots: number }

export const isOnOffer = (
  { offeredFrom, offeredUntil }: Pick<Robot, 'offeredFrom' | 'offeredUntil'>,
  now: number,
): boolean => offeredFrom <= now && now < offeredUntil

/** What is left at an instant, by what was taken until then. */
export const slotsLeft = ({ slots }: Pick<Robot, 'slots'>, taken: readonly SlotsTaken[], at: number): number =>
  Math.max(
    0,
    taken.reduce((left, each) => (each.at <= at ? left - each.slots : left), slots),
  )

/**
 * The schedule as text, whose SHA-256 is published with the robot: the nonce, then a line for each change with its epoch
 * milliseconds and its slots. Without the nonce somebody could try all likely schedules.
 */
export const slotScheduleText = (nonce: string, taken: readonly SlotsTaken[]): string =>
  [nonce, ...taken.map(({ at, slots }) => `${at}:${slots}`)].map((line) => `${line}\n`).join('')

/** Places of the mining pool (rulebook §31 `robot.poolSlots`), and robots that one person may run (`robot.maxPerUser`). */
export const poolSlots = 10_000
export const runningMax = 5
