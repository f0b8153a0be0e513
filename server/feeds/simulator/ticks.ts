import { baseIn, type Terms } from './blend.ts'
import type { ModelVersion } from './day-secrets.ts'
import { normal16, normal256 } from './normal-tables.ts'
import { levelAtEnd, levelAtStart, type PathDay, tickWordsOf } from './path-day.ts'
import { ticksPerMinute } from './time-grid.ts'

/** Levels of the tick tree: halvings of a minute down to its 64 ticks. */
export const treeDepth = 6
/** Capacity of the buffers: no blend has more paths. */
export const pathsAtMost = 16
export const halfRoot = 0.7071067811865476

/**
 * How the ticks of a minute are drawn between its two ends (market model §5): a heap of 63 midpoints, each with the
 * nibble of its number. The root's draw decides half of the minute, so with a coarse table the first half would predict
 * the second a little; the product uses nibbles 0 and 1 together for the root (number 0 of the heap is free).
 */
export type TickTree = {
  readonly rootNormals: Float64Array
  readonly rootShift: number
  readonly rootMask: number
  /** A tick is at most this many deviations of its minute beyond the minute's ends. */
  readonly bound: number
}

const largest16 = normal16[15]!
const largest256 = normal256[255]!
const below = 0.5 * halfRoot + 0.25 + 0.25 * halfRoot + 0.125 + 0.125 * halfRoot
/** Margin for the rounding of the bound. */
export const boundMargin = 1.0000001

export const tickTrees: Record<ModelVersion, TickTree> = {
  0: { rootNormals: normal16, rootShift: 4, rootMask: 15, bound: largest16 * (0.5 + below) * boundMargin },
  3: {
    rootNormals: normal256,
    rootShift: 0,
    rootMask: 255,
    bound: (largest256 * 0.5 + largest16 * below) * boundMargin,
  },
}

/** Log price at the start of a minute, a jump at that minute included. */
export function logAtStart(terms: Terms, days: readonly PathDay[], minute: number): number {
  const { loadings, loadingSlopes } = terms
  let log = baseIn(terms, minute) + terms.baseSlope * minute
  for (let index = 0; index < days.length; index += 1) {
    log += (loadings[index]! + loadingSlopes[index]! * minute) * levelAtStart(days[index]!, minute)
  }
  return Math.floor(log + 0.5)
}

/** Log price at the end of a minute, before a jump at the next one. */
export function logAtEnd(terms: Terms, days: readonly PathDay[], minute: number): number {
  const { loadings, loadingSlopes } = terms
  const end = minute + 1
  let log = baseIn(terms, minute) + terms.baseSlope * end
  for (let index = 0; index < days.length; index += 1) {
    log += (loadings[index]! + loadingSlopes[index]! * end) * levelAtEnd(days[index]!, minute)
  }
  return Math.floor(log + 0.5)
}

const coefficients = new Float64Array(pathsAtMost)
const words: Uint32Array[] = []

/** Prepares the draws of a minute: each path's share of the deviation at the root, and its words. */
function prepare(terms: Terms, days: readonly PathDay[], minute: number): void {
  const { loadings, loadingSlopes } = terms
  for (let index = 0; index < days.length; index += 1) {
    const day = days[index]!
    coefficients[index] = (loadings[index]! + loadingSlopes[index]! * minute) * day.deviations[minute]! * 0.5
    words[index] = tickWordsOf(day, minute)
  }
}

/** The log price at tick 0…64 of a minute 0…1439: one descent of the tree. */
export function logAtTick(
  tree: TickTree,
  terms: Terms,
  days: readonly PathDay[],
  minute: number,
  tick: number,
): number {
  const start = logAtStart(terms, days, minute)
  if (tick === 0) return start
  const end = logAtEnd(terms, days, minute)
  if (tick === ticksPerMinute) return end
  prepare(terms, days, minute)
  const offset = (minute & 1) * 8
  let left = start
  let right = end
  let low = 0
  let high = ticksPerMinute
  let node = 1
  let { rootNormals: normals, rootShift: shift, rootMask: mask } = tree
  for (;;) {
    const middle = (low + high) >> 1
    let log = (left + right) * 0.5
    const word = offset + (node >> 3)
    for (let index = 0; index < days.length; index += 1) {
      log += coefficients[index]! * normals[(words[index]![word]! >>> shift) & mask]!
      coefficients[index]! *= halfRoot
    }
    if (tick === middle) return Math.floor(log + 0.5)
    if (tick < middle) {
      high = middle
      right = log
      node = 2 * node
    } else {
      low = middle
      left = log
      node = 2 * node + 1
    }
    normals = normal16
    shift = (node & 7) * 4
    mask = 15
  }
}

/** Writes all 65 log prices of a minute to `output`. */
export function fillMinute(
  tree: TickTree,
  terms: Terms,
  days: readonly PathDay[],
  minute: number,
  output: Float64Array,
): void {
  output[0] = logAtStart(terms, days, minute)
  output[ticksPerMinute] = logAtEnd(terms, days, minute)
  prepare(terms, days, minute)
  const offset = (minute & 1) * 8
  let node = 1
  let { rootNormals: normals, rootShift: shift, rootMask: mask } = tree
  for (let width = ticksPerMinute; width > 1; width >>= 1) {
    const half = width >> 1
    for (let tick = half; tick < ticksPerMinute; tick += width) {
      const word = offset + (node >> 3)
      if (node > 1) shift = (node & 7) * 4
      let log = (output[tick - half]! + output[tick + half]!) * 0.5
      for (let index = 0; index < days.length; index += 1) {
        log += coefficients[index]! * normals[(words[index]![word]! >>> shift) & mask]!
      }
      output[tick] = log
      node += 1
    }
    normals = normal16
    mask = 15
    for (let index = 0; index < days.length; index += 1) coefficients[index]! *= halfRoot
  }
  for (let tick = 1; tick < ticksPerMinute; tick += 1) output[tick] = Math.floor(output[tick]! + 0.5)
}
