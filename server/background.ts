import { appendFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { jobs as accountJobs } from '#areas/account/jobs.ts'
import { jobs as deskJobs } from '#areas/desk/jobs.ts'
import { jobs as contentJobs } from '#areas/content/jobs.ts'
import { jobs as filesJobs } from '#areas/files/jobs.ts'
import { jobs as fundingJobs } from '#areas/funding/jobs.ts'
import { jobs as kycJobs } from '#areas/kyc/jobs.ts'
import { jobs as ledgerJobs } from '#areas/ledger/jobs.ts'
import { lapseOverdue } from '#areas/trading/jobs.ts'
import { openMatcher } from '#areas/trading/matcher.ts'
import { jobs as recordsJobs } from '#areas/records/jobs.ts'
import { openGapRecord, type GapRecord } from '#areas/market/actions.ts'
import { anchorJobs } from '#areas/market/anchors.ts'
import { jobs as marketJobs } from '#areas/market/jobs.ts'
import { jobs as walletJobs } from '#areas/wallet/jobs.ts'
import type { Finding } from '#areas/ledger/actions.ts'
import { forgetNetworkUse } from '#db/network-quotas.ts'
import { forgetRequests } from '#db/requests.ts'
import { followDays } from '#feeds/follow-days.ts'
import { openTicker, type Ticker, type TickListener } from '#feeds/ticker.ts'
import { openJobs, type Job, type Jobs } from '#jobs/runner.ts'
import { leavingParts, type Parts } from './parts.ts'
import { openSelfCheck } from './self-check.ts'

/** What moves by itself: the ticks of the market and the jobs of the clock. */
export type Background = {
  readonly ticker: Ticker
  readonly jobs: Jobs
  /** Until when ticks were handled, and every gap before is in the books. */
  handledUntil(this: void): number
  /** Somebody else who is told every tick, after the matcher. */
  listen(listener: TickListener): void
  /** With `warmUp` worker threads compute the past year of the market before somebody asks for it. */
  start(options: { readonly warmUp: boolean }): void
  stop(): Promise<void>
}

export type BackgroundOptions = {
  readonly parts: Parts
  readonly log: Logger
  /** Until when an earlier process has handled ticks. */
  readonly handledUntil: number | undefined
}

export function openBackground({ parts, log, handledUntil: handledBefore }: BackgroundOptions): Background {
  const listeners: TickListener[] = [openMatcher(parts.desk)]
  const gaps = openGapRecord(parts.store.db, (error) => log.error({ err: error }, 'a gap could not be recorded'))
  const ticker = openTicker({
    feed: parts.source.feed,
    clock: parts.clock,
    listeners,
    ...(handledBefore === undefined ? {} : { handledUntil: handledBefore }),
    onError: (name, error) => log.error({ err: error, listener: name }, 'a tick failed'),
    onGap: (gap) => {
      log.warn({ gap }, 'ticks were missed and are not caught up')
      gaps.add(gap)
    },
  })
  const handledUntil = (): number => gaps.unrecordedSince() ?? ticker.handledUntil()
  const follower = followDays(parts.source.feed, (error) => log.error({ err: error }, 'a day could not be followed'))
  const jobs = openJobs({
    clock: parts.clock,
    jobs: jobList(
      parts,
      { gaps, handledUntil },
      {
        log: (message) => log.info(message),
        warn: (message) => log.warn(message),
        alarm: (finding) => log.error({ finding }, 'the books are wrong: no new orders are taken'),
      },
    ),
    onError: (name, error) => log.error({ err: error, job: name }, 'a job failed'),
  })
  return {
    ticker,
    jobs,
    handledUntil,
    listen: (listener) => void listeners.push(listener),
    start({ warmUp }) {
      listeners.push(follower)
      ticker.start()
      jobs.start()
      if (warmUp) parts.source.bars.warmUp(() => parts.clock.now())
    },
    async stop() {
      follower.stop()
      await jobs.stop()
      await ticker.stop()
      await gaps.record()
    },
  }
}

/** Where jobs say what they found. */
type Says = {
  readonly log: (message: string) => void
  readonly warn: (message: string) => void
  readonly alarm: (finding: Finding) => void
}

/** What jobs note of the ticks. */
type Handled = { readonly gaps: GapRecord; readonly handledUntil: () => number }

/** Everything that happens by the clock (rulebook §2.2). */
function jobList(parts: Parts, { gaps, handledUntil }: Handled, { log, warn, alarm }: Says): Job[] {
  const { db } = parts.store
  return [
    ...ledgerJobs(db),
    ...accountJobs({ db, clock: parts.clock, mail: parts.mail, log, warn }),
    ...walletJobs(parts),
    ...deskJobs({ ...parts, db, handledUntil }),
    ...fundingJobs(parts),
    ...contentJobs({ ...parts.source, db }),
    ...filesJobs({ db }),
    ...recordsJobs(leavingParts(parts)),
    ...kycJobs({ db, verifications: parts.verifications }),
    ...marketJobs({ db, secrets: parts.source.drawn.secrets }),
    ...anchorJobs({ ...parts.source, db, keepOutside: keeperOf(parts.anchorFile) }),
    { name: 'gaps', everySeconds: parts.clock.speed, run: gaps.record },
    { name: 'requests', everySeconds: 3600, run: () => forgetRequests(db) },
    { name: 'quotas', everySeconds: 3600, run: () => forgetNetworkUse(db, parts.clock.wall()) },
    { name: 'self check', everySeconds: 60, run: openSelfCheck({ ...parts, db }, alarm) },
    { name: 'lapse', everySeconds: 1, run: () => lapseOverdue(parts.desk) },
  ]
}

/** One line more in the operator's file of anchors. */
const keeperOf = (file: string | undefined) =>
  file === undefined ? undefined : (line: string): Promise<void> => appendFile(file, `${line}\n`)
