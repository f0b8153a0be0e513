import { isRefusal } from '@mex/core/refusal.ts'
import type { Database } from '#db/sql.ts'
import type { Job } from '#jobs/runner.ts'
import { dueHoldings } from './store.ts'
import type { BondTrades } from './trades.ts'

export type BondJobs = {
  readonly db: Database
  readonly trades: BondTrades
  /** Wakes push after a commit with notices. */
  readonly wake: () => void
}

/** Holdings that are handled in one list. */
const batch = 100

/** Pays coupons, settles sales and redeems what has matured (rulebook §2.2 `bond`). */
export const jobs = ({ db, trades, wake }: BondJobs): readonly Job[] => [
  {
    name: 'bonds',
    everySeconds: 1,
    async run(now) {
      let count = 0
      for (;;) {
        const due = await dueHoldings(db, now, batch)
        const outcomes = await trades.sendAll(
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
