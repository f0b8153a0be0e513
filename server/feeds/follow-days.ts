import { minuteMilliseconds } from '@mex/core/time-zone.ts'
import { whenIdle, type IdleWork } from '#jobs/idle.ts'
import type { Feed, KeyedFeed } from './feed.ts'
import type { TickListener } from './ticker.ts'

/** Minimum wall-clock time between two rounds: a fast clock has many minutes in a second. */
const roundMilliseconds = 1000

/**
 * Updates the cached day of every instrument once a minute, in small steps. A request then adds the minutes since the
 * last update (some 10 µs an instrument) and never computes the whole session (up to 1 ms each, on replay 20 ms).
 */
export function followDays(
  feed: Pick<Feed, 'day'> & KeyedFeed,
  onError: (error: unknown) => void,
): TickListener & { stop(): void } {
  let followed = -Infinity
  let beganAt = -Infinity
  let isRunning = false
  let round: IdleWork | undefined

  function* follow(now: number): Generator<void> {
    try {
      for (const key of feed.instruments(now).keys()) {
        feed.day(key, now)
        yield
      }
    } finally {
      isRunning = false
    }
  }

  return {
    name: 'days',
    tick(now) {
      const minute = Math.floor(now / minuteMilliseconds)
      if (isRunning || minute === followed || performance.now() - beganAt < roundMilliseconds) return
      followed = minute
      beganAt = performance.now()
      isRunning = true
      round = whenIdle(follow(now), onError)
    },
    stop: () => round?.stop(),
  }
}
