import type { Database } from '#db/sql.ts'
import type { Job } from '#jobs/runner.ts'
import { reviewApplications } from './permissions.ts'
import type { Verifications } from './actions.ts'

export type JobDependencies = { readonly db: Database; readonly verifications: Verifications }

/** The periodic jobs of the kyc area (rulebook §2.2 `review`). */
export const jobs = ({ db, verifications }: JobDependencies): readonly Job[] => [
  { name: 'review identities', everySeconds: 10, run: (now) => verifications.reviewDue(now) },
  { name: 'review permissions', everySeconds: 10, run: (now) => reviewApplications(db, now) },
]
