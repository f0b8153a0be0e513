import { minuteMilliseconds, offsetMinutes, type Zone } from '@mex/core/time-zone.ts'

import { unknown } from './format.ts'

type Parts = Readonly<Record<string, string>>

/** The parts of an instant, without `Intl`, whose first formatter costs as much as a whole screen. */
function partsOf(milliseconds: number, zone: Zone | undefined): Parts {
  const minutes = zone === undefined ? -new Date(milliseconds).getTimezoneOffset() : offsetMinutes(zone, milliseconds)
  const wall = new Date(milliseconds + minutes * minuteMilliseconds)
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = wall.toISOString().split(/\D/)
  return { year, month, day, hour, minute, second }
}

/** The time zone of the device: 'Europe/Berlin'. Browsers that have `Temporal` know it without an `Intl` formatter. */
export function deviceTimeZone(): string {
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId: () => string } } }
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * The spec's three formats, the same in every language. Instants are epoch milliseconds; the time zone is the device's
 * unless one is given ('America/New_York' for a quote's venue time).
 */

/** 'MM-DD-YYYY hh:mm:ss A': '11-18-2026 10:04:21 AM'. */
export function formatTimestamp(milliseconds: number | undefined, zone?: Zone): string {
  if (milliseconds === undefined) return unknown
  const { month, day, year, hour = '0', minute, second } = partsOf(milliseconds, zone)
  const hours = Number(hour)
  const twelve = String(hours % 12 === 0 ? 12 : hours % 12).padStart(2, '0')
  return `${month}-${day}-${year} ${twelve}:${minute}:${second} ${hours < 12 ? 'AM' : 'PM'}`
}

/** 'MM/DD/YYYY': '11/18/2026'. */
export function formatDate(milliseconds: number | undefined, zone?: Zone): string {
  if (milliseconds === undefined) return unknown
  const { month, day, year } = partsOf(milliseconds, zone)
  return `${month}/${day}/${year}`
}

/** 'hh:mm', 24-hour: '13:32'. */
export function formatTime(milliseconds: number | undefined, zone?: Zone): string {
  if (milliseconds === undefined) return unknown
  const { hour, minute } = partsOf(milliseconds, zone)
  return `${hour}:${minute}`
}

/** A date of a market's calendar ('2026-11-18') as 'MM/DD/YYYY'; anything else is unknown. */
export function formatCalendarDate(date: string | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '')
  return match !== null ? `${match[2]}/${match[3]}/${match[1]}` : unknown
}
