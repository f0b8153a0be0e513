import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What a program holds in memory, and whether it holds more every day. */
export type Measurement = {
  readonly hour: number
  /** Bytes that the program holds after everything that nobody needs was let go. */
  readonly heap: number
  /** Buffers outside of the heap. */
  readonly external: number
  /** What the operating system has given to it, then. */
  readonly resident: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as NodeJS.GCFunction

/**
 * An ordinary collection keeps the pages of what it has collected for later, so that resident memory right after it says
 * how much garbage there was before. The last resort gives them back to the operating system.
 */
export function measure(hour: number): Measurement {
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { heapUsed, external, rss } = process.memoryUsage()
  return { hour, heap: heapUsed, external, resident: rss }
}

/**
 * Until when each of them fills up: the heap with what was called once, resident memory with the prices of the three days
 * that the market keeps as well.
 */
const settledAfter = { heap: 24, resident: 72 } as const

/** By how many bytes a day it grows from then until the end, by the straight line that fits best. */
export function growthPerDay(measurements: readonly Measurement[], of: keyof typeof settledAfter): number | undefined {
  const settled = measurements.filter(({ hour }) => hour > settledAfter[of])
  if (settled.length < 4) return undefined
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(settled.map(({ hour }) => hour))
  const y = mean(settled.map((measured) => measured[of]))
  const up = settled.reduce((sum, measured) => sum + (measured.hour - x) * (measured[of] - y), 0)
  const across = settled.reduce((sum, { hour }) => sum + (hour - x) ** 2, 0)
  return (up / across) * 24
}
