import type { Logger } from 'pino'
import { openGapRecord, type GapRecord } from '#areas/market/gaps.ts'
import type { Finding } from '#areas/ledger/finding.ts'
import { forgetNetworkUse } from '#db/network-quotas.ts'
import { forgetIdempotencyKeys } from '#db/idempotency-keys.ts'
import { followDays } from '#feeds/follow-days.ts'
import { openTicker, type TickGap, type Ticker, type TickListener } from '#feeds/ticker.ts'
import type { Metrics } from '#http/metrics.ts'
import { openJobs, type Job, type Jobs } from '#jobs/runner.ts'
import type { Background } from './area.ts'
import { areas } from './areas.ts'
import type { Dependencies } from './dependencies.ts'
import { openSelfCheck } from './self-check.ts'

/** The ticks of the market and the scheduled jobs. */
export type RunningBackground = {
  readonly ticker: Ticker
  readonly jobs: Jobs
  /** Ticks up to here were handled, and every gap before is recorded (epoch milliseconds of the market clock). */
  handledUntil(this: void): number
  /** Publishes an interval without prices. */
  gap(this: void, gap: TickGap): void
  /** Adds a tick listener; it runs after the matcher. */
  listen(listener: TickListener): void
  start(): void
  stop(): Promise<void>
}

export type BackgroundOptions = {
  readonly dependencies: Dependencies
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'tickBehind' | 'tickGaps'>
  /** Up to where an earlier process handled ticks. */
  readonly handledUntil: number | undefined
}

export function openBackground({
  dependencies,
  log,
  metrics,
  handledUntil: handledBefore,
}: BackgroundOptions): RunningBackground {
  const listeners: TickListener[] = areas.flatMap((area) => area.listeners?.(dependencies) ?? [])
  const gaps = openGapRecord(dependencies.store.db, (error) => log.error({ err: error }, 'a gap could not be recorded'))
  const publish = (gap: TickGap): void => {
    log.warn({ gap }, 'the market had no prices, and is not caught up')
    gaps.add(gap)
    metrics.tickGaps.inc()
  }
  const ticker = openTicker({
    feed: dependencies.source.feed,
    clock: dependencies.clock,
    listeners,
    ...(handledBefore === undefined ? {} : { handledUntil: handledBefore }),
    onError: (name, error) => log.error({ err: error, listener: name }, 'a tick failed'),
    onGap: publish,
    onHandled: (behind) => metrics.tickBehind.observe(behind / 1000),
  })
  const handledUntil = (): number => gaps.unrecordedSince() ?? ticker.handledUntil()
  const follower = followDays(dependencies.source.feed, (error) =>
    log.error({ err: error }, 'a day could not be followed'),
  )
  const jobs = openJobs({
    clock: dependencies.clock,
    jobs: jobList(dependencies, {
      gaps,
      handledUntil,
      log: (message) => log.info(message),
      warn: (message) => log.warn(message),
      alarm: (finding) => log.error({ finding }, 'the ledger is wrong: no new orders are taken'),
    }),
    onError: (name, error) => log.error({ err: error, job: name }, 'a job failed'),
  })
  return {
    ticker,
    jobs,
    handledUntil,
    gap: publish,
    listen: (listener) => void listeners.push(listener),
    start() {
      listeners.push(follower)
      ticker.start()
      jobs.start()
      // Worker threads compute the past year of the market before the first request for it.
      if (dependencies.looksAhead) dependencies.source.bars.warmUp(() => dependencies.clock.now())
    },
    async stop() {
      follower.stop()
      await jobs.stop()
      await ticker.stop()
      await gaps.record()
    },
  }
}

/** Dependencies of all jobs, and those of the jobs that no area owns. */
type JobDependencies = Background & { readonly gaps: GapRecord; readonly alarm: (finding: Finding) => void }

/** All scheduled jobs (rulebook §2.2): those of the areas, and those that no area owns. */
function jobList(dependencies: Dependencies, { gaps, alarm, ...background }: JobDependencies): Job[] {
  const { db } = dependencies.store
  return [
    ...areas.flatMap(({ jobs }) => jobs?.(dependencies, background) ?? []),
    { name: 'gaps', everySeconds: dependencies.clock.speed, run: gaps.record },
    { name: 'requests', everySeconds: 3600, run: () => forgetIdempotencyKeys(db) },
    { name: 'quotas', everySeconds: 3600, run: () => forgetNetworkUse(db, dependencies.clock.wall()) },
    {
      name: 'self check',
      everySeconds: 1,
      run: openSelfCheck({ ...dependencies, db: dependencies.store.patient }, alarm),
    },
  ]
}
