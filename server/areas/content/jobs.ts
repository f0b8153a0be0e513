import { settings } from '@mex/core/settings.ts'
import type { Database } from '#db/sql.ts'
import type { Job } from '#jobs/runner.ts'
import { deleteMessagesBefore } from './store-messages.ts'

const dayMilliseconds = 86_400_000

/** What the content area does by the clock (rulebook §29). */
export const jobs = ({ db }: { readonly db: Database }): readonly Job[] => [
  {
    name: 'old messages',
    everySeconds: 3600,
    run: (now) => deleteMessagesBefore(db, now - settings.message.keepDays * dayMilliseconds),
  },
]
