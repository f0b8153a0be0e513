import type { Database } from '#db/sql.ts'
import { deliverMail, type MailTransport } from './mail.ts'
import { deleteOutdated } from './store.ts'

type Occasion = { readonly db: Database; readonly now: number }

/** Codes, locks, mail and ended sessions are kept this long after they have lost their meaning. */
const keepMilliseconds = 2 * 86_400_000

/** What the account area does by the clock. */
export const jobs = ({ mail, log }: { readonly mail: MailTransport; readonly log: (message: string) => void }) => ({
  mail: {
    everySeconds: 2,
    run: ({ db, now }: Occasion): Promise<number> => deliverMail(db, { transport: mail, now, log }),
  },
  housekeep: {
    everySeconds: 3600,
    run: ({ db, now }: Occasion): Promise<number> => deleteOutdated(db, now - keepMilliseconds),
  },
})
