import { assert } from '@mex/core/assert.ts'
import { bells, bellVariance, wordsPerDraw, type Draws } from './keyed-draws.ts'

/** The four known prices of a day or bar. */
export type KnownPrices = { readonly open: number; readonly high: number; readonly low: number; readonly close: number }

/** A random walk at the edges of its parts. The first and the last part together are as long as any other. */
export type Walk = {
  readonly marks: Float64Array
  /** Length of the first part as a share of a whole part: above 0, at most 1. */
  readonly firstShare: number
}

/** Circles of increments that are always compared; each gives twice as many walks as it has increments. */
const circlesCompared = 6
/** Maximum circles: more are drawn in the rare case that no walk has its prices in the required order. */
const circlesMost = 4096
/** Largest distance of a walk's open and close from their known places, as a share of the range, to be selected. */
const tolerance = 0.025
/** Mean overshoot of the path beyond the highest of its marks, in increments (Broadie, Glasserman, Kou 1997). */
const overshoot = 0.5826 * Math.sqrt(bellVariance)
/** The place of the random numbers that do not belong to a circle. */
export const otherPlace = 0xffff_ffff
/** Places of random numbers per circle: enough for 1000 increments. */
const placesPerCircle = 64

/**
 * A random walk of `parts` equal increments whose open and close have the same place in its range as the known ones.
 *
 * It is selected from many walks that are drawn independently of the prices, so its law is that of a random walk of
 * unknown size, conditioned on its four prices: its past predicts its future no better than that of a random walk. Each
 * circle of increments is cut at every place, and each cut is also taken upside down: many walks from few draws.
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
  return { marks: tilt(marksOf(circles[circle]!, cut, sign), target), firstShare }
}

/** A circle of increments with its prefix sums over two rounds, and the noise of the part that is cut. */
type Circle = {
  readonly parts: number
  readonly firstShare: number
  readonly increments: Float64Array
  /** Position j is the sum of the first j increments, continued into a second round. */
  readonly sums: Float64Array
  /** Deviation of the cut point from its share of the increment. */
  readonly cutNoise: number
}

/** One walk: the number of its circle, the increment at which it is cut, and `sign` −1 when it is upside down. */
type Candidate = { readonly circle: number; readonly cut: number; readonly sign: 1 | -1 }

/** The walks within the tolerance, and the nearest one in case there is none. */
type Found = { readonly near: Candidate[]; nearest: Candidate | undefined; distance: number }

/** The places of open and close between low (0) and high (1), and the order of the four prices. */
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

/** The increment of the first part of a walk: the rest of the cut increment. */
const firstIncrement = ({ increments, firstShare, cutNoise }: Circle, cut: number): number =>
  firstShare * increments[cut]! + cutNoise

/** Compares every walk of a circle with the target. */
function compareCuts(circle: Circle, number: number, target: Target, found: Found): void {
  const { parts, sums, increments } = circle
  // Highest and lowest sum from a position to the end of the first round; below, those of the second round.
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

/** Distance of a walk's open and close from the target; infinite when its prices are in another order. */
function distanceTo(target: Target, open: number, high: number, low: number, close: number): number {
  if (!isOrdered(target, open, high, low, close)) return Infinity
  const bottom = target.hasLower ? low - overshoot : Math.min(open, close)
  const range = (target.hasHigher ? high + overshoot : Math.max(open, close)) - bottom
  const openError = (open - bottom) / range - target.open
  const closeError = (close - bottom) / range - target.close
  return Math.sqrt(openError * openError + closeError * closeError)
}

/** Whether a walk's open, high, low and close have the same order as the known prices. */
function isOrdered(target: Target, open: number, high: number, low: number, close: number): boolean {
  const [higher, lower] = open > close ? [open, close] : [close, open]
  if (target.hasHigher ? high <= higher : high > higher) return false
  if (target.hasLower ? low >= lower : low < lower) return false
  if (target.direction === 0) return target.hasHigher || target.hasLower || higher > lower
  return target.direction * (close - open) > 0
}

/** The walk tilted to end exactly at the target's close; unchanged when the tilt breaks the order of its prices. */
function tilt(marks: Float64Array, target: Target): Float64Array {
  const [open, close] = [marks[0]!, marks.at(-1)!]
  const [bottom, top] = rangeOf(marks)
  const range = top - bottom + (target.hasHigher ? overshoot : 0) + (target.hasLower ? overshoot : 0)
  const missing = range * (target.close - target.open) - (close - open)
  const tilted = marks.map((mark, index) => mark + (missing * index) / (marks.length - 1))
  const [low, high] = rangeOf(tilted.subarray(1, -1))
  return isOrdered(target, open, high, low, tilted.at(-1)!) ? tilted : marks
}

/** The lowest and the highest value. */
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

/** The standard deviation of one whole increment of a walk. */
export const incrementDeviation = Math.sqrt(bellVariance)
