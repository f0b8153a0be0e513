import { uptime } from 'node:os'

/**
 * The only source of time. Everything else receives `now` as epoch milliseconds of the market clock, which starts at
 * `start` and runs `speed` times as fast as time passes, for demos and classes. Codes, locks, sessions and the detection
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

export type ClockOptions = {
  readonly start?: number | undefined
  readonly speed?: number
  /** Called when the wall clock of the machine was set, with the milliseconds by which. */
  readonly onSet?: ((milliseconds: number) => void) | undefined
  readonly machine?: Machine | undefined
}

/** What a machine knows about time, in milliseconds. */
export type Machine = {
  /** Since the epoch. Its owner or a time service may set it, forwards or back. */
  readonly wall: () => number
  /** Since some instant, without the time in which the machine slept. It is never set. */
  readonly awake: () => number
  /** The same with the time in which it slept. To ask for it costs a file that is read. */
  readonly up: () => number
}

const thisMachine: Machine = {
  wall: () => Date.now(),
  awake: () => performance.now(),
  up: () => uptime() * 1000,
}

/** A time service that corrects a clock bit by bit stays below this; who sets a clock does not. */
const setMilliseconds = 1000

/**
 * The time that has passed since it was opened, in milliseconds; it never goes back. It follows the wall clock, which a time service keeps right,
 * but not when somebody sets it: a market that jumps by an hour and back would skip that hour and then stand still for one.
 */
function openElapsed({ wall, awake, up }: Machine, onSet: ClockOptions['onSet']): () => number {
  const began = awake()
  let difference = wall() - began
  let asleep = up() - began
  let added = 0
  let elapsed = 0

  /** What the time passed by beside `awake`, when the wall clock has jumped by `jump`. */
  function sleptOf(jump: number): number {
    const now = up() - awake()
    const slept = Math.max(0, now - asleep)
    asleep = now
    const set = jump - slept
    if (Math.abs(set) > setMilliseconds) onSet?.(set)
    return slept
  }

  return () => {
    const now = awake()
    const jump = wall() - now - difference
    difference += jump
    added += Math.abs(jump) <= setMilliseconds ? jump : sleptOf(jump)
    elapsed = Math.max(elapsed, now - began + added)
    return elapsed
  }
}

export function openClock({ start, speed = 1, onSet, machine = thisMachine }: ClockOptions = {}): Clock {
  const marketStart = start ?? machine.wall()
  const elapsed = openElapsed(machine, onSet)
  const now = (): number => Math.floor(marketStart + elapsed() * speed)
  return { now, wall: machine.wall, speed, wait: (instant) => Math.max(0, (instant - now()) / speed) }
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
