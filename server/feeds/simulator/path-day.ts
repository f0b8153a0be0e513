import type { Chain, Surroundings } from './chain.ts'
import { drawChance, levels } from './chacha.ts'
import { drawDay, newOutline, outline, type DayOutline } from './day-outline.ts'
import { deviationInBand, levelInBand, slopeInBand } from './band.ts'
import { minutesPerDay } from './time-grid.ts'
import { exponential } from './exponential.ts'
import { normal16, normal4096 } from './normal-tables.ts'
import type { Path } from './path.ts'
import { blocksPerDay, blockShapes, minutesPerBlock, type Profile } from './profile.ts'

/** Minute pairs whose tick draws are cached, by the low bits of the pair's number. */
const keptPairs = 16

/**
 * One UTC day of a path, minute by minute; a block is filled on first use. About 19 KB, so the objects are recycled and
 * not garbage-collected. `loadPathDay` can rebuild it at any time.
 */
export type PathDay = {
  path: Path | undefined
  key: Uint32Array
  day: number
  /** Level at the start of the day. */
  start: number
  profile: Profile | undefined
  readonly outline: DayOutline
  readonly filled: Uint8Array
  /** Level at the start of each minute, including a jump at that minute. */
  readonly minutes: Int32Array
  /** Standard deviation inside each minute. */
  readonly deviations: Float64Array
  readonly tickWords: readonly Uint32Array[]
  readonly tickPairs: Int16Array
}

export function newPathDay(): PathDay {
  const words = new Uint32Array(16 * keptPairs)
  return {
    path: undefined,
    key: words,
    day: -1,
    start: 0,
    profile: undefined,
    outline: newOutline(),
    filled: new Uint8Array(blocksPerDay),
    minutes: new Int32Array(minutesPerDay + 1),
    deviations: new Float64Array(minutesPerDay),
    tickWords: Array.from({ length: keptPairs }, (_, index) => words.subarray(16 * index, 16 * index + 16)),
    tickPairs: new Int16Array(keptPairs),
  }
}

/** Overwrites `pathDay` with the given day of a path. */
export function loadPathDay(pathDay: PathDay, chain: Chain, day: number, surroundings: Surroundings): PathDay {
  const { keys, profiles, sessions } = surroundings
  const { path, epoch } = chain
  const start = chain.levelAt(day)
  const volatility = chain.volatilityAt(day)
  const profile = profiles(path.profile, day)
  pathDay.path = path
  pathDay.key = keys.keyOf(day)
  pathDay.day = day
  pathDay.start = start
  pathDay.profile = profile
  const draws = drawDay(pathDay.key, path)
  outline(path, day, day - epoch, start, volatility, draws, profile, sessions, pathDay.outline)
  pathDay.filled.fill(0)
  pathDay.tickPairs.fill(-1)
  return pathDay
}

/** Variance of a minute before its draw: even, 1 + 3/(1+i/3)² after an opening, half as much again before a close. */
const shapes: Float64Array[] = []
shapes[blockShapes.even] = new Float64Array(minutesPerBlock).fill(1)
shapes[blockShapes.opening] = Float64Array.from(
  { length: minutesPerBlock },
  (_, minute) => 1 + 3 / ((1 + minute / 3) * (1 + minute / 3)),
)
shapes[blockShapes.closing] = Float64Array.from({ length: minutesPerBlock }, (_, minute) => (minute > 24 ? 1.5 : 1))
const shapeRoots = shapes.map((shape) => shape.map(Math.sqrt))

/** The clock of a minute: 16 factors of its variance with mean 1 (market model §5). */
const clockDeviation = 0.42
const clockFactors = normal16.map((normal) =>
  exponential(2 * clockDeviation * normal - 2 * clockDeviation * clockDeviation),
)
const clockRoots = clockFactors.map(Math.sqrt)

const blockWords = new Uint32Array(16)
const minuteWords = new Uint16Array(blockWords.buffer)
const weights = new Float64Array(minutesPerBlock)
const moves = new Float64Array(minutesPerBlock)
const roots = new Float64Array(minutesPerBlock)

/**
 * Fills the minutes of a block whose total move is known. Each minute has an independent draw; the difference between
 * their sum and the block's move is spread in proportion to variance. The result has exactly the law of an
 * unconditioned walk, so the first minutes do not predict the last (market model §5).
 */
