import { setImmediate } from 'node:timers/promises'
import type { Feed } from '#feeds/feed.ts'

/** Work between two turns of the event loop. */
const sliceMilliseconds = 5

const running = new WeakMap<object, Promise<void>>()

/**
 * Waits until everything about agencies is computed up to an instant. After a start that takes a second or two, in small steps, so that
 * other callers are answered meanwhile; afterwards it is immediate.
 */
export async function agenciesReady({ agencies }: Pick<Feed, 'agencies'>, now: number): Promise<void> {
  await running.get(agencies)
  const work = computeUntil(agencies.catchUp(now))
  running.set(agencies, work)
  await work
}

async function computeUntil(steps: Generator<void>): Promise<void> {
  for (;;) {
    const until = performance.now() + sliceMilliseconds
    while (performance.now() < until) if (steps.next().done === true) return
    await setImmediate()
  }
}
