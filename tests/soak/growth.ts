import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The memory of a process at one market hour of the soak test. */
export type Measurement = {
  readonly hour: number
  /** Bytes used on the heap after a full collection. */
  readonly heap: number
  /** Bytes of buffers outside the heap. */
  readonly external: number
  /** Resident set size in bytes. */
  readonly resident: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as NodeJS.GCFunction

/**
 * An ordinary collection keeps freed pages for later, so that resident memory would show how much garbage there was. The
 * last-resort collection returns the pages to the operating system.
 */
export function measure(hour: number): Measurement {
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { heapUsed, external, rss } = process.memoryUsage()
  return { hour, heap: heapUsed, external, resident: rss }
}

/**
 * The hour after which each value should be stable: the heap first fills with caches, resident memory also with the three
 * days of prices that the market keeps.
 */
const settledAfter = { heap: 24, resident: 72 } as const

/** Growth in bytes per day after that hour, by least squares; undefined with fewer than four measurements. */
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
