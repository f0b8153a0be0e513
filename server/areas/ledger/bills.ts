import { dayMilliseconds, dayOfDate, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { isoInstant } from '#clock.ts'
import type { Tx } from '#db/sql.ts'
import { billsOfUser, billSums, type BillFilter, type BillRow, type BillSums } from './store-bills.ts'

export type { BillFilter, BillRow, BillSums } from './store-bills.ts'

export type BillPage = { readonly total: number; readonly rows: readonly BillRow[]; readonly sums: readonly BillSums[] }

/** One page of a person's history, newest first, and what all rows of the filter add up to per currency. */
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

/** By how many milliseconds a zone's wall is ahead of UTC at an instant. `zone` is a name or ±hh:mm, east positive. */
function zoneOffset(zone: string, instant: number): number {
  const [, sign, hours, minutes] = offsetPattern.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMilliseconds
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(instant)
  const text = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  // 'GMT', 'GMT-06:00', and for old dates 'GMT-06:36:36'.
  const [, side, hour, minute, second] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? []
  const seconds = Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second ?? 0)
  return (side === '-' ? -1 : 1) * seconds * 1000
}

/** '2026-11-20 16:00:00' as a clock on the wall of a zone shows it. */
export const wallTime = (instant: number, zone: string): string =>
  isoInstant(instant + zoneOffset(zone, instant))
    .slice(0, 19)
    .replace('T', ' ')

/** The instant at which a day begins on the wall of a zone; where the clock skips midnight, when it has done so. */
function startOfDay(zone: string, day: number): number {
  const wall = day * dayMilliseconds
  const early = wall - zoneOffset(zone, wall - dayMilliseconds)
  const late = wall - zoneOffset(zone, wall + dayMilliseconds)
  return early + zoneOffset(zone, early) === wall ? early : late
}

/** From when until before when (epoch milliseconds) a month YYYY-MM lasts on the wall of a zone (rulebook §27). */
export function monthBounds(month: string, zone: string): { readonly from: number; readonly until: number } {
  const year = Number(month.slice(0, 4))
  const number = Number(month.slice(5, 7))
  const next = number === 12 ? dayOfDate(year + 1, 1, 1) : dayOfDate(year, number + 1, 1)
  return { from: startOfDay(zone, dayOfDate(year, number, 1)), until: startOfDay(zone, next) }
}
