import { releasedDates } from '@mex/core/wallet/settlement.ts'
import type { Database } from '#db/sql.ts'
import type { Job } from '#jobs/runner.ts'
import { linkBatch, linkJournals } from './link-journals.ts'
import { releaseUnsettled } from './store.ts'

/** Deletes the sale proceeds whose release date has begun in their market; returns the number of rows. */
export async function releaseProceeds(db: Database, now: number): Promise<number> {
  let released = 0
  for (const [wallet, date] of releasedDates(now)) released += await releaseUnsettled(db, wallet, date)
  return released
}

/** Scheduled jobs of the ledger (rulebook §2.2, §8.1). */
export const jobs = (db: Database): readonly Job[] => [
  {
    name: 'seal',
    everySeconds: 1,
    async run() {
      while ((await linkJournals(db)) === linkBatch);
    },
  },
  { name: 'release', everySeconds: 60, run: (now) => releaseProceeds(db, now) },
]
