import assert from 'node:assert/strict'
import { setTimeout as rest } from 'node:timers/promises'

const lookMilliseconds = 20
const waitSeconds = 60

/**
 * Asks until there is an answer that is neither `false` nor undefined, and answers it. Fails with `what` if there is
 * none after so many seconds.
 */
export async function until<Found>(
  what: string,
  find: () => Found | false | undefined | Promise<Found | false | undefined>,
  seconds = waitSeconds,
): Promise<Found> {
  const latest = performance.now() + seconds * 1000
  for (;;) {
    const found = await find()
    if (found !== false && found !== undefined) return found
    assert(performance.now() < latest, `${what}: not within ${seconds} s`)
    await rest(lookMilliseconds)
  }
}
