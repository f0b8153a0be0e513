import { dateOfDay, dayMilliseconds, isoDate, minuteMilliseconds, type DayNumber } from '#time-zone.ts'

/** When strategies are priced and decide (rulebook §25.3): every day at 21:30 UTC. */
export type Strike = {
  /** The UTC day. */
  readonly date: DayNumber
  /** Epoch milliseconds. */
  readonly instant: number
}

const strikeMilliseconds = (21 * 60 + 30) * minuteMilliseconds

export const strikeOf = (date: DayNumber): Strike => ({ date, instant: date * dayMilliseconds + strikeMilliseconds })

/** The first strike after an instant. */
export const strikeAfter = (instant: number): Strike =>
  strikeOf(Math.floor((instant - strikeMilliseconds) / dayMilliseconds) + 1)

/** The first strike at an instant or after it. */
export const strikeFrom = (instant: number): Strike =>
  strikeOf(Math.ceil((instant - strikeMilliseconds) / dayMilliseconds))

/** The newest strike by an instant. */
export const strikeBy = (instant: number): Strike =>
  strikeOf(Math.floor((instant - strikeMilliseconds) / dayMilliseconds))

/** Whether a strike is the first of its month. */
export const isFirstOfMonth = (date: DayNumber): boolean => dateOfDay(date).dayOfMonth === 1

/** YYYY-MM-DD. */
export const strikeDate = ({ date }: Strike): string => isoDate(date)
