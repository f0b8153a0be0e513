import type { Job } from '#jobs/runner.ts'
import type { TradingEngine } from './engine.ts'

/**
 * Orders that have expired, and cancels and margin additions of markets that do not tick: they take effect once no
 * earlier quote can arrive any more (rulebook §13.6).
 */
export async function lapseOverdue(engine: TradingEngine): Promise<number> {
  const { clock, feed, quoteAgeSecondsMax } = engine.dependencies
  const passed = clock.now() - (feed.delaySeconds + quoteAgeSecondsMax) * 1000
  const users = [...engine.triggers.overdue(passed)]
  if (users.length > 0) await engine.lane.send({ kind: 'lapse', userId: undefined, users })
  return users.length
}

/** Scheduled jobs of trading. */
export const jobs = ({ engine }: { readonly engine: TradingEngine }): readonly Job[] => [
  { name: 'lapse', everySeconds: 1, run: () => lapseOverdue(engine) },
]
