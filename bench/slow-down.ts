import assert from 'node:assert/strict'

/** The slowest machine that can stand for a phone. */
const leastIndex = 150

/** How many times slower Lighthouse makes the processor by itself. */
export const usualSlowDown = 4

/**
 * How many times slower than this machine the processor of a phone is, by the calculator that the documentation of
 * Lighthouse links to (docs/throttling.md, "Calibrating the CPU slowdown"). What Lighthouse takes by itself is
 * right for a fast desktop computer alone. Errors: the machine is slower than the phone.
 */
export function slowDownOf(benchmarkIndex: number): number {
  assert(benchmarkIndex >= leastIndex, `this machine is too slow to measure a phone (${benchmarkIndex})`)
  if (benchmarkIndex >= 1300) return 3 + (benchmarkIndex - 1300) / 233
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500
  return 1 + (benchmarkIndex - leastIndex) / 650
}
