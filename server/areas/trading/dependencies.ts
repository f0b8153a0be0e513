import type { Calendar } from '@mex/core/market/calendar.ts'
import type { Instrument, SessionName } from '@mex/core/market/instrument.ts'
import type { Rate } from '@mex/core/money/money.ts'
import type { Refusal } from '@mex/core/refusal.ts'
import type { WantedInstrument } from '#areas/market/listings.ts'
import type { Clock } from '#clock.ts'
import type { Gate } from '#db/gate.ts'
import type { LaneLimits, ListTimes } from '#db/lane.ts'
import type { Database, Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { Naming } from './views.ts'

/** Dependencies of the trading engine. */
export type TradingDependencies = {
  readonly db: Database
  readonly feed: Feed
  readonly clock: Clock
  readonly calendars: ReadonlyMap<SessionName, Calendar>
  /** Yearly interest by currency or metal (rulebook §31 `fin.base.*`). */
  readonly interest: ReadonlyMap<string, Rate>
  /** An instrument by key, also after its delisting: names outlive contracts. */
  readonly describe: (key: string, now: number) => Instrument
  /** The instrument that a request names by its code; a product of futures stands for its front month. */
  readonly find: (wanted: WantedInstrument, now: number) => Instrument | undefined
  /** Names in Traditional Chinese. */
  readonly traditional: Naming['traditional']
  /** What is halted for everyone, as far as is known when it is asked for. */
  readonly haltedNow: () => (key: string) => boolean
  /** Maximum age of a quote that fills or liquidates (rulebook §13.6, `quote.maxAgeSec`). */
  readonly quoteAgeSecondsMax: number
  /** Why a user may not buy blocks (rulebook §6.4); undefined when they may. */
  readonly blockRefusal: (tx: Tx, user: number) => Promise<Refusal | undefined>
  /** Why a user may not enter an auction: their practice waits to start again. Undefined when they may. */
  readonly resetRefusal: (tx: Tx, user: number) => Promise<Refusal | undefined>
  /** False while the ledger is inconsistent: new orders and closings are refused then (rulebook §8.5). */
  readonly accepting: () => boolean
  /** Between lists and ticks, where several servers serve one store; undefined where one does. */
  readonly gate?: Gate | undefined
  /** Wakes push after a commit with notices. */
  readonly wake: () => void
  /** Limits of the lane, if other than the defaults. */
  readonly laneLimits?: LaneLimits | undefined
  /** Called after each list of the lane. */
  readonly onList?: ((times: ListTimes) => void) | undefined
  /** Receives the error of a list that failed after its commit or has an unknown outcome. */
  readonly onError?: (error: unknown) => void
}
