import { present } from '@mex/core/assert.ts'
import type { Clock } from '#clock.ts'

/** A scheduled task: it processes a bounded batch of due rows and is idempotent. */
export type Job = {
  readonly name: string
  /** Seconds of the market clock between two runs. */
  readonly everySeconds: number
  run(now: number): Promise<unknown>
}

/** What the runs of a job came to since the start of the process. */
export type JobRuns = {
  readonly name: string
  /** Wall-clock time between two runs, without the time that a run takes. */
  readonly intervalSeconds: number
  /** Since the end of its last run without an error, or since the start if there was none. */
  readonly sinceSuccessSeconds: number
  readonly failures: number
}

export type Jobs = {
  start(): void
  /** Runs every job once, in order: for tests and for a stepped clock. */
  runAll(now: number): Promise<void>
  /** Runs the due jobs in order, as a running clock would: for a clock that is stepped over days. */
  runDue(now: number): Promise<void>
  /** One row for each job. */
  runs(): readonly JobRuns[]
  /** Starts no further run; resolves when the current runs have ended. */
  stop(): Promise<void>
}

export type JobsOptions = {
  readonly clock: Clock
  readonly jobs: readonly Job[]
  readonly onError: (name: string, error: unknown) => void
}

/** Minimum wall-clock time between two runs of a job, also under a fast market clock. */
const restMilliseconds = 100

/** Runs jobs by the market clock. Runs of one job do not overlap; a failed job runs again at its next interval. */
export function openJobs({ clock, jobs, onError }: JobsOptions): Jobs {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const running = new Set<Promise<void>>()
  const ranAt = new Map<Job, number>()
  const outcomes = new Map(jobs.map((job) => [job, { succeededAt: performance.now(), failures: 0 }]))
  let stopped = true

  async function runOnce(job: Job, now: number): Promise<void> {
    const outcome = present(outcomes.get(job), 'a job of the list')
    try {
      await job.run(now)
      outcome.succeededAt = performance.now()
    } catch (error) {
      outcome.failures += 1
      onError(job.name, error)
    }
  }

  const interval = (job: Job): number => Math.max(restMilliseconds, (job.everySeconds * 1000) / clock.speed)

  function schedule(job: Job): void {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = runOnce(job, clock.now()).finally(() => {
        running.delete(run)
        schedule(job)
      })
      running.add(run)
    }, interval(job))
    timers.add(timer)
  }

  return {
    start() {
      stopped = false
      for (const job of jobs) schedule(job)
    },
    async runAll(now) {
      for (const job of jobs) await runOnce(job, now)
    },
    async runDue(now) {
      for (const job of jobs) {
        if (now < (ranAt.get(job) ?? -Infinity) + job.everySeconds * 1000) continue
        ranAt.set(job, now)
        await runOnce(job, now)
      }
    },
    runs: () =>
      [...outcomes].map(([job, { succeededAt, failures }]) => ({
        name: job.name,
        intervalSeconds: interval(job) / 1000,
        sinceSuccessSeconds: (performance.now() - succeededAt) / 1000,
        failures,
      })),
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all(running)
    },
  }
}
