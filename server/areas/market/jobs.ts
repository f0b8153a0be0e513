import type { Database } from '#db/sql.ts'
import type { DaySecrets } from '#feeds/simulator/day-secrets.ts'
import type { Job } from '#jobs/runner.ts'
import { publishCommitments } from './commitments.ts'

export type MarketJobParts = {
  readonly db: Database
  readonly secrets: DaySecrets
}

/** Scheduled jobs of the market (rulebook §2.2): commitments to its secrets are published long before their use. */
export const jobs = ({ db, secrets }: MarketJobParts): readonly Job[] => [
  { name: 'commitments', everySeconds: 3600, run: (now) => publishCommitments(db, secrets, now) },
]
