import { setTimeout as rest } from 'node:timers/promises'

/** Waiting for a server that may be starting again. */

const waitSeconds = 60

/** Asks until the server answers: it or its database may be starting again. */
export async function answered<T>(ask: () => Promise<T>): Promise<T> {
  const latest = performance.now() + waitSeconds * 1000
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > latest) throw error
      await rest(50)
    }
  }
}

/** Whether a server answers that it is ready; one that does not answer is not. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(new URL('/readyz', url)).then(
    ({ ok }) => ok,
    () => false,
  )
