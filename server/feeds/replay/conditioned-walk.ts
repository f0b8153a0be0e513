import { assert } from '@mex/core/assert.ts'
import { bells, bellVariance, wordsPerDraw, type Draws } from './keyed-draws.ts'

/** The four known prices of a day or bar. */
export type KnownPrices = { readonly open: number; readonly high: number; readonly low: number; readonly close: number }

/** A random walk as it stands at the edges of its parts. The first and the last part together are as long as another. */
export type Walk = {
  readonly marks: Float64Array
  /** How much of a whole part the first one is: above 0, at most 1. */
  readonly firstShare: number
}

/** Circles of increments that are compared; each gives twice as many walks as it has increments. */
const circlesCompared = 6
/** A walk in the right order is almost always among them; where it is not, more are drawn. */
const circlesMost = 4096
/** How far from where they should be, in parts of the range, open and close of a walk may lie to be chosen. */
const tolerance = 0.025
/** How far the path between marks goes beyond the highest of them on average, in increments (Broadie, Glasserman, Kou 1997). */
const overshoot = 0.5826 * Math.sqrt(bellVariance)
/** The place of the chance that does not belong to a circle. */
export const otherPlace = 0xffff_ffff
/** Places of chance that one circle takes: enough for 1000 increments. */
const placesPerCircle = 64

/**
 * A random walk of `parts` equal increments whose open and close lie in its range where those of the known prices do.
 *
 * It is chosen among many that are drawn without knowing the prices, so it is a random walk of unknown size given its
 * four prices: what it shows by some instant tells nobody more about the rest than a random walk would. A circle of
 * increments is cut open at each place and taken upside down too, which gives many walks for few draws.
 */
export function conditionedWalk(parts: number, firstShare: number, known: KnownPrices, draws: Draws): Walk {
  const target = targetOf(known)
  const circles: Circle[] = []
  const found: Found = { near: [], nearest: undefined, distance: Infinity }
  while (circles.length < circlesCompared || found.nearest === undefined) {
    assert(circles.length < circlesMost, 'a random walk fits the known prices')
    const circle = drawCircle(draws, circles.length * placesPerCircle, parts, firstShare)
    compareCuts(circle, circles.length, target, found)
    circles.push(circle)
  }
  const words = new Uint32Array(wordsPerDraw)
  draws(otherPlace, words)
  const { near, nearest } = found
  const { circle, cut, sign } = near[Math.floor((near.length * words[1]!) / 4_294_967_296)] ?? nearest
  return { marks: levelled(marksOf(circles[circle]!, cut, sign), target), firstShare }
}

/** Increments in a circle, added up twice round, and what belongs to the part that is cut. */
type Circle = {
  readonly parts: number
  readonly firstShare: number
  readonly increments: Float64Array
  /** Position j is the sum of the first j increments, going on into a second round. */
  readonly sums: Float64Array
  /** How much the end of the cut part differs from its share of the increment. */
  readonly cutNoise: number
}

/** One walk: which circle, in which increment it is cut, and with `sign` −1 upside down. */
type Candidate = { readonly circle: number; readonly cut: number; readonly sign: 1 | -1 }

/** The walks that fit, and the best of all in case none does. */
type Found = { readonly near: Candidate[]; nearest: Candidate | undefined; distance: number }

/** Where open and close lie between low (0) and high (1), and in which order the four prices are. */
type Target = {
  readonly open: number
  readonly close: number
  readonly direction: number
  readonly hasHigher: boolean
  readonly hasLower: boolean
}

function targetOf({ open, high, low, close }: KnownPrices): Target {
  const range = high - low
  return {
    open: (open - low) / range,
    close: (close - low) / range,
    direction: Math.sign(close - open),
    hasHigher: high > Math.max(open, close),
    hasLower: low < Math.min(open, close),
  }
}

function drawCircle(draws: Draws, place: number, parts: number, firstShare: number): Circle {
  const drawn = bells(draws, place, parts + 1)
  const increments = drawn.subarray(0, parts)
  const sums = new Float64Array(2 * parts + 1)
  for (let index = 0; index < 2 * parts; index += 1) sums[index + 1] = sums[index]! + increments[index % parts]!
  return { parts, firstShare, increments, sums, cutNoise: Math.sqrt(firstShare * (1 - firstShare)) * drawn[parts]! }
}

