import type { Server, SteppedClock } from '@mex/server/testing.ts'

/** How time passes in a server whose clock is moved by hand. */
export type Driving = {
  /** The market ticks: each time the clock moves to the next tick, and what is due by then happens. */
  step(this: void, times?: number): Promise<void>
  /** Time passes without ticks, which the market takes for an outage; then what is due happens. */
  pass(this: void, seconds: number): Promise<void>
}

/**
 * Which jobs run when the clock is moved: every one, so that a test need not wait for it, or those that are due, so
 * that an hour of this clock is as much work as an hour of a running server.
 */
export type DrivenJobs = 'every' | 'due'

export function drive(server: Server, clock: SteppedClock, driven: DrivenJobs = 'every'): Driving {
  const { feed } = server.parts.source
  const happen = async (): Promise<void> => {
    await server.step()
    await (driven === 'due' ? server.jobs.runDue(clock.now()) : server.jobs.runAll(clock.now()))
  }
  return {
    async step(times = 1) {
      for (let done = 0; done < times; done += 1) {
        clock.set(feed.nextTick(clock.now()))
        await happen()
      }
    },
    async pass(seconds) {
      clock.advance(seconds * 1000)
      await happen()
    },
  }
}
