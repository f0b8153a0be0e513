import type { Logger } from 'pino'
import { jobs as accountJobs } from '#areas/account/jobs.ts'
import { jobs as ledgerJobs } from '#areas/ledger/jobs.ts'
import { lapseOverdue } from '#areas/trading/jobs.ts'
import { openMatcher } from '#areas/trading/matcher.ts'
import { jobs as walletJobs } from '#areas/wallet/jobs.ts'
import { openTicker, type Ticker, type TickListener } from '#feeds/ticker.ts'
import { openJobs, type Job, type Jobs } from '#jobs/runner.ts'
import type { Parts } from './parts.ts'

/** What moves by itself: the ticks of the market and the jobs of the clock. */
export type Motion = {
  readonly ticker: Ticker
  readonly jobs: Jobs
  /** Somebody else who is told every tick, after the matcher. */
  listen(listener: TickListener): void
  start(): void
  stop(): Promise<void>
}

export function openMotion({ parts, log }: { readonly parts: Parts; readonly log: Logger }): Motion {
  const listeners: TickListener[] = [openMatcher(parts.desk)]
  const ticker = openTicker({
    feed: parts.source.feed,
    clock: parts.clock,
    listeners,
    onError: (name, error) => log.error({ err: error, listener: name }, 'a tick failed'),
    onGap: (gap) => log.warn({ gap }, 'ticks were missed and are not caught up'),
  })
  const jobs = openJobs({
    clock: parts.clock,
    jobs: jobList(parts, (message) => log.info(message)),
    onError: (name, error) => log.error({ err: error, job: name }, 'a job failed'),
  })
  return {
    ticker,
    jobs,
    listen: (listener) => void listeners.push(listener),
    start() {
      ticker.start()
      jobs.start()
    },
    async stop() {
      await jobs.stop()
      await ticker.stop()
    },
  }
}

/** Everything that happens by the clock (rulebook §2.2). */
function jobList(parts: Parts, log: (message: string) => void): Job[] {
  const { db } = parts.store
  return [
    ...ledgerJobs(db),
    ...accountJobs({ db, mail: parts.mail, log }),
    ...walletJobs(parts),
    { name: 'lapse', everySeconds: 1, run: () => lapseOverdue(parts.desk) },
  ]
}
