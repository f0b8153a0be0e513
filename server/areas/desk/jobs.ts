import type { Sessions } from '#areas/account/sessions.ts'
import type { Clock } from '#clock.ts'
import type { Database } from '#db/sql.ts'
import type { Job } from '#jobs/runner.ts'
import { putInForce } from './configuration.ts'
import type { LedgerState } from '#areas/ledger/ledger-state.ts'
import type { Members } from '#members.ts'
import type { Halts } from './halts.ts'
import { saveMarketClock } from './store-clock.ts'
import { versionsInForce } from './store-versions.ts'
import { takeSignals } from './store.ts'

export type DeskJobDependencies = {
  readonly db: Database
  readonly clock: Clock
  readonly halts: Halts
  readonly sessions: Sessions
  readonly ledger: Pick<LedgerState, 'isConsistent'>
  /** The servers of one store, if this is one of several. */
  readonly members: Pick<Members, 'clock' | 'refresh' | 'telling'> | undefined
  /** Until when ticks were handled, and every gap before is in the ledger. */
  readonly handledUntil: () => number
}

/** The interval is in wall-clock time, also for a faster market clock. */
const everySecond = ({ clock }: Pick<DeskJobDependencies, 'clock'>): number => clock.speed

/** Every server follows what operators, and other servers, have changed: halts, ended sessions and settings. */
export const followingJob = ({
  db,
  clock,
  halts,
  sessions,
  members,
}: Omit<DeskJobDependencies, 'handledUntil' | 'ledger'>): Job => ({
  name: 'operator',
  everySeconds: everySecond({ clock }),
  async run(now) {
    await halts.refresh()
    if (members === undefined) await halts.noteHeld(db, clock.now())
    if (members === undefined) sessions.dropRevoked(await takeSignals(db))
    else await sessions.dropElsewhereRevoked(clock.wall())
    putInForce(await versionsInForce(db, now))
  },
})

/** Saves the clock, for other processes and the next start; and what the last check of the books has found. */
export const jobs = (dependencies: DeskJobDependencies): readonly Job[] => {
  const { db, clock, ledger, members, handledUntil } = dependencies
  return [
    {
      name: 'clock',
      everySeconds: everySecond(dependencies),
      async run() {
        const note = { now: (members?.clock.free ?? clock).now(), speed: clock.speed, handledUntil: handledUntil() }
        members?.telling(note.handledUntil)
        await saveMarketClock(db, { ...note, booksAreRight: ledger.isConsistent })
        await members?.refresh()
      },
    },
    followingJob(dependencies),
  ]
}
