import { assert } from './assert.ts'

/** Days since 1970-01-01, in the zone of the context. Days are compared and counted as numbers, never as texts. */
export type DayNumber = number

export const minuteMilliseconds = 60_000
export const dayMilliseconds = 86_400_000

const isoPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day number of a calendar date; month 1–12 (days-from-civil arithmetic of the proleptic Gregorian calendar). */
export function dayOfDate(year: number, month: number, dayOfMonth: number): DayNumber {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + dayOfMonth - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Year, month (1–12) and day of the month of a day number. */
export function dateOfDay(day: DayNumber): { year: number; month: number; dayOfMonth: number } {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  }
}

/** '2026-11-20' as a day number; undefined when the text is not a date that exists. */
export function parseIsoDate(text: string): DayNumber | undefined {
  const match = isoPattern.exec(text)
  if (match === null) return undefined
  const day = dayOfDate(Number(match[1]), Number(match[2]), Number(match[3]))
  return isoDate(day) === text ? day : undefined
}

/** The day number of a date in program code or in a checked-in table. */
export function dayNumber(text: string): DayNumber {
  const day = parseIsoDate(text)
  assert(day !== undefined, `${text} is a date YYYY-MM-DD`)
  return day
}

/** YYYY-MM-DD, for years 0–9999. */
export function isoDate(day: DayNumber): string {
  const { year, month, dayOfMonth } = dateOfDay(day)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
}

/** 0 is Sunday, 6 is Saturday. */
export const weekday = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7

/** The n-th given weekday of a month, n from 1; n = -1 is the last one. */
export function weekdayOfMonth(year: number, month: number, wanted: number, n: number): DayNumber {
  if (n < 0) {
    const last = (month === 12 ? dayOfDate(year + 1, 1, 1) : dayOfDate(year, month + 1, 1)) - 1
    return last - ((weekday(last) - wanted + 7) % 7)
  }
  const first = dayOfDate(year, month, 1)
  return first + ((wanted - weekday(first) + 7) % 7) + 7 * (n - 1)
}

/** The UTC day an instant (epoch milliseconds) lies in. */
export const utcDay = (instant: number): DayNumber => Math.floor(instant / dayMilliseconds)

type Summer = 'none' | 'america' | 'europe' | 'australia' | 'mexico'

/** Standard offset from UTC in minutes, and by which rule summer time adds an hour. */
const zones = {
  UTC: { standard: 0, summer: 'none' },
  'America/New_York': { standard: -300, summer: 'america' },
  'America/Chicago': { standard: -360, summer: 'america' },
  'America/Mexico_City': { standard: -360, summer: 'mexico' },
  'Europe/London': { standard: 0, summer: 'europe' },
  'Europe/Berlin': { standard: 60, summer: 'europe' },
  'Asia/Hong_Kong': { standard: 480, summer: 'none' },
  'Asia/Shanghai': { standard: 480, summer: 'none' },
  'Asia/Taipei': { standard: 480, summer: 'none' },
  'Asia/Tokyo': { standard: 540, summer: 'none' },
  'Asia/Seoul': { standard: 540, summer: 'none' },
  'Asia/Kolkata': { standard: 330, summer: 'none' },
  'Australia/Sydney': { standard: 600, summer: 'australia' },
} as const satisfies Record<string, { standard: number; summer: Summer }>

export type Zone = keyof typeof zones

export function isZone(text: string): text is Zone {
  return Object.hasOwn(zones, text)
}

const changes = new Map<string, { starts: number; ends: number }>()

/**
 * When summer time starts and ends in a year, epoch milliseconds. America: second Sunday of March to first Sunday of
 * November at 2:00 (rule of 2007). Europe: last Sundays of March and October at 1:00 UTC. Australia (Sydney): first
 * Sunday of October to first Sunday of April at 2:00 standard time. Mexico: first Sunday of April to last Sunday of
 * October at 2:00, abolished after 2022.
 */
function summerTime(rule: Summer, standard: number, year: number): { starts: number; ends: number } {
  const name = `${rule} ${standard} ${year}`
  const known = changes.get(name)
  if (known !== undefined) return known
  const at = (day: DayNumber, utcMinute: number) => day * dayMilliseconds + utcMinute * minuteMilliseconds
  const never = { starts: Infinity, ends: -Infinity }
  const found = {
    none: () => never,
    america: () => ({
      starts: at(weekdayOfMonth(year, 3, 0, 2), 120 - standard),
      ends: at(weekdayOfMonth(year, 11, 0, 1), 60 - standard),
    }),
    europe: () => ({ starts: at(weekdayOfMonth(year, 3, 0, -1), 60), ends: at(weekdayOfMonth(year, 10, 0, -1), 60) }),
    australia: () => ({
      starts: at(weekdayOfMonth(year, 10, 0, 1), 120 - standard),
      ends: at(weekdayOfMonth(year, 4, 0, 1), 120 - standard),
    }),
    mexico: () =>
      year > 2022
        ? never
        : {
            starts: at(weekdayOfMonth(year, 4, 0, 1), 120 - standard),
            ends: at(weekdayOfMonth(year, 10, 0, -1), 60 - standard),
          },
  }[rule]()
  if (changes.size > 4096) changes.clear()
  changes.set(name, found)
  return found
}

/** Minutes to add to UTC to get the local time of a zone at an instant: New York −300 or −240. */
export function offsetMinutes(zone: Zone, instant: number): number {
  const { standard, summer } = zones[zone]
  if (summer === 'none') return standard
  const { year } = dateOfDay(utcDay(instant))
  const { starts, ends } = summerTime(summer, standard, year)
  const isSummer = starts < ends ? instant >= starts && instant < ends : instant >= starts || instant < ends
  return summer !== 'mexico' || year <= 2022 ? standard + (isSummer ? 60 : 0) : standard
}

/** The date on the wall of a zone at an instant. */
export function localDay(zone: Zone, instant: number): DayNumber {
  return Math.floor((instant + offsetMinutes(zone, instant) * minuteMilliseconds) / dayMilliseconds)
}

/** Minutes since local midnight, with fractions: 09:30 is 570. */
export function localMinute(zone: Zone, instant: number): number {
  const local = instant + offsetMinutes(zone, instant) * minuteMilliseconds
  return (local - Math.floor(local / dayMilliseconds) * dayMilliseconds) / minuteMilliseconds
}

/**
 * The instant at which a zone's wall shows `minute` minutes after midnight of `day`; negative minutes reach into the day
 * before. A time that is shown twice means the first; a time that is skipped means as many minutes after the change.
 */
export function instantOf(zone: Zone, day: DayNumber, minute: number): number {
  const wall = day * dayMilliseconds + minute * minuteMilliseconds
  const early = wall - offsetMinutes(zone, wall - dayMilliseconds) * minuteMilliseconds
  const late = wall - offsetMinutes(zone, wall + dayMilliseconds) * minuteMilliseconds
  if (early === late) return early
  const shows = (instant: number) => instant + offsetMinutes(zone, instant) * minuteMilliseconds === wall
  return shows(early) ? early : shows(late) ? late : early
}
