import { assert } from '@mex/core/assert.ts'
import { baseIn, type Blend, type Terms } from './blend.ts'
import { minutesPerDay } from './time-grid.ts'
import { found, searchMinute } from './extremes.ts'
import { fillBlock, levelAtEnd, type PathDay } from './path-day.ts'
import { type MinuteRange, minutesPerBlock } from './profile.ts'
import { logAtEnd, type TickTree } from './ticks.ts'

/** First, highest, lowest and last log price of all ticks of some minutes, both ends included (market model §5). */
export type LogBar = { readonly open: number; readonly high: number; readonly low: number; readonly close: number }

/** A trading day is shorter than this many minutes. */
const minutesAtMost = 4096
const starts = new Float64Array(minutesAtMost)
const ends = new Float64Array(minutesAtMost)
const highest = new Float64Array(minutesAtMost)
const lowest = new Float64Array(minutesAtMost)

/** Consecutive minutes on one UTC day: columns `from` until `until` of the arrays above. */
type Run = {
  readonly terms: Terms
  readonly day: number
  readonly minute: number
  readonly from: number
  readonly until: number
}

const edgeLogs = new Float64Array(minutesPerBlock + 1)
const edgeDeviations = new Float64Array(minutesPerBlock)

/**
 * The exact bar of a blend over minute ranges counted from 00:00 UTC of `day`, which touch at most two UTC days. Branch
 * and bound: folds the ends of the minutes first, then searches the minutes around the extremes so far, then all others
 * whose bound exceeds the extremes.
 */
export function barOf(
  tree: TickTree,
  blend: Blend,
  day: number,
  ranges: readonly MinuteRange[],
  daysOf: (day: number) => readonly PathDay[],
): LogBar {
  const runs = runsOf(blend, day, ranges)
  const first = runs[0]
  assert(first !== undefined, 'a bar has at least one minute')
  for (const run of runs) foldEnds(tree, run, daysOf(run.day))
  const count = runs.at(-1)!.until
  let high = -Infinity
  let low = Infinity
  let highAt = 0
  let lowAt = 0
  for (let column = 0; column < count; column += 1) {
    const start = starts[column]!
    const end = ends[column]!
    const upper = start > end ? start : end
    const lower = start > end ? end : start
    if (upper > high) {
      high = upper
      highAt = column
    }
    if (lower < low) {
      low = lower
      lowAt = column
    }
  }
  found.high = high
  found.low = low
  for (const run of runs) {
    searchAround(tree, run, daysOf(run.day), highAt)
    searchAround(tree, run, daysOf(run.day), lowAt)
  }
  for (const run of runs) searchAll(tree, run, daysOf(run.day))
  return { open: starts[0]!, high: found.high, low: found.low, close: ends[count - 1]! }
}

function runsOf(blend: Blend, day: number, ranges: readonly MinuteRange[]): readonly Run[] {
  const runs: Run[] = []
  let column = 0
  for (const [from, until] of ranges) {
    let minute = from
    while (minute < until) {
      const shift = Math.floor(minute / minutesPerDay)
      const midnight = shift * minutesPerDay
      const runUntil = Math.min(until, midnight + minutesPerDay)
      const next = column + runUntil - minute
      const run = { terms: blend.termsOf(day + shift), day: day + shift, minute: minute - midnight, from: column }
      runs.push({ ...run, until: next })
      column = next
      minute = runUntil
    }
  }
  assert(column <= minutesAtMost, 'a bar spans one trading day at most')
  return runs
}

/** Computes the log prices at both ends of each minute of a run, and the bounds of its ticks. */
function foldEnds(tree: TickTree, run: Run, days: readonly PathDay[]): void {
  let column = run.from
  let minute = run.minute
  while (column < run.until) {
    const block = (minute / minutesPerBlock) | 0
    const first = block * minutesPerBlock
    const from = minute - first
    const until = Math.min(minutesPerBlock, from + run.until - column)
    const jumps = sumBlock(run.terms, days, block, from, until)
    let start = Math.floor(edgeLogs[from]! + 0.5)
    for (let place = from; place < until; place += 1) {
      const next = Math.floor(edgeLogs[place + 1]! + 0.5)
      const end = jumps ? logAtEnd(run.terms, days, first + place) : next
      const room = edgeDeviations[place]! * tree.bound + 2
      starts[column] = start
      ends[column] = end
      highest[column] = (start > end ? start : end) + room
      lowest[column] = (start > end ? end : start) - room
      column += 1
      start = next
    }
    minute = first + until
  }
}

/** Sums the paths at the edges of the minutes of a block. True when one of them jumps on that day. */
function sumBlock(terms: Terms, days: readonly PathDay[], block: number, from: number, until: number): boolean {
  const { loadings, loadingSlopes, baseSlope } = terms
  const first = block * minutesPerBlock
  const base = baseIn(terms, first)
  const lastInside = until < minutesPerBlock ? until : minutesPerBlock - 1
  let jumps = false
  for (let place = from; place <= until; place += 1) edgeLogs[place] = base + baseSlope * (first + place)
  for (let place = from; place < until; place += 1) edgeDeviations[place] = 0
  for (let index = 0; index < days.length; index += 1) {
    const day = days[index]!
    if (day.filled[block] === 0) fillBlock(day, block)
    if (day.outline.jumps !== undefined) jumps = true
    const loading = loadings[index]!
    const slope = loadingSlopes[index]!
    addPath(day, first, from, until, lastInside, loading, slope)
    if (until === minutesPerBlock) {
      const last = first + minutesPerBlock
      edgeLogs[minutesPerBlock]! += (loading + slope * last) * levelAtEnd(day, last - 1)
    }
  }
  return jumps
}

function addPath(
  day: PathDay,
  first: number,
  from: number,
  until: number,
  lastInside: number,
  loading: number,
  slope: number,
): void {
  const { minutes, deviations } = day
  for (let place = from; place <= lastInside; place += 1) {
    edgeLogs[place]! += (loading + slope * (first + place)) * minutes[first + place]!
  }
  for (let place = from; place < until; place += 1) {
    const share = (loading + slope * (first + place)) * deviations[first + place]!
    edgeDeviations[place]! += share < 0 ? -share : share
  }
}

function searchAround(tree: TickTree, run: Run, days: readonly PathDay[], column: number): void {
  if (column < run.from || column >= run.until) return
  const until = Math.min(run.until, column + 2)
  for (let near = Math.max(run.from, column - 1); near < until; near += 1) searchColumn(tree, run, days, near)
}

function searchAll(tree: TickTree, run: Run, days: readonly PathDay[]): void {
  for (let column = run.from; column < run.until; column += 1) {
    if (highest[column]! > found.high || lowest[column]! < found.low) searchColumn(tree, run, days, column)
  }
}

function searchColumn(tree: TickTree, run: Run, days: readonly PathDay[], column: number): void {
  searchMinute(tree, run.terms, days, run.minute + column - run.from, starts[column]!, ends[column]!)
}
