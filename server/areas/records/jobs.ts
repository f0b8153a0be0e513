import type { Job } from '#jobs/runner.ts'
import { continueLeaving, dismissIdleGuests, erasePeople, type LeavingParts } from './account-closing.ts'
import { deleteExports } from './store.ts'

const exportsKeptMilliseconds = 2 * 86_400_000

/** What happens to people who start again or leave, by the clock (rulebook §2.2, §4.1). */
export function jobs(parts: LeavingParts): readonly Job[] {
  const wall = (): number => parts.desk.parts.clock.wall()
  return [
    { name: 'leaving', everySeconds: 5, run: (now) => continueLeaving(parts, { now, wallNow: wall() }) },
    { name: 'idle guests', everySeconds: 3600, run: () => dismissIdleGuests(parts, wall()) },
    { name: 'erase', everySeconds: 3600, run: () => erasePeople(parts, wall()) },
    { name: 'exports', everySeconds: 3600, run: () => deleteExports(parts.db, wall() - exportsKeptMilliseconds) },
  ]
}
