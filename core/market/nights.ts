import { type DayNumber, instantOf, localDay, localMinute, weekday } from '#time-zone.ts'

/**
 * The nights of currency pairs and spot metals (rulebook §17.2). The swap and the simulated price both count them here,
 * so that a position gains in price what its swap costs without the markup.
 */
export type Rollover = {
  /**
   * 17:00:00 New York, epoch milliseconds. The first quote at or after it contains the step of the price: a position
   * opened at that quote pays no swap for these nights, and one closed at it does.
   */
  readonly instant: number
  /** 1, on Wednesdays 3: the value date moves from Friday to Monday. */
  readonly nights: number
}

const zone = 'America/New_York'
const rolloverMinute = 17 * 60
/** Sunday first. Holidays are ignored. */
const nightsByWeekday = [0, 1, 1, 3, 1, 1, 0]
/** The nights of a week from its Sunday up to and including a weekday. */
const nightsUpTo = nightsByWeekday.map((_, day) => nightsByWeekday.slice(0, day + 1).reduce((sum, one) => sum + one, 0))
const nightsPerWeek = 7

/** The rollover of a New York date; undefined on a weekend. */
export function rolloverOn(day: DayNumber): Rollover | undefined {
  const nights = nightsByWeekday[weekday(day)] ?? 0
  return nights === 0 ? undefined : { instant: instantOf(zone, day, rolloverMinute), nights }
}

/** The first rollover after an instant. */
export function nextRollover(now: number): Rollover {
  for (let day = localDay(zone, now); ; day += 1) {
    const rollover = rolloverOn(day)
    if (rollover !== undefined && rollover.instant > now) return rollover
  }
}

/**
 * The nights of all rollovers in (from, to], epoch milliseconds; negative when `to` is before `from`. The interest of an
 * amount is amount × yearly rate / 360 × nights.
 */
export function nightsBetween(from: number, to: number): number {
  return nightsUntil(to) - nightsUntil(from)
}

/** The nights up to and including an instant, from the Sunday before 1970 on. */
function nightsUntil(instant: number): number {
  const today = localDay(zone, instant)
  const last = localMinute(zone, instant) < rolloverMinute ? today - 1 : today
  const firstSunday = -4
  return Math.floor((last - firstSunday) / 7) * nightsPerWeek + (nightsUpTo[weekday(last)] ?? 0)
}
