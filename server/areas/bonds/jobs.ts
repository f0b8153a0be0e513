import type { Database } from '#db/sql.ts'
import { sendDue } from '#jobs/due-lists.ts'
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
    run: (now) =>
      sendDue(trades, {
        due: async () => (await dueHoldings(db, now, batch)).map((key) => ({ kind: 'settle', ...key, at: now })),
        batch,
        wake,
      }),
  },
]
