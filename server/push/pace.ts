import { openFairQueue } from '#fair-queue.ts'
import type { PushLimits } from './limits.ts'

/** What is done in its turn, or what is done instead when its place is needed. */
type Turn = { readonly work: () => void; readonly drop: () => void }

export type Pace = {
  /** Does something now or, when too much has been done of late, in its turn; networks take turns, so that one cannot keep all others waiting. */
  take(network: string, turn: Turn): void
  /** Does everything that waits now. */
  finish(): void
}

/** How often what waits gets its turn. */
const turnMilliseconds = 20

/** Bounds how many sockets are opened in a second: a token bucket with a queue. `now` is a monotonic clock. */
export function openPace(
  limits: Pick<PushLimits, 'openBurst' | 'opensPerSecond' | 'sockets' | 'socketsPerNetwork'>,
  now: () => number,
): Pace {
  const waiting = openFairQueue<Turn>({ most: limits.sockets, mostPerCaller: limits.socketsPerNetwork })
  let tokens = limits.openBurst
  let filledAt = now()
  let timer: ReturnType<typeof setInterval> | undefined

  function hasToken(): boolean {
    const instant = now()
    tokens = Math.min(limits.openBurst, tokens + ((instant - filledAt) * limits.opensPerSecond) / 1000)
    filledAt = instant
    return tokens >= 1
  }

  function rest(): void {
    clearInterval(timer)
    timer = undefined
  }

  function turn(): void {
    while (hasToken()) {
      const next = waiting.take()
      if (next === undefined) return rest()
      tokens -= 1
      next.work()
    }
    timer ??= setInterval(turn, turnMilliseconds)
  }

  return {
    take(network, given) {
      waiting.add(network, given)?.drop()
      if (timer === undefined) turn()
    },
    finish() {
      for (let next = waiting.take(); next !== undefined; next = waiting.take()) next.work()
      rest()
    },
  }
}
