import type { Market } from '@mex/core/market/instrument.ts'
import type { Zone } from '@mex/core/time-zone.ts'

import { formatDate, formatTime } from '#text/format-time.ts'

/**
 * The time zone of a venue and its label. `lunch` is the lunch break in minutes of the local day, if there is one.
 */
export type VenueTime = {
  readonly zone: Zone
  readonly label: string
  readonly lunch?: readonly [from: number, to: number]
}

export const newYork: VenueTime = { zone: 'America/New_York', label: 'ET' }
export const hongKong: VenueTime = { zone: 'Asia/Hong_Kong', label: 'HKT', lunch: [720, 780] }
export const mexico: VenueTime = { zone: 'America/Mexico_City', label: 'CDMX' }
const utc: VenueTime = { zone: 'UTC', label: 'UTC' }

/** The time zone of a market, for those of its venues that have no own one. */
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

type OfMarket = { readonly market: Market }

export const zoneOf = ({ market }: OfMarket): Zone => marketTimes[market].zone

/** '11/24 12:00 HKT': a time on the clocks of a market. */
export const marketTimeText = ({ market }: OfMarket, at: number): string =>
  `${dayAndTime(at, zoneOf({ market }))} ${marketTimes[market].label}`

/** '11/24 12:00' in a time zone, where its label stands beside it. */
export const dayAndTime = (at: number, zone: Zone): string => `${dayOnly(at, zone)} ${formatTime(at, zone)}`

/** '11/26' in a time zone. */
export const dayOnly = (at: number, zone: Zone): string => formatDate(at, zone).slice(0, 5)
