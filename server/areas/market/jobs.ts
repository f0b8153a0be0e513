import type { Database } from '#db/sql.ts'
import type { DaySecrets } from '#feeds/simulator/day-secrets.ts'
import type { Job } from '#jobs/runner.ts'
import { publishCommitments } from './commitments.ts'

export type MarketJobParts = {
  readonly db: Database
  readonly secrets: DaySecrets
}

/** What the market does by the clock (rulebook §2.2): its secrets are committed to long before they are used. */
export const jobs = ({ db, secrets }: MarketJobParts): readonly Job[] => [
  { name: 'commitments', everySeconds: 3600, run: (now) => publishCommitments(db, secrets, now) },
]
