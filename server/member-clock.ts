import type { Clock } from './clock.ts'

/**
 * The clock of one of several servers. It reads later than the last tick that was handled, and earlier than the next one: nobody sees a
 * price before the orders that were accepted until then have met it, and no order is accepted before a price that somebody
 * may have seen, however much the machines differ (decision 079).
 */
export type MemberClock = Clock & {
  /** The clock without these bounds, by which the server that leads finds what is due. */
  readonly free: Clock
  /** A tick was handled, by whichever server. */
  learn(handled: number): void
  /** Sets the free clock to that of the server that leads. */
  follow(marketAt: number): void
}

/** The time until a server hears of the next tick, in milliseconds. */
const patience = 10

export type MemberClockOptions = {
  readonly clock: Clock
  /** When the quotes change next. */
  readonly nextTick: (after: number) => number
  /** The last tick that was handled. */
  readonly handled: number
}

export function openMemberClock({ clock, nextTick, handled: first }: MemberClockOptions): MemberClock {
  const { speed } = clock
  const wall = (): number => clock.wall()
  let ahead = 0
  let handled = -Infinity
  let bound = Infinity
  let last = -Infinity

  function learn(tick: number): void {
    if (tick <= handled) return
    handled = tick
    bound = nextTick(tick) - 1
  }
  learn(first)

  const freeNow = (): number => clock.now() + ahead
  function now(): number {
    last = Math.max(last, handled + 1, Math.min(freeNow(), bound))
    return last
  }
  const free: Clock = {
    now: freeNow,
    wall,
    speed,
    wait: (instant) => Math.max(0, (instant - freeNow()) / speed),
  }
  return {
    free,
    now,
    wall,
    speed,
    // At its bound the clock stands still until the tick is handled.
    wait: (instant) => Math.max(freeNow() > bound ? patience : 0, (instant - now()) / speed),
    learn,
    follow: (marketAt) => void (ahead += Math.round(marketAt - freeNow())),
  }
}
