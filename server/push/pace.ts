import type { PushLimits } from './limits.ts'

export type Pace = {
  /** Does something now or, when too much has been done of late, in its turn; false when too much waits already. */
  take(work: () => void): boolean
  /** Does everything that waits now. */
  finish(): void
}

/** How often what waits gets its turn. */
const turnMilliseconds = 20

/** Bounds how many sockets are opened in a second: a token bucket whose queue loses nothing. `now` is a monotonic clock. */
export function openPace(
  limits: Pick<PushLimits, 'openBurst' | 'opensPerSecond' | 'sockets'>,
  now: () => number,
): Pace {
  const waiting: (() => void)[] = []
  let tokens = limits.openBurst
  let filledAt = now()
  let timer: ReturnType<typeof setInterval> | undefined

  function hasToken(): boolean {
    const instant = now()
    tokens = Math.min(limits.openBurst, tokens + ((instant - filledAt) * limits.opensPerSecond) / 1000)
    filledAt = instant
    return tokens >= 1
  }

  function turn(): void {
    while (waiting.length > 0 && hasToken()) {
      tokens -= 1
      waiting.shift()?.()
    }
    if (waiting.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    take(work) {
      if (waiting.length >= limits.sockets) return false
      waiting.push(work)
      if (waiting.length > 1) return true
      turn()
      if (waiting.length > 0) timer ??= setInterval(turn, turnMilliseconds)
      return true
    },
    finish() {
      for (const work of waiting.splice(0)) work()
      clearInterval(timer)
      timer = undefined
    },
  }
}
