import type { Calendar } from '@mex/core/market/calendar.ts'
import type { Instrument, SessionName } from '@mex/core/market/instrument.ts'
import type { WantedInstrument } from '#areas/market/listings.ts'
import type { Clock } from '#clock.ts'
import type { LaneLimits } from '#db/lane.ts'
import type { Database } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { Naming } from './views.ts'

/** Dependencies of the trading engine. */
export type TradingDependencies = {
  readonly db: Database
  readonly feed: Feed
  readonly clock: Clock
  readonly calendars: ReadonlyMap<SessionName, Calendar>
  /** An instrument by key, listed or not any more: names outlive contracts. */
  readonly describe: (key: string, now: number) => Instrument
  /** The instrument that a request names by its code; a product of futures stands for its front month. */
  readonly find: (wanted: WantedInstrument, now: number) => Instrument | undefined
  /** Names in Traditional Chinese. */
  readonly traditional: Naming['traditional']
  /** Whether an instrument is halted for everyone. */
  readonly halted: (key: string) => boolean
  /** How old a quote may be that fills or liquidates (rulebook §13.6, `quote.maxAgeSec`). */
  readonly quoteAgeSecondsMax: number
  /** False while the ledger is inconsistent: nothing new is opened then, and nothing is closed either (rulebook §8.5). */
  readonly accepting: () => boolean
  /** Says that something was committed that push should tell. */
  readonly wake: () => void
  /** Other sizes of lists than usual. */
  readonly laneLimits?: LaneLimits | undefined
  /** Told when a list committed with trouble, or perhaps did not. */
  readonly onError?: (error: unknown) => void
}
