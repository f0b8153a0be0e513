import type { FastifyRateLimitStore } from '@fastify/rate-limit'

type Window = { readonly began: number; calls: number }

/** Callers that are counted at once; the one that has called longest ago is forgotten first. */
const callersMax = 5000

/**
 * The calls of each caller in the present window, by the time that passes. The store of the library asks the wall clock: once that was set
 * back, a window lasted until the clock came there again, and everybody who had called was refused that long.
 */
export class CallCounts implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>()

  incr(
    caller: string,
    done: (error: Error | null, result?: { current: number; ttl: number }) => void,
    milliseconds: number,
  ): void {
    const now = performance.now()
    const known = this.#windows.get(caller)
    const isOpen = known !== undefined && now < known.began + milliseconds
    const window = isOpen ? known : { began: now, calls: 0 }
    window.calls += 1
    // The map keeps its entries in the order in which they were set.
    this.#windows.delete(caller)
    this.#windows.set(caller, window)
    if (this.#windows.size > callersMax) this.#windows.delete(this.#windows.keys().next().value ?? caller)
    done(null, { current: window.calls, ttl: window.began + milliseconds - now })
  }

  child(): CallCounts {
    return new CallCounts()
  }
}