export function fillBlock(pathDay: PathDay, block: number): void {
  const { path, profile, minutes, deviations } = pathDay
  pathDay.filled[block] = 1
  drawChance(pathDay.key, levels.minutes, path!.id, block, blockWords)
  const kind = profile!.shapes[block]!
  const shape = shapes[kind]!
  const shapeRoot = shapeRoots[kind]!
  let totalWeight = 0
  for (let minute = 0; minute < minutesPerBlock; minute += 1) {
    const word = minuteWords[minute]!
    const clock = word >>> 12
    const weight = shape[minute]! * clockFactors[clock]!
    weights[minute] = weight
    totalWeight += weight
    moves[minute] = normal4096[word & 4095]! * shapeRoot[minute]! * clockRoots[clock]!
    roots[minute] = shapeRoot[minute]! * clockRoots[clock]!
  }
  const { edges, deviations: blockDeviations } = pathDay.outline
  const from = edges[block]!
  const first = minutesPerBlock * block
  const scale = blockDeviations[block]! / Math.sqrt(totalWeight)
  const share = 1 / totalWeight
  let totalMove = 0
  for (let minute = 0; minute < minutesPerBlock; minute += 1) {
    deviations[first + minute] = scale * roots[minute]!
    totalMove += moves[minute]!
  }
  const rest = (edges[block + 1]! - from - scale * totalMove) * share
  const start = pathDay.start + from + 0.5
  let moved = 0
  let passed = 0
  minutes[first] = pathDay.start + from
  for (let minute = 0; minute < minutesPerBlock - 1; minute += 1) {
    moved += moves[minute]!
    passed += weights[minute]!
    minutes[first + minute + 1] = Math.floor(start + scale * moved + passed * rest)
  }
  addJumps(pathDay, first)
  if (path!.band !== Infinity) keepInBand(pathDay, first)
}

function keepInBand({ path, minutes, deviations }: PathDay, first: number): void {
  for (let minute = first; minute < first + minutesPerBlock; minute += 1) {
    minutes[minute] = levelInBand(path!, minutes[minute]!)
    deviations[minute] = deviationInBand(path!, minutes[minute]!, deviations[minute]!)
  }
}

function addJumps(pathDay: PathDay, first: number): void {
  const { jumps } = pathDay.outline
  if (jumps === undefined) return
  for (const jump of jumps) {
    for (let minute = Math.max(jump.minute, first); minute < first + minutesPerBlock; minute += 1) {
      pathDay.minutes[minute]! += jump.size
    }
  }
}

/** Level at the start of a minute 0…1439, a jump at that minute included. */
export function levelAtStart(pathDay: PathDay, minute: number): number {
  const block = (minute / minutesPerBlock) | 0
  if (pathDay.filled[block] === 0) fillBlock(pathDay, block)
  return pathDay.minutes[minute]!
}

/** Level at the end of a minute 0…1439, before a jump at the next one. */
export function levelAtEnd(pathDay: PathDay, minute: number): number {
  const { jumps, edges } = pathDay.outline
  if (minute % minutesPerBlock !== minutesPerBlock - 1) {
    let level = levelAtStart(pathDay, minute + 1)
    if (jumps !== undefined) for (const jump of jumps) if (jump.minute === minute + 1) level -= jump.size
    return level
  }
  let level = pathDay.start + edges[((minute + 1) / minutesPerBlock) | 0]!
  if (jumps !== undefined) for (const jump of jumps) if (jump.minute <= minute) level += jump.size
  return pathDay.path!.band === Infinity ? level : levelInBand(pathDay.path!, level)
}

/** Sixteen words with the tick draws of a minute (one half, see `ticks.ts`) and of the other minute of its pair. */
export function tickWordsOf(pathDay: PathDay, minute: number): Uint32Array {
  const pair = minute >> 1
  const slot = pair & (keptPairs - 1)
  const words = pathDay.tickWords[slot]!
  if (pathDay.tickPairs[slot] !== pair) {
    pathDay.tickPairs[slot] = pair
    drawChance(pathDay.key, levels.ticks, pathDay.path!.id, pair, words)
  }
  return words
}

const rootOfBlock = Math.sqrt(minutesPerBlock)

/** Activity of a minute, for the spread: its deviation relative to that of an average minute, √(30·w) (§6). */
export function clockOf(pathDay: PathDay, minute: number): number {
  const block = (minute / minutesPerBlock) | 0
  if (pathDay.filled[block] === 0) fillBlock(pathDay, block)
  const drawn = pathDay.outline.deviations[block]! * slopeInBand(pathDay.path!, pathDay.minutes[minute]!)
  return (pathDay.deviations[minute]! * rootOfBlock) / drawn
}
