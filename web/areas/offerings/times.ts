import type { Issue } from '@mex/contract/offerings/shapes.ts'
import type { Zone } from '@mex/core/time-zone.ts'

import { formatDate, formatTime } from '#text/format-time.ts'

type Place = { readonly zone: Zone; readonly label: string }

const places: Readonly<Record<string, Place>> = {
  US: { zone: 'America/New_York', label: 'ET' },
  HK: { zone: 'Asia/Hong_Kong', label: 'HKT' },
  MX: { zone: 'America/Mexico_City', label: 'CDMX' },
}

/** The time zone in which the dates of a market are read, and its label. */
export const placeOf = (market: string): Place => places[market] ?? { zone: 'UTC', label: 'UTC' }

export const zoneOf = ({ market }: Pick<Issue, 'market'>): Zone => placeOf(market).zone

/** 'Closes · ET': the name of a step with the time zone of all steps, so that two markets can be compared. */
export const inZone = (name: string, { market }: Pick<Issue, 'market'>): string => `${name} · ${placeOf(market).label}`

/** '11/24 12:00' in a time zone. */
export const dayAndTime = (at: number, zone: Zone): string =>
  `${formatDate(at, zone).slice(0, 5)} ${formatTime(at, zone)}`

/** '11/26' in a time zone. */
export const dayOnly = (at: number, zone: Zone): string => formatDate(at, zone).slice(0, 5)

const day = 86_400_000

/** Less than a day is left. */
export const isSoon = (until: number, now: number): boolean => until > now && until - now < day
