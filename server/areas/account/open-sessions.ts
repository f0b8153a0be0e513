import { settings } from '@mex/core/settings.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Fragment } from '#db/sql.ts'

const dayMilliseconds = 86_400_000

/** The earliest last use of a session that is still open at `now`. */
export const idleSince = (now: number): number => now - settings.token.idleDays * dayMilliseconds

/** Holds for a row of `session_token` whose session is open at `now`, by the wall clock. */
export const isOpenSession = (now: number): Fragment => sql`
  revoked_at is null and scope = 'session' and expires_at > ${isoInstant(now)}
  and last_seen_at > ${isoInstant(idleSince(now))}`
