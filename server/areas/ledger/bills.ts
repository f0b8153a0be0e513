import { dayMilliseconds, dayOfDate, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { isoInstant } from '#clock.ts'
import type { Tx } from '#db/sql.ts'
import { billsOfUser, billSums, type BillFilter, type BillRow, type BillSums } from './store-bills.ts'

export type { BillFilter, BillRow, BillSums } from './store-bills.ts'

export type BillPage = { readonly total: number; readonly rows: readonly BillRow[]; readonly sums: readonly BillSums[] }

/** One page of a user's history, newest first, and the sums of all rows of the filter per currency. */
export async function billPage(
  tx: Tx,
  userId: number,
  filter: BillFilter,
  page: { readonly pageNum: number; readonly pageSize: number },
): Promise<BillPage> {
  const sums = await billSums(tx, userId, filter)
  const total = sums.reduce((sum, row) => sum + row.count, 0)
  const offset = (page.pageNum - 1) * page.pageSize
  const rows = offset >= total ? [] : await billsOfUser(tx, userId, filter, { limit: page.pageSize, offset })
  return { total, rows, sums }
}

const offsetPattern = /^([+-])(\d\d):(\d\d)$/

const formats = new Map<string, Intl.DateTimeFormat>()
const formatsMax = 100

/** Kept, because making one takes twenty times as long as using it, and a file has the time of each of its rows. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const kept = formats.get(zone)
  if (kept !== undefined) return kept
  // Names may be written in any case of letters.
  if (formats.size >= formatsMax) formats.clear()
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, made)
  return made
}

/** The offset of a time zone from UTC in milliseconds at an instant. `zone` is a name or ±hh:mm, east positive. */
function zoneOffset(zone: string, instant: number): number {
  const [, sign, hours, minutes] = offsetPattern.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMilliseconds
  const parts = formatOf(zone).formatToParts(instant)
  const text = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  // 'GMT', 'GMT-06:00', and for old dates 'GMT-06:36:36'.
  const [, side, hour, minute, second] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? []
  const seconds = Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second ?? 0)
  return (side === '-' ? -1 : 1) * seconds * 1000
}

/** The local time of a zone, '2026-11-20 16:00:00'. */
export const wallTime = (instant: number, zone: string): string =>
  isoInstant(instant + zoneOffset(zone, instant))
    .slice(0, 19)
    .replace('T', ' ')

/** The instant at which a day begins in a time zone; if the zone's clock skips midnight, the instant after that. */
function startOfDay(zone: string, day: number): number {
  const wall = day * dayMilliseconds
  const early = wall - zoneOffset(zone, wall - dayMilliseconds)
  const late = wall - zoneOffset(zone, wall + dayMilliseconds)
  return early + zoneOffset(zone, early) === wall ? early : late
}

/** The half-open interval (epoch milliseconds) of a month YYYY-MM in a time zone (rulebook §27). */
export function monthBounds(month: string, zone: string): { readonly from: number; readonly until: number } {
  const year = Number(month.slice(0, 4))
  const number = Number(month.slice(5, 7))
  const next = number === 12 ? dayOfDate(year + 1, 1, 1) : dayOfDate(year, number + 1, 1)
  return { from: startOfDay(zone, dayOfDate(year, number, 1)), until: startOfDay(zone, next) }
}
