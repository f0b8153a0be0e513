import { unknown } from './format.ts'

type Parts = Readonly<Record<string, string>>

/** In the time zone of the device, without `Intl`, whose first formatter costs as much as a whole screen. */
function partsHere(milliseconds: number): Parts {
  const offset = new Date(milliseconds).getTimezoneOffset() * 60_000
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = new Date(milliseconds - offset)
    .toISOString()
    .split(/\D/)
  return { year, month, day, hour, minute, second }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(milliseconds: number, timeZone: string | undefined): Parts {
  if (timeZone === undefined) return partsHere(milliseconds)
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US-u-nu-latn', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
    formats.set(timeZone, format)
  }
  return Object.fromEntries(format.formatToParts(milliseconds).map((part) => [part.type, part.value]))
}

/**
 * The spec's three formats, the same in every language. Instants are epoch milliseconds; the time zone is the device's
 * unless one is given ('America/New_York' for a quote's venue time).
 */

/** 'MM-DD-YYYY hh:mm:ss A': '11-18-2026 10:04:21 AM'. */
export function formatTimestamp(milliseconds: number | undefined, timeZone?: string): string {
  if (milliseconds === undefined) return unknown
  const { month, day, year, hour = '0', minute, second } = partsOf(milliseconds, timeZone)
  const hours = Number(hour)
  const twelve = String(hours % 12 === 0 ? 12 : hours % 12).padStart(2, '0')
  return `${month}-${day}-${year} ${twelve}:${minute}:${second} ${hours < 12 ? 'AM' : 'PM'}`
}

/** 'MM/DD/YYYY': '11/18/2026'. */
export function formatDate(milliseconds: number | undefined, timeZone?: string): string {
  if (milliseconds === undefined) return unknown
  const { month, day, year } = partsOf(milliseconds, timeZone)
  return `${month}/${day}/${year}`
}

/** 'hh:mm', 24-hour: '13:32'. */
export function formatTime(milliseconds: number | undefined, timeZone?: string): string {
  if (milliseconds === undefined) return unknown
  const { hour, minute } = partsOf(milliseconds, timeZone)
  return `${hour}:${minute}`
}

/** The weekday of a date of a market's calendar: 'Fri', '周五'. */
export const formatWeekday = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(date))

/** A date of a market's calendar ('2026-11-18') as 'MM/DD/YYYY'; anything else is unknown. */
export function formatCalendarDate(date: string | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '')
  return match !== null ? `${match[2]}/${match[3]}/${match[1]}` : unknown
}
