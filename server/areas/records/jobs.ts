import type { Clock } from '#clock.ts'
import type { Job } from '#jobs/runner.ts'
import { continueLeaving, dismissIdleGuests, erasePeople, type LeavingParts } from './leaving.ts'
import { deleteExports } from './store.ts'

const exportsKeptMilliseconds = 2 * 86_400_000

/** What happens to people who start again or leave, by the clock (rulebook §2.2, §4.1); who was here last is known by the wall clock. */
export const jobs = (parts: LeavingParts & { readonly clock: Pick<Clock, 'wall'> }): readonly Job[] => [
  { name: 'leaving', everySeconds: 5, run: (now) => continueLeaving(parts, now) },
  { name: 'idle guests', everySeconds: 3600, run: () => dismissIdleGuests(parts, parts.clock.wall()) },
  { name: 'erase', everySeconds: 3600, run: (now) => erasePeople(parts, now) },
  { name: 'exports', everySeconds: 3600, run: (now) => deleteExports(parts.db, now - exportsKeptMilliseconds) },
]
