/** Highest and lowest value that a path may take, and the seed that fixes it. */
type Limits = { readonly high: number; readonly low: number; readonly seed: number }

/**
 * A path of whole numbers through a bar: it starts at `open`, ends at `close`, touches `high` and `low` exactly and
 * leaves them nowhere. Where the extremes lie, and what is between, is fixed by the seed alone: everybody who replays the
 * same history sees the same path. Values are in units of 1e-8 below 2^53, so all of them are exact.
 */
export function bridge(
  steps: number,
  bar: { readonly open: number; readonly high: number; readonly low: number; readonly close: number },
  seed: number,
): Float64Array {
  const path = new Float64Array(steps + 1)
  path[0] = bar.open
  path[steps] = bar.close
  if (steps < 3) {
    if (steps === 2) path[1] = bar.high > Math.max(bar.open, bar.close) ? bar.high : bar.low
    return path
  }
  const anchors = [0]
  // The extreme that lies on the way from open to close tends to come last, as it does in real days.
  const places = twoPlaces(steps, seed)
  const lowFirst = draw(seed, -3) < (bar.close >= bar.open ? 0.7 : 0.3)
  const extremes = lowFirst ? (['low', 'high'] as const) : (['high', 'low'] as const)
  for (const [index, extreme] of extremes.entries()) {
    const touched = extreme === 'high' ? Math.max(bar.open, bar.close) : Math.min(bar.open, bar.close)
    if (bar[extreme] === touched) continue
    path[places[index]!] = bar[extreme]
    anchors.push(places[index]!)
  }
  anchors.push(steps)
  const deviation = (bar.high - bar.low) / (3.2 * Math.sqrt(steps))
  const limits = { high: bar.high, low: bar.low, seed }
  for (let index = 1; index < anchors.length; index += 1)
    fill(path, anchors[index - 1]!, anchors[index]!, deviation, limits)
  return path
}

/**
 * A path between two values that may not leave the limits. `deviation` is that of the middle of a stretch of one step;
 * a stretch of n steps has √n times as much.
 */
export function walk(steps: number, from: number, to: number, deviation: number, limits: Limits): Float64Array {
  const path = new Float64Array(steps + 1)
  path[0] = from
  path[steps] = to
  fill(path, 0, steps, deviation, limits)
  return path
}

function fill(path: Float64Array, from: number, to: number, deviation: number, limits: Limits): void {
  if (to - from < 2) return
  const middle = (from + to) >> 1
  const noise = deviation * Math.sqrt(to - from) * bell(limits.seed, middle)
  const value = Math.round((path[from]! + path[to]!) / 2 + noise)
  path[middle] = value > limits.high ? limits.high : value < limits.low ? limits.low : value
  fill(path, from, middle, deviation, limits)
  fill(path, middle, to, deviation, limits)
}

/** Two different places inside 1…steps−1, in order. */
function twoPlaces(steps: number, seed: number): readonly [number, number] {
  const first = 1 + Math.floor(draw(seed, -1) * (steps - 1))
  const other = 1 + Math.floor(draw(seed, -2) * (steps - 2))
  const second = other >= first ? other + 1 : other
  return first < second ? [first, second] : [second, first]
}

/** About normal, mean 0 and deviation 1: three draws added. */
function bell(seed: number, index: number): number {
  return 2 * (draw(seed, 3 * index) + draw(seed, 3 * index + 1) + draw(seed, 3 * index + 2)) - 3
}

/** A number in [0, 1) that belongs to a seed and a place. */
function draw(seed: number, index: number): number {
  let mixed = Math.imul(seed ^ Math.imul(index, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x27d4eb2f)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}

/** The seed of a symbol's day or bar. */
export function seedOf(symbol: string, time: number): number {
  let hash = 2_166_136_261
  const text = `${symbol} ${time}`
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
  return hash | 0
}
