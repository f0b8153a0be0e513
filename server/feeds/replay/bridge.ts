import { assert } from '@mex/core/assert.ts'
import { conditionedWalk, incrementDeviation, otherPlace, rangeOf, type KnownPrices } from './conditioned-walk.ts'
import { bells, wordsPerDraw, type Draws } from './keyed-draws.ts'
import { memoize } from './memoize.ts'
import { lastAtMost } from './series.ts'

/** The price after a number of steps, 0…steps. */
export type Bridge = (step: number) => number

/** Parts that a long path is first drawn in; each is filled when somebody asks for a step in it. */
const partsMost = 400
/** Fillings of a part that may go beyond a limit before one is folded back at it. */
const triesMost = 32
/** The chance of the parts lies behind that of the walk through their edges. */
const partsFrom = 0x100_0000

/**
 * A path of whole numbers through the known prices of a day or bar: it starts at `open`, ends at `close`, touches `high`
 * and `low` exactly and goes nowhere beyond. When, and in which order, follows from the draws alone, and so do all steps
 * between. Values are in units of 1e-8 below 2^53, so all of them are exact.
 *
 * A random walk with the right shape is stretched over the prices: its highest step becomes `high`, its lowest `low`.
 */
export function openBridge(steps: number, known: KnownPrices, draws: Draws): Bridge {
  const { open, high, low } = known
  if (high === low) return () => open
  assert(steps >= 3, 'a path has room for a high and a low between its ends')
  const { edges, fill, range, ends } = openWalk(steps, known, draws)
  const stretched = stretch(range, ends, known)
  const pricesOf = memoize(4, (part: number) => ({ from: edges[part]!, prices: fill(part).map(stretched) }))
  // Most questions are about the part of the one before.
  let current = pricesOf(0)
  return (step) => {
    if (step === 0) return open
    if (step === steps) return known.close
    if (step < current.from || step >= current.from + current.prices.length) current = pricesOf(lastAtMost(edges, step))
    return current.prices[step - current.from]!
  }
}

/** Lowest and highest value of a walk. */
type Range = { readonly bottom: number; readonly top: number }

type FilledWalk = {
  /** The steps at which its parts begin, and the last step. */
  readonly edges: Float64Array
  /** The values of a part, both ends included. */
  readonly fill: (part: number) => Float64Array
  readonly range: Range
  readonly ends: readonly [first: number, last: number]
}

/** A random walk of `steps` equal steps with about the shape of the known prices; any part of it can be computed alone. */
function openWalk(steps: number, known: KnownPrices, draws: Draws): FilledWalk {
  const length = Math.ceil(steps / partsMost)
  const parts = Math.ceil(steps / length)
  const stepsPerPart = steps / parts
  const { marks, firstShare } = conditionedWalk(
    parts,
    length === 1 ? 1 : firstShareOf(draws, stepsPerPart),
    known,
    draws,
  )
  const edges = marks.map((_, index) =>
    index === 0 ? 0 : index > parts ? steps : Math.floor((index - 1 + firstShare) * stepsPerPart),
  )
  const [first, last] = [marks[0]!, marks.at(-1)!]
  // Where open or close is itself the low or the high, nothing goes beyond it.
  const limits = {
    bottom: known.low < Math.min(known.open, known.close) ? -Infinity : Math.min(first, last),
    top: known.high > Math.max(known.open, known.close) ? Infinity : Math.max(first, last),
  }
  const placesPerPart = triesMost * Math.ceil((length + 1) / wordsPerDraw)
  const fill = (part: number): Float64Array => {
    const count = edges[part + 1]! - edges[part]!
    const between = { from: marks[part]!, to: marks[part + 1]! }
    return fillPart(count, between, Math.sqrt(stepsPerPart), limits, draws, partsFrom + part * placesPerPart)
  }
  return { edges, fill, range: filledRange(marks, fill), ends: [first, last] }
}

/** How much of a whole part the first one is, so that at least one step lies in it and in the last. */
function firstShareOf(draws: Draws, stepsPerPart: number): number {
  const words = new Uint32Array(wordsPerDraw)
  draws(otherPlace, words)
  const least = 1 / stepsPerPart
  return least + (1 - least) * (words[0]! / 4_294_967_296)
}

/** Beyond this product of its ends' distances, in increments, a part passes a level once in 160,000 times (e^−2ab), and is cut off there. */
const nearEnough = 6 * incrementDeviation * incrementDeviation

/** The range of a walk with its parts filled; only those are computed that come near an extreme. */
function filledRange(marks: Float64Array, fill: (part: number) => Float64Array): Range {
  let [bottom, top] = rangeOf(marks)
  const [lowest, highest] = [bottom, top]
  for (let part = 0; part + 1 < marks.length; part += 1) {
    const [from, to] = [marks[part]!, marks[part + 1]!]
    if ((highest - from) * (highest - to) > nearEnough && (from - lowest) * (to - lowest) > nearEnough) continue
    const [partBottom, partTop] = rangeOf(fill(part))
    bottom = Math.min(bottom, partBottom)
    top = Math.max(top, partTop)
  }
  return { bottom, top }
}

/** The steps of a part from one edge to the next: equal ones, drawn again while they go beyond a limit. */
function fillPart(
  count: number,
  { from, to }: { readonly from: number; readonly to: number },
  scale: number,
  limits: Range,
  draws: Draws,
  place: number,
): Float64Array {
  let path = new Float64Array(count + 1)
  for (let attempt = 0; attempt < triesMost; attempt += 1) {
    path = summed(bells(draws, place + attempt * Math.ceil(count / wordsPerDraw), count))
    const end = path[count]!
    let isInside = true
    for (let index = 0; index < count; index += 1) {
      const share = index / count
      const value = from + (to - from) * share + (path[index]! - end * share) / scale
      path[index] = value
      if (value > limits.top || value < limits.bottom) isInside = false
    }
    path[count] = to
    if (isInside) return path
  }
  // Next to a limit few fillings stay inside; the last one is folded back at it.
  return path.map((value) => folded(value, limits))
}

/** What the steps add up to before each of them, and in the end. */
function summed(steps: Float64Array): Float64Array<ArrayBuffer> {
  const sums = new Float64Array(steps.length + 1)
  for (let index = 0; index < steps.length; index += 1) sums[index + 1] = sums[index]! + steps[index]!
  return sums
}

/** A value folded back at a limit that it lies beyond; never beyond the other one. */
function folded(value: number, { bottom, top }: Range): number {
  const inside = value > top ? 2 * top - value : value < bottom ? 2 * bottom - value : value
  return Math.min(top, Math.max(bottom, inside))
}

/** How a walk's values become prices: its range the known range, its ends open and close, in straight lines between. */
function stretch(
  { bottom, top }: Range,
  [first, last]: readonly [number, number],
  { open, high, low, close }: KnownPrices,
): (value: number) => number {
  const middle = [
    { value: first, price: open },
    { value: last, price: close },
  ].sort((left, right) => left.price - right.price || left.value - right.value)
  const nodes = [{ value: bottom, price: low }, ...middle, { value: top, price: high }]
  return (value) => {
    if (value <= bottom) return low
    for (let index = 1; index < nodes.length; index += 1) {
      const to = nodes[index]!
      if (value >= to.value) continue
      const from = nodes[index - 1]!
      return Math.round(from.price + (to.price - from.price) * ((value - from.value) / (to.value - from.value)))
    }
    return high
  }
}
