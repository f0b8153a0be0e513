/**
 * The only source of time. Everything else receives `now` as epoch milliseconds of the market clock, which starts at
 * `start` and runs `speed` times as fast as the wall clock, for demos and classes. Codes, locks, sessions and the detection
 * of repeated requests use the wall clock, because users do not read mail sixty times as fast.
 */
export type Clock = {
  now(): number
  /** Epoch milliseconds of the wall clock. */
  wall(): number
  /** Wall-clock milliseconds until the market clock reads `instant`; 0 when it has passed. */
  wait(instant: number): number
  readonly speed: number
}

export type ClockOptions = { readonly start?: number | undefined; readonly speed?: number }

export function openClock({ start, speed = 1 }: ClockOptions = {}): Clock {
  const wallStart = Date.now()
  const marketStart = start ?? wallStart
  const now = (): number => Math.floor(marketStart + (Date.now() - wallStart) * speed)
  return { now, wall: () => Date.now(), speed, wait: (instant) => Math.max(0, (instant - now()) / speed) }
}

/** A clock that moves only by `set` and `advance`, market and wall time together: for tests and the seeded simulation. */
export type SteppedClock = Clock & { set(instant: number): void; advance(milliseconds: number): void }

export function openSteppedClock(start: number): SteppedClock {
  let instant = start
  return {
    speed: 1,
    now: () => instant,
    wall: () => instant,
    wait: (target) => Math.max(0, target - instant),
    set: (to) => {
      instant = to
    },
    advance: (milliseconds) => {
      instant += milliseconds
    },
  }
}

/** An instant (epoch milliseconds) as ISO 8601 text in UTC. */
export const isoInstant = (instant: number): string => new Date(instant).toISOString()

/** The same of an instant that may be missing, for a column that is null without it. */
export const isoInstantOrNull = (instant: number | undefined): string | null =>
  instant === undefined ? null : isoInstant(instant)

/** Epoch milliseconds of an ISO 8601 text; undefined if it is not one. */
export function parseInstant(text: string): number | undefined {
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant
}

/** An instant (epoch milliseconds) as a `Date`, for libraries that require one. */
export const dateOf = (instant: number): Date => new Date(instant)
