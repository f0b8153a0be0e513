import { isRefusal } from '@mex/core/refusal.ts'
import type { Database } from '#db/sql.ts'
import { roundsByUser } from '#jobs/rounds.ts'
import type { Job } from '#jobs/runner.ts'
import { dueOrders } from './store.ts'
import type { Subscriptions } from './subscriptions.ts'

export type QuantifyJobs = {
  readonly db: Database
  readonly subscriptions: Subscriptions
  /** Wakes push after a commit with notices. */
  readonly wake: () => void
}

/** Orders that are handled in one list. */
const batch = 100

/** Buys units and pays out at the strikes (rulebook §2.2 `quant`). */
export const jobs = ({ db, subscriptions, wake }: QuantifyJobs): readonly Job[] => [
  {
    name: 'quantify',
    everySeconds: 1,
    async run(now) {
      let count = 0
      // What could not be settled is passed by, and waits for the next run.
      let after = { dueAt: 0, userId: 0, id: 0 }
      for (;;) {
        const due = await dueOrders(db, now, after, batch)
        // One after the other for each user: between two payouts into their wallet robots use the money of the first.
        for (const round of roundsByUser(due)) {
          const outcomes = await subscriptions.sendAll(
            round.map(({ userId, id }) => ({ kind: 'settle', userId, id, at: now }) as const),
          )
          const done = outcomes.filter((outcome) => !isRefusal(outcome)).length
          count += done
          if (done > 0) wake()
        }
        const last = due.at(-1)
        if (last === undefined || due.length < batch) return count
        after = last
      }
    },
  },
]
