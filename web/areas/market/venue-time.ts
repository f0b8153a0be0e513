import type { Market } from '@mex/core/market/instrument.ts'
import type { Zone } from '@mex/core/time-zone.ts'

import { unknown } from '#text/format.ts'
import type { Text } from '#text/use-text.ts'

/**
 * The time zone of a venue and its label. `lunch` is the lunch break in minutes of the local day, if there is one.
 */
export type VenueTime = {
  readonly zone: Zone
  readonly label: string
  readonly lunch?: readonly [from: number, to: number]
}

const newYork: VenueTime = { zone: 'America/New_York', label: 'ET' }
const chicago: VenueTime = { zone: 'America/Chicago', label: 'CT' }
const hongKong: VenueTime = { zone: 'Asia/Hong_Kong', label: 'HKT', lunch: [720, 780] }
const mexico: VenueTime = { zone: 'America/Mexico_City', label: 'CDMX' }
const berlin: VenueTime = { zone: 'Europe/Berlin', label: 'CET' }
const shanghai: VenueTime = { zone: 'Asia/Shanghai', label: 'CST', lunch: [690, 780] }
const utc: VenueTime = { zone: 'UTC', label: 'UTC' }

const venueTimes: Readonly<Record<string, VenueTime>> = {
  NASDAQ: newYork,
  'S&P DJI': newYork,
  'FTSE Russell': newYork,
  'Hang Seng Indexes': hongKong,
  BMV: mexico,
  LSE: { zone: 'Europe/London', label: 'UK' },
  Xetra: berlin,
  'Euronext Paris': berlin,
  Eurex: berlin,
  TSE: { zone: 'Asia/Tokyo', label: 'JST', lunch: [690, 750] },
  SSE: shanghai,
  'SSE / SZSE': shanghai,
  KRX: { zone: 'Asia/Seoul', label: 'KST' },
  TWSE: { zone: 'Asia/Taipei', label: 'CST' },
  ASX: { zone: 'Australia/Sydney', label: 'AET' },
  NSE: { zone: 'Asia/Kolkata', label: 'IST' },
  CME: chicago,
  CBOT: chicago,
  ICE: newYork,
}

/** The time zone of a market, for those of its venues that are not named above. */
export const marketTimes: Readonly<Record<Market, VenueTime>> = {
  US: newYork,
  HK: hongKong,
  MX: mexico,
  FUT: newYork,
  FX: newYork,
  BOND: newYork,
  GLOBAL: utc,
  CRYPTO: utc,
}

/** The time zone of a quote's venue; that of its market for an unknown venue. */
export const venueTimeOf = ({ market, venue }: { market: Market; venue: string }): VenueTime =>
  venueTimes[venue] ?? marketTimes[market]

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** The weekday of a date of a market's calendar ('2026-11-20'): 'Fri', '周五'. */
export function weekdayText(date: string, t: Text): string {
  const weekday = weekdays[new Date(date).getUTCDay()]
  return weekday === undefined ? unknown : t(`quote.weekdays.${weekday}`)
}
