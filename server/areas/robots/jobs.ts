import { isRefusal } from '@mex/core/refusal.ts'
import type { Database } from '#db/sql.ts'
import type { Job } from '#jobs/runner.ts'
import type { RobotRentals } from './rentals.ts'
import { dueUsers } from './store.ts'

export type RobotJobs = {
  readonly db: Database
  readonly rentals: RobotRentals
  /** Wakes push after a commit with notices. */
  readonly wake: () => void
}

/** Users whose robots are handled in one list. */
const batch = 50
/** After a standstill a list computes no more of each robot than this, so that other callers are answered between lists. */
const stretchMilliseconds = 3_600_000
/** Lists of one run, one to two weeks: a server that is told to stop waits for the run, which must end after a longer standstill too. */
const listsMax = 168

/** Statuses, ticks, energy, income, ends and redemptions of rented robots (rulebook §2.2 `robot`). */
export const jobs = ({ db, rentals, wake }: RobotJobs): readonly Job[] => [
  {
    name: 'robots',
    everySeconds: 1,
    async run(now) {
      let count = 0
      for (let lists = 0; lists < listsMax; lists += 1) {
        const due = await dueUsers(db, now, batch)
        if (due.length === 0) return count
        const outcomes = await rentals.sendAll(
          due.map(
            ({ userId, dueAt, moneyAt = now }) =>
              ({
                kind: 'happen',
                userId,
                at: now,
                until: Math.min(now, dueAt + stretchMilliseconds, moneyAt),
              }) as const,
          ),
        )
        const done = outcomes.filter(
          (outcome) => !isRefusal(outcome) && outcome.kind === 'happened' && outcome.changed > 0,
        ).length
        count += done
        if (done > 0) wake()
        // Where the coin has no price, robots wait for the next run.
        if (done === 0) return count
      }
      return count
    },
  },
]
