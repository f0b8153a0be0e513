import { setTimeout as rest } from 'node:timers/promises'

const steps = 10

/**
 * Resolves after a time in which this process could have heard of something else, and rejects with the signal. It waits in steps: a process that
 * stood still itself, because it computed or was stopped, has one of them behind it, and reads what has come meanwhile before the next one ends.
 * With one timer it would take for lost what has answered long ago.
 */
export async function patience(milliseconds: number, signal: AbortSignal): Promise<void> {
  for (let step = 0; step < steps; step += 1) await rest(milliseconds / steps, undefined, { signal })
}
