import type { Server, SteppedClock } from '@mex/server/testing.ts'

/** Advances the time of a server with a stepped clock. */
export type Driving = {
  /** Moves the clock to the next tick, `times` times, and runs the tick and the jobs. */
  step(this: void, times?: number): Promise<void>
  /** Moves the clock without ticks, which the market treats as an outage, and then runs the due tick and the jobs. */
  pass(this: void, seconds: number): Promise<void>
}

/**
 * The jobs that run when the clock is moved: all, so that a test need not wait for a job, or only the due ones, so that
 * an hour of this clock is as much work as an hour of a running server.
 */
export type DrivenJobs = 'every' | 'due'

export function drive(server: Server, clock: SteppedClock, driven: DrivenJobs = 'every'): Driving {
  const { feed } = server.dependencies.source
  const runDue = async (): Promise<void> => {
    await server.step()
    await (driven === 'due' ? server.jobs.runDue(clock.now()) : server.jobs.runAll(clock.now()))
  }
  return {
    async step(times = 1) {
      for (let done = 0; done < times; done += 1) {
        clock.set(feed.nextTick(clock.now()))
        await runDue()
      }
    },
    async pass(seconds) {
      clock.advance(seconds * 1000)
      await runDue()
    },
  }
}
