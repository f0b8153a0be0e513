import type { Instrument } from '@mex/core/market/instrument.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import type { Feed } from '#feeds/feed.ts'
import type { NightFacts } from '#areas/trading/overnight/overnight.ts'
import type { Timetable } from '#areas/trading/timetable.ts'

/** The public facts for the replay. */
export type ReplayMarket = {
  readonly feed: Feed
  readonly describe: (key: string, now: number) => Instrument
  readonly timetable: Timetable
  readonly calendars: NightFacts['calendars']
  readonly interest: NightFacts['interest']
  readonly quoteAgeSecondsMax: number
  /** What is due until then may be done while the check reads. */
  readonly settledUntil: number
  /** When the halt began in which an instant certainly lies. */
  readonly haltedSince: (key: string, at: number) => number | undefined
  /** So long, by the market clock, a list may be late. */
  readonly patienceFrom: (at: number) => number
}

/** The state of a position from an instant until its next change. */
export type PositionSince = { readonly position: Position; readonly from: number }
