import type { Issue } from '@mex/contract/offerings/shapes.ts'
import type { Zone } from '@mex/core/time-zone.ts'

import { formatDate, formatTime } from '#text/format-time.ts'

const zones: Readonly<Record<string, Zone>> = {
  US: 'America/New_York',
  HK: 'Asia/Hong_Kong',
  MX: 'America/Mexico_City',
}

/** The time zone in which the dates of a market are read. */
export const zoneOf = ({ market }: Pick<Issue, 'market'>): Zone => zones[market] ?? 'UTC'

/** '11/24 12:00' in a time zone. */
export const dayAndTime = (at: number, zone: Zone): string =>
  `${formatDate(at, zone).slice(0, 5)} ${formatTime(at, zone)}`

/** '11/26' in a time zone. */
export const dayOnly = (at: number, zone: Zone): string => formatDate(at, zone).slice(0, 5)

const day = 86_400_000

/** Less than a day is left. */
export const isSoon = (until: number, now: number): boolean => until > now && until - now < day
