import { assert } from '@mex/core/assert.ts'
import { conditionedWalk, incrementDeviation, otherPlace, rangeOf, type KnownPrices } from './conditioned-walk.ts'
import { bells, wordsPerDraw, type Draws } from './keyed-draws.ts'
import { memoize } from './memoize.ts'
import { lastAtMost } from './series.ts'

/** The price after a number of steps, 0…steps. */
export type Bridge = (step: number) => number

/** Maximum parts of a path. The walk through their edges is drawn first, a part when one of its steps is read. */
const partsMost = 400
/** Attempts to draw a part inside the limits before the last attempt is reflected at them. */
const triesMost = 32
/** First place of the random numbers of the parts, after those of the walk through their edges. */
const partsFrom = 0x100_0000

/**
 * A path of integers through the known prices of a day or bar: it starts at `open`, ends at `close`, and its range is
 * exactly `low` to `high`. The draws alone decide when it touches them and all steps between. Values are in units of
 * 1e-8 below 2^53, so all of them are exact.
 *
 * A random walk of a similar shape is stretched to the prices: its highest step becomes `high`, its lowest `low`.
 */
export function openBridge(steps: number, known: KnownPrices, draws: Draws): Bridge {
  const { open, high, low } = known
  if (high === low) return () => open
  assert(steps >= 3, 'a path has room for a high and a low between its ends')
  const { edges, fill, range, ends } = openWalk(steps, known, draws)
  const stretched = stretch(range, ends, known)
  const pricesOf = memoize(4, (part: number) => ({ from: edges[part]!, prices: fill(part).map(stretched) }))
  // Most calls read the same part as the call before.
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
  /** The first step of each part, and the last step of the walk. */
  readonly edges: Float64Array
  /** The values of a part, both ends included. */
  readonly fill: (part: number) => Float64Array
  readonly range: Range
  readonly ends: readonly [first: number, last: number]
}

/** A random walk of `steps` equal steps with about the shape of the known prices, computed part by part on demand. */
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
  // When open or close is itself the low or the high, the walk must not go beyond that end.
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

/** Length of the first part as a share of a whole part. The first and the last part have at least one step. */
function firstShareOf(draws: Draws, stepsPerPart: number): number {
  const words = new Uint32Array(wordsPerDraw)
  draws(otherPlace, words)
  const least = 1 / stepsPerPart
  return least + (1 - least) * (words[0]! / 4_294_967_296)
}

/**
 * When the product ab of the distances of a part's two ends to a level, in increments, is above this, the part crosses
 * the level once in 160,000 times (e^−2ab). Such a crossing is cut off.
 */
const nearEnough = 6 * incrementDeviation * incrementDeviation

/** The range of a walk with its parts. Only parts that come near an extreme are computed. */
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

/** The steps of a part from one edge to the next, drawn again while they go beyond a limit. */
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
    path = prefixSums(bells(draws, place + attempt * Math.ceil(count / wordsPerDraw), count))
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
  // Next to a limit few attempts stay inside, so the last one is reflected at it.
  return path.map((value) => reflected(value, limits))
}

/** The prefix sums of the steps: one value more than there are steps, the first 0. */
function prefixSums(steps: Float64Array): Float64Array<ArrayBuffer> {
  const sums = new Float64Array(steps.length + 1)
  for (let index = 0; index < steps.length; index += 1) sums[index + 1] = sums[index]! + steps[index]!
  return sums
}

/** A value reflected at the limit that it exceeds, and clamped to the other limit. */
function reflected(value: number, { bottom, top }: Range): number {
  const inside = value > top ? 2 * top - value : value < bottom ? 2 * bottom - value : value
  return Math.min(top, Math.max(bottom, inside))
}

/** The piecewise linear map from the walk to prices: its range to the known range, its ends to open and close. */
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
