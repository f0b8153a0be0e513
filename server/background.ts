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
import { followingJob } from '#areas/desk/jobs.ts'
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
  /** From following another server to leading: handles the ticks after those that were handled, and runs all jobs. */
  lead(handledUntil: number | undefined): Promise<void>
  stop(): Promise<void>
}

export type BackgroundOptions = {
  readonly dependencies: Dependencies
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'tickBehind' | 'tickGaps'>
  /** Up to where an earlier process handled ticks. */
  readonly handledUntil: number | undefined
}

type Run = Pick<RunningBackground, 'ticker' | 'jobs'>

/** The ticks and jobs of a server that leads, or that serves alone. */
function openLeading(
  { dependencies, log, metrics, handledUntil: handledBefore }: BackgroundOptions,
  listeners: TickListener[],
  gaps: GapRecord,
  publish: (gap: TickGap) => void,
): Run {
  const { members, source } = dependencies
  listeners.unshift(
    // A tick is noted as handled only when the gaps before it are published.
    ...(members === undefined ? [] : [{ name: 'gaps', awaited: true, tick: () => gaps.record() }]),
    ...areas.flatMap((area) => area.listeners?.(dependencies) ?? []),
  )
  const ticker = openTicker({
    feed: source.feed,
    clock: members?.clock.free ?? dependencies.clock,
    listeners,
    ...(handledBefore === undefined ? {} : { handledUntil: handledBefore }),
    onError: (name, error) => log.error({ err: error, listener: name }, 'a tick failed'),
    onGap: publish,
    onHandled: (behind) => metrics.tickBehind.observe(behind / 1000),
  })
  members?.ticksBy(ticker)
  const jobs = jobList(dependencies, {
    gaps,
    handledUntil: () => gaps.unrecordedSince() ?? ticker.handledUntil(),
    log: (message) => log.info(message),
    warn: (message) => log.warn(message),
    alarm: (finding) => log.error({ finding }, 'the ledger is wrong: no new orders are taken'),
  })
  return { ticker, jobs: openRunner(dependencies, log, jobs) }
}

/** Those of a server that follows another one: it shows each tick when that one has handled it. */
function openFollowing({ dependencies, log }: BackgroundOptions, listeners: TickListener[]): Run {
  const { clock, source, store } = dependencies
  const ticker = openTicker({
    feed: source.feed,
    clock,
    listeners,
    onError: (name, error) => log.error({ err: error, listener: name }, 'a tick could not be shown'),
  })
  return { ticker, jobs: openRunner(dependencies, log, [followingJob({ ...dependencies, db: store.db })]) }
}

const openRunner = ({ clock }: Dependencies, log: Logger, jobs: readonly Job[]): Jobs =>
  openJobs({ clock, jobs, onError: (name, error) => log.error({ err: error, job: name }, 'a job failed') })

export function openBackground(options: BackgroundOptions): RunningBackground {
  const { dependencies, log, metrics } = options
  const { members, source, clock } = dependencies
  const listeners: TickListener[] = []
  const gaps = openGapRecord(dependencies.store.db, (error) => log.error({ err: error }, 'a gap could not be recorded'))
  const publish = (gap: TickGap): void => {
    log.warn({ gap }, 'the market had no prices, and is not caught up')
    gaps.add(gap)
    metrics.tickGaps.inc()
  }
  const follower = followDays(source.feed, (error) => log.error({ err: error }, 'a day could not be followed'))
  let run =
    members?.isLeading() === false ? openFollowing(options, listeners) : openLeading(options, listeners, gaps, publish)
  const startRun = (): void => {
    run.ticker.start()
    run.jobs.start()
  }
  async function stopRun(): Promise<void> {
    await run.jobs.stop()
    await run.ticker.stop()
  }
  return {
    get ticker() {
      return run.ticker
    },
    get jobs() {
      return run.jobs
    },
    handledUntil: () => gaps.unrecordedSince() ?? run.ticker.handledUntil(),
    gap: publish,
    listen: (listener) => void listeners.push(listener),
    start() {
      listeners.push(follower)
      startRun()
      members?.start()
      // Worker threads compute the past year of the market before the first request for it.
      if (dependencies.looksAhead) source.bars.warmUp(() => clock.now())
    },
    async lead(handledUntil) {
      await stopRun()
      members?.lead()
      dependencies.ledger.isConsistent = members?.booksAreRight() !== false
      run = openLeading({ ...options, handledUntil }, listeners, gaps, publish)
      startRun()
    },
    async stop() {
      await members?.stop()
      follower.stop()
      await stopRun()
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
