import type { Terms } from './blend.ts'
import { normal16 } from './normal-tables.ts'
import { type PathDay, tickWordsOf } from './path-day.ts'
import { boundMargin, halfRoot, pathsAtMost, type TickTree, treeDepth } from './ticks.ts'

/**
 * Finds the highest and lowest tick of minutes by branch and bound, without visiting all 64 ticks: descends the tree
 * only where the remaining levels could exceed the extremes so far (market model §5). The state is global, so a process
 * runs one search at a time.
 */
export const found = { high: 0, low: 0 }

/** Each path's share of the deviation at each level of the tree. */
const coefficients = new Float64Array(pathsAtMost * treeDepth)
/** The maximum that a level and those below it can add: for this minute, and (`unitReach`) for a deviation of 1. */
const reach = new Float64Array(treeDepth)
const words: Uint32Array[] = []
const unitReach = new Float64Array(treeDepth)
let measuredTree: TickTree | undefined
let pathCount = 0
let wordOffset = 0
let rootNormals = normal16
let rootShift = 0
let rootMask = 0

/** Widens `found` by the ticks 1…63 of a minute whose ends are known. */
export function searchMinute(
  tree: TickTree,
  terms: Terms,
  days: readonly PathDay[],
  minute: number,
  start: number,
  end: number,
): void {
  const { loadings, loadingSlopes } = terms
  let total = 0
  pathCount = days.length
  for (let index = 0; index < pathCount; index += 1) {
    const day = days[index]!
    const share = (loadings[index]! + loadingSlopes[index]! * minute) * day.deviations[minute]! * 0.5
    coefficients[index] = share
    total += share < 0 ? -share : share
    words[index] = tickWordsOf(day, minute)
    for (let level = 1; level < treeDepth; level += 1) {
      const place = level * pathsAtMost + index
      coefficients[place] = coefficients[place - pathsAtMost]! * halfRoot
    }
  }
  rootNormals = tree.rootNormals
  rootShift = tree.rootShift
  rootMask = tree.rootMask
  if (measuredTree !== tree) measureReach(tree)
  for (let level = 0; level < treeDepth; level += 1) reach[level] = unitReach[level]! * total + 1
  wordOffset = (minute & 1) * 8
  searchBetween(start, end, 1, 0)
}

function measureReach(tree: TickTree): void {
  measuredTree = tree
  const largest = normal16[15]!
  let share = 1
  const shares: number[] = []
  for (let level = 0; level < treeDepth; level += 1) {
    shares.push(share * (level === 0 ? tree.rootNormals.at(-1)! : largest))
    share *= halfRoot
  }
  for (let level = 0; level < treeDepth; level += 1) {
    unitReach[level] = shares.slice(level).reduce((sum, one) => sum + one, 0) * boundMargin
  }
}

function searchBetween(left: number, right: number, node: number, level: number): void {
  const room = reach[level]!
  const upper = left > right ? left : right
  const lower = left > right ? right : left
  if (upper + room <= found.high && lower - room >= found.low) return
  const root = level === 0
  const normals = root ? rootNormals : normal16
  const shift = root ? rootShift : (node & 7) * 4
  const mask = root ? rootMask : 15
  const word = wordOffset + (node >> 3)
  const place = level * pathsAtMost
  let log = (left + right) * 0.5
  for (let index = 0; index < pathCount; index += 1) {
    log += coefficients[place + index]! * normals[(words[index]![word]! >>> shift) & mask]!
  }
  const tick = Math.floor(log + 0.5)
  if (tick > found.high) found.high = tick
  if (tick < found.low) found.low = tick
  if (level === treeDepth - 1) return
  searchBetween(left, log, 2 * node, level + 1)
  searchBetween(log, right, 2 * node + 1, level + 1)
}
