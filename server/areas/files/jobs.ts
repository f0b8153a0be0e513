import { settings } from '@mex/core/settings.ts'
import type { Database } from '#db/sql.ts'
import type { Job } from '#jobs/runner.ts'
import { deleteUnusedFiles } from './store.ts'

const retentionMilliseconds = settings.upload.unneededHours * 3_600_000
const batch = 200

/** The periodic jobs of the files area (rulebook §2.2 `housekeep`). */
export const jobs = ({ db }: { readonly db: Database }): readonly Job[] => [
  { name: 'pictures', everySeconds: 3600, run: (now) => removeUnusedFiles(db, now) },
]

/** Removes unused pictures; answers how many. */
export async function removeUnusedFiles(db: Database, now: number): Promise<number> {
  let removed = 0
  for (;;) {
    const some = await deleteUnusedFiles(db, { now, unusedSince: now - retentionMilliseconds, limit: batch })
    removed += some
    if (some < batch) return removed
  }
}
