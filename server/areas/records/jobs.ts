import type { Job } from '#jobs/runner.ts'
import {
  continueResetsAndClosings,
  dismissIdleGuests,
  erasePeople,
  type ClosingDependencies,
} from './account-closing.ts'
import { deleteExports } from './store.ts'

const exportsKeptMilliseconds = 2 * 86_400_000

/** Scheduled jobs of practice resets, account closings and data exports (rulebook §2.2, §4.1). */
export function jobs(dependencies: ClosingDependencies): readonly Job[] {
  const wall = (): number => dependencies.engine.dependencies.clock.wall()
  return [
    {
      name: 'leaving',
      everySeconds: 5,
      run: (now) => continueResetsAndClosings(dependencies, { now, wallNow: wall() }),
    },
    { name: 'idle guests', everySeconds: 3600, run: () => dismissIdleGuests(dependencies, wall()) },
    { name: 'erase', everySeconds: 3600, run: () => erasePeople(dependencies, wall()) },
    {
      name: 'exports',
      everySeconds: 3600,
      run: () => deleteExports(dependencies.db, wall() - exportsKeptMilliseconds),
    },
  ]
}
