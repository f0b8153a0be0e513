import { dayMilliseconds, dayOfDate, dateOfDay, minuteMilliseconds, utcDay } from '#time-zone.ts'

/** The stretches of time that a curve is asked for. */
export const curveRanges = ['1D', '1W', '1M', '3M', 'YTD', 'ALL'] as const
export type CurveRange = (typeof curveRanges)[number]

const days = { '1D': 1, '1W': 7, '1M': 30, '3M': 91 } as const

/** No curve has more points, whatever its length. */
export const pointsMax = 100

const hour = 60 * minuteMilliseconds
/** Every step is a multiple of the ones before, so that curves of all users and ranges share their instants. */
const steps = [
  15 * minuteMilliseconds,
  30 * minuteMilliseconds,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  ...[1, 2, 4, 8, 16, 32, 64, 128].map((count) => count * dayMilliseconds),
]

function startOf(range: CurveRange, now: number, beganAt: number): number {
  if (range === 'ALL') return beganAt
  if (range === 'YTD') return dayOfDate(dateOfDay(utcDay(now)).year, 1, 1) * dayMilliseconds
  return now - days[range] * dayMilliseconds
}

/**
 * The instants of a curve in epoch milliseconds, ascending: the start, whole steps of UTC, and `now`. An account that began later than the
 * range begins right after the money that it was opened with.
 */
export function curveInstants(range: CurveRange, now: number, beganAt: number): readonly number[] {
  const wanted = Math.max(startOf(range, now, beganAt), beganAt)
  const step = steps.find((each) => now - wanted <= each * (pointsMax - 2)) ?? (steps.at(-1) as number)
  // The year begins on its first day; other ranges where a step does.
  const whole = range === 'YTD' ? wanted : Math.floor(wanted / step) * step
  const start = whole > beganAt ? whole : beganAt + 1
  if (start >= now) return [now]
  const instants = [start]
  for (let at = (Math.floor(start / step) + 1) * step; at < now; at += step) instants.push(at)
  return [...instants, now]
}

/** Whether a curve begins with its account, because that is younger than the range. All time and the year say themselves when they begin. */
export const beginsWithAccount = (range: CurveRange, first: number, last: number): boolean =>
  range !== 'YTD' && range !== 'ALL' && last - first < days[range] * dayMilliseconds
