import type { Clock } from '#clock.ts'
import type { Database } from '#db/sql.ts'
import type { Job } from '#jobs/runner.ts'
import { deliverMail, openMailFailureReporter, type MailTransport } from './mail.ts'
import { payBonuses } from './referral.ts'
import { deleteOutdated } from './store.ts'

/** How long codes, lockouts, mail and ended sessions are kept after they expired. */
const keepMilliseconds = 2 * 86_400_000

export type JobDependencies = {
  readonly db: Database
  readonly clock: Pick<Clock, 'wall'>
  readonly mail: MailTransport
  readonly log: (message: string) => void
  readonly warn: (message: string) => void
}

/**
 * Periodic jobs of the account area (rulebook §2.2). They use the wall clock; money movements use the market clock.
 */
export function jobs({ db, clock, mail, log, warn }: JobDependencies): readonly Job[] {
  const watch = openMailFailureReporter({ log, warn })
  return [
    { name: 'mail', everySeconds: 2, run: () => deliverMail(db, { transport: mail, now: clock.wall(), watch }) },
    { name: 'housekeep', everySeconds: 3600, run: () => deleteOutdated(db, clock.wall() - keepMilliseconds) },
    { name: 'referral', everySeconds: 60, run: (now) => payBonuses(db, now) },
  ]
}
