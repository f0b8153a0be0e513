import type { Sessions } from '#areas/account/sessions.ts'
import type { Clock } from '#clock.ts'
import type { Database } from '#db/sql.ts'
import type { Job } from '#jobs/runner.ts'
import { putInForce } from './configuration.ts'
import type { Halts } from './halts.ts'
import { saveMarketClock } from './store-clock.ts'
import { versionsInForce } from './store-versions.ts'
import { takeSignals } from './store.ts'

export type DeskJobDependencies = {
  readonly db: Database
  readonly clock: Clock
  readonly halts: Halts
  readonly sessions: Sessions
  /** Until when ticks were handled, and every gap before is in the ledger. */
  readonly handledUntil: () => number
}

/**
 * Polls the effects of an operator's commands in another process every second: halts, ended sessions and settings; and
 * saves the clock for that process.
 */
export const jobs = ({ db, clock, halts, sessions, handledUntil }: DeskJobDependencies): readonly Job[] => [
  {
    name: 'desk',
    // The interval is in wall-clock time, also for a faster market clock.
    everySeconds: clock.speed,
    async run(now) {
      await saveMarketClock(db, { now, speed: clock.speed, handledUntil: handledUntil() })
      await halts.refresh()
      sessions.dropRevoked(await takeSignals(db))
      putInForce(await versionsInForce(db, now))
    },
  },
]