/** The rest of the cut part, which the walk begins with. */
const firstIncrement = ({ increments, firstShare, cutNoise }: Circle, cut: number): number =>
  firstShare * increments[cut]! + cutNoise

/** Looks at every walk of a circle. */
function compareCuts(circle: Circle, number: number, target: Target, found: Found): void {
  const { parts, sums, increments } = circle
  // Highest and lowest sum from a position to the end of the first round, and from there on.
  const highAfter = new Float64Array(parts + 2).fill(-Infinity)
  const lowAfter = new Float64Array(parts + 2).fill(Infinity)
  for (let index = parts; index >= 1; index -= 1) {
    highAfter[index] = Math.max(highAfter[index + 1]!, sums[index]!)
    lowAfter[index] = Math.min(lowAfter[index + 1]!, sums[index]!)
  }
  let [highSecond, lowSecond] = [-Infinity, Infinity]
  const compare = (cut: number, sign: 1 | -1, distance: number): void => {
    if (distance < tolerance) found.near.push({ circle: number, cut, sign })
    if (distance < found.distance) {
      found.nearest = { circle: number, cut, sign }
      found.distance = distance
    }
  }
  for (let cut = 0; cut < parts; cut += 1) {
    if (cut > 0) {
      highSecond = Math.max(highSecond, sums[parts + cut]!)
      lowSecond = Math.min(lowSecond, sums[parts + cut]!)
    }
    const first = firstIncrement(circle, cut)
    const open = sums[cut + 1]! - first
    const close = sums[cut + parts]! + increments[cut]! - first
    const high = Math.max(highAfter[cut + 1]!, highSecond)
    const low = Math.min(lowAfter[cut + 1]!, lowSecond)
    compare(cut, 1, distanceTo(target, open, high, low, close))
    compare(cut, -1, distanceTo(target, -open, -low, -high, -close))
  }
}

/** How far a walk's open and close are from where they should be; infinite when its prices are in another order. */
function distanceTo(target: Target, open: number, high: number, low: number, close: number): number {
  if (!isOrdered(target, open, high, low, close)) return Infinity
  const bottom = target.hasLower ? low - overshoot : Math.min(open, close)
  const range = (target.hasHigher ? high + overshoot : Math.max(open, close)) - bottom
  const openError = (open - bottom) / range - target.open
  const closeError = (close - bottom) / range - target.close
  return Math.sqrt(openError * openError + closeError * closeError)
}

/** Whether high and low lie between or at the ends as the known ones do, and the close on the same side of the open. */
function isOrdered(target: Target, open: number, high: number, low: number, close: number): boolean {
  const [higher, lower] = open > close ? [open, close] : [close, open]
  if (target.hasHigher ? high <= higher : high > higher) return false
  if (target.hasLower ? low >= lower : low < lower) return false
  if (target.direction === 0) return target.hasHigher || target.hasLower || higher > lower
  return target.direction * (close - open) > 0
}

/** The walk leaning a little, so that it ends as far from its beginning as it should, where that keeps it in order. */
function levelled(marks: Float64Array, target: Target): Float64Array {
  const [open, close] = [marks[0]!, marks.at(-1)!]
  const [bottom, top] = rangeOf(marks)
  const range = top - bottom + (target.hasHigher ? overshoot : 0) + (target.hasLower ? overshoot : 0)
  const missing = range * (target.close - target.open) - (close - open)
  const leaning = marks.map((mark, index) => mark + (missing * index) / (marks.length - 1))
  const [low, high] = rangeOf(leaning.subarray(1, -1))
  return isOrdered(target, open, high, low, leaning.at(-1)!) ? leaning : marks
}

/** Lowest and highest of some values. */
export function rangeOf(values: Float64Array): readonly [bottom: number, top: number] {
  let [bottom, top] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < bottom) bottom = value
    if (value > top) top = value
  }
  return [bottom, top]
}

function marksOf(circle: Circle, cut: number, sign: 1 | -1): Float64Array {
  const { parts, sums, increments } = circle
  const marks = new Float64Array(parts + 2)
  const first = firstIncrement(circle, cut)
  marks[0] = sign * (sums[cut + 1]! - first)
  for (let index = 1; index <= parts; index += 1) marks[index] = sign * sums[cut + index]!
  marks[parts + 1] = sign * (sums[cut + parts]! + increments[cut]! - first)
  return marks
}

/** The deviation of one whole increment of a walk. */
export const incrementDeviation = Math.sqrt(bellVariance)
