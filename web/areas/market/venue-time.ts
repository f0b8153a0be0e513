import type { Market } from '@mex/core/market/instrument.ts'

import { unknown } from '#text/format.ts'
import type { Text } from '#text/use-text.ts'
import { hongKong, marketTimes, mexico, newYork, type VenueTime } from './door/market-times.ts'

const chicago: VenueTime = { zone: 'America/Chicago', label: 'CT' }
const berlin: VenueTime = { zone: 'Europe/Berlin', label: 'CET' }
const shanghai: VenueTime = { zone: 'Asia/Shanghai', label: 'CST', lunch: [690, 780] }

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

/** The time zone of a quote's venue; that of its market for an unknown venue. */
export const venueTimeOf = ({ market, venue }: { market: Market; venue: string }): VenueTime =>
  venueTimes[venue] ?? marketTimes[market]

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** The weekday of a date of a market's calendar ('2026-11-20'): 'Fri', '周五'. */
export function weekdayText(date: string, t: Text): string {
  const weekday = weekdays[new Date(date).getUTCDay()]
  return weekday === undefined ? unknown : t(`quote.weekdays.${weekday}`)
}
