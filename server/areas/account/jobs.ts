import type { Database } from '#db/sql.ts'
import type { Job } from '#jobs/runner.ts'
import { deliverMail, type MailTransport } from './mail.ts'
import { deleteOutdated } from './store.ts'

/** Codes, locks, mail and ended sessions are kept this long after they have lost their meaning. */
const keepMilliseconds = 2 * 86_400_000

export type JobParts = {
  readonly db: Database
  readonly mail: MailTransport
  readonly log: (message: string) => void
}

/** What the account area does by the clock (rulebook §2.2). */
export const jobs = ({ db, mail, log }: JobParts): readonly Job[] => [
  { name: 'mail', everySeconds: 2, run: (now) => deliverMail(db, { transport: mail, now, log }) },
  { name: 'housekeep', everySeconds: 3600, run: (now) => deleteOutdated(db, now - keepMilliseconds) },
]
