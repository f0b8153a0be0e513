import type { Clock } from '#clock.ts'

/** A scheduled task: it processes a bounded batch of due rows and is idempotent. */
export type Job = {
  readonly name: string
  /** Seconds of the market clock between two runs. */
  readonly everySeconds: number
  run(now: number): Promise<unknown>
}

export type Jobs = {
  start(): void
  /** Runs every job once, in order: for tests and for a stepped clock. */
  runAll(now: number): Promise<void>
  /** Runs the due jobs in order, as a running clock would: for a clock that is stepped over days. */
  runDue(now: number): Promise<void>
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
  let stopped = true

  async function runOnce(job: Job, now: number): Promise<void> {
    try {
      await job.run(now)
    } catch (error) {
      onError(job.name, error)
    }
  }

  function schedule(job: Job): void {
    if (stopped) return
    const wait = Math.max(restMilliseconds, (job.everySeconds * 1000) / clock.speed)
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = runOnce(job, clock.now()).finally(() => {
        running.delete(run)
        schedule(job)
      })
      running.add(run)
    }, wait)
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
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all(running)
    },
  }
}
