import { isRefusal } from '@mex/core/refusal.ts'
import type { Database } from '#db/sql.ts'
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
      for (;;) {
        const due = await dueOrders(db, now, batch)
        if (due.length === 0) return count
        const outcomes = await subscriptions.sendAll(
          due.map(({ userId, id }) => ({ kind: 'settle', userId, id, at: now }) as const),
        )
        const done = outcomes.filter((outcome) => !isRefusal(outcome)).length
        count += done
        if (done > 0) wake()
        // What could not be settled waits for the next run.
        if (due.length < batch || done === 0) return count
      }
    },
  },
]
