import assert from 'node:assert/strict'
import { setTimeout as rest } from 'node:timers/promises'

const lookMilliseconds = 20
const waitSeconds = 60

/**
 * Asks until there is an answer that is neither `false` nor undefined, and answers it. Fails with `what` if there is
 * none after so many seconds; a `what` that is a function is asked only then.
 */
export async function until<Found>(
  what: string | (() => string),
  find: () => Found | false | undefined | Promise<Found | false | undefined>,
  seconds = waitSeconds,
): Promise<Found> {
  const latest = performance.now() + seconds * 1000
  for (;;) {
    const found = await find()
    if (found !== false && found !== undefined) return found
    if (performance.now() >= latest) assert.fail(`${typeof what === 'string' ? what : what()}: not within ${seconds} s`)
    await rest(lookMilliseconds)
  }
}
