import type { Job } from '#jobs/runner.ts'
import type { TradingDesk } from './desk.ts'

/**
 * Orders that have expired, and cancels and margin additions of markets that do not tick: they take effect once no
 * earlier quote can arrive any more (rulebook §13.6).
 */
export async function lapseOverdue(desk: TradingDesk): Promise<number> {
  const { clock, feed, quoteAgeSecondsMax } = desk.parts
  const passed = clock.now() - (feed.delaySeconds + quoteAgeSecondsMax) * 1000
  const users = [...desk.board.overdue(passed)]
  if (users.length > 0) await desk.lane.send({ kind: 'lapse', userId: undefined, users })
  return users.length
}

/** What trading does by the clock. */
export const jobs = ({ desk }: { readonly desk: TradingDesk }): readonly Job[] => [
  { name: 'lapse', everySeconds: 1, run: () => lapseOverdue(desk) },
]
