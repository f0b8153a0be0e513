import type { Curve } from '@mex/contract/portfolio/shapes.ts'

/** Two values of an instant: that of the line, and that of the dashed line which it is measured against. */
export type Point = { readonly at: number; readonly line: bigint; readonly base: bigint }

/** A point of the drawing in percent of its box, from the left and from the top; plain numbers, for drawing only. */
export type Place = { readonly x: number; readonly line: number; readonly base: number }

/** Room above and below the lines, in percent. */
const margin = 8

/** The values at the edges of the drawing, in their smallest unit. */
export type Scale = { readonly low: number; readonly high: number }

/** Lines that are nearer than this, in smallest units, are drawn near one another. */
const nearMin = 100
/** Of money, a thousandth of it up and down: a loss of some pesos of millions shall not look like a crash. */
const nearPart = 500

/** The least height of a drawing of money. */
export const leastOfMoney = (points: readonly Point[]): number =>
  Math.max(...points.flatMap(({ line, base }) => [Math.abs(Number(line)), Math.abs(Number(base))])) / nearPart

export function scaleOf(points: readonly Point[], least = nearMin): Scale {
  const values = points.flatMap(({ line, base }) => [Number(line), Number(base)])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = ((high - low) * margin) / (100 - 2 * margin)
  const missing = Math.max(0, Math.max(least, nearMin) - (high - low + 2 * room)) / 2
  return { low: low - room - missing, high: high + room + missing }
}

/** Where a value is, in percent from the top. */
export const heightOf = (value: number, { low, high }: Scale): number => ((high - value) / (high - low)) * 100

/** How many steps between two lines of the grid the height has at most. */
const steps = 5

/** The values of the lines of the grid: 1, 2 or 5 times a power of ten apart, with room at both edges for half a text. */
export function roundLines({ low, high }: Scale): readonly bigint[] {
  const least = (high - low) / steps
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
  const room = (high - low) / 25
  const lines: bigint[] = []
  for (let count = Math.ceil((low + room) / step); count * step <= high - room; count++)
    lines.push(BigInt(Math.round(count * step)))
  return lines
}

/**
 * The points with one more before each of `steps`, at which money came or went: there both lines step at once. A slope since
 * the point before would look like profit or loss.
 */
export const withSteps = (points: readonly Point[], steps: readonly number[]): readonly Point[] =>
  points.flatMap((point, index) => {
    const before = points[index - 1]
    if (before === undefined || !steps.includes(index)) return [point]
    return [{ at: point.at, line: point.line - point.base + before.base, base: before.base }, point]
  })

/** The places of the points on an axis of time. */
export function placesOf(points: readonly Point[], scale: Scale): readonly Place[] {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  return points.map(({ at, line, base }) => ({
    x: last === first ? 100 : ((at - first) / (last - first)) * 100,
    line: heightOf(Number(line), scale),
    base: heightOf(Number(base), scale),
  }))
}

const pathOf = (places: readonly (readonly [number, number])[]): string =>
  `M${places.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`

export type Paths = {
  readonly line: string
  readonly base: string
  /** Between the two lines: profit or loss, ahead or behind. */
  readonly between: string
  /** Everything above the dashed line, and everything below it. */
  readonly above: string
  readonly below: string
}

/** The paths of a curve; a single point is a level line. */
export function pathsOf(places: readonly Place[]): Paths {
  const [only] = places
  const drawn =
    places.length === 1 && only !== undefined
      ? [
          { ...only, x: 0 },
          { ...only, x: 100 },
        ]
      : places
  const line = drawn.map((place) => [place.x, place.line] as const)
  const base = drawn.map((place) => [place.x, place.base] as const)
  return {
    line: pathOf(line),
    base: pathOf(base),
    between: `${pathOf([...line, ...base.toReversed()])}Z`,
    above: `${pathOf([...base, [100, -50], [0, -50]])}Z`,
    below: `${pathOf([...base, [100, 150], [0, 150]])}Z`,
  }
}

/** The point nearest to a place from the left, in percent. */
export function nearest(places: readonly Place[], x: number): number {
  let found = 0
  for (const [index, place] of places.entries())
    if (Math.abs(place.x - x) < Math.abs((places[found]?.x ?? 0) - x)) found = index
  return found
}

/** A mark of money that came or went: at the first point that has it. */
export function markOf(points: readonly Point[], flow: Pick<Curve['flows'][number], 'at'>): number {
  const found = points.findIndex(({ at }) => at > flow.at)
  return found === -1 ? points.length - 1 : found
}

/** What came less what went at each point that has a mark; a point where both are equal has none. */
export function marksOf(
  points: readonly Point[],
  flows: readonly Pick<Curve['flows'][number], 'at' | 'amount'>[],
): readonly (readonly [index: number, net: bigint])[] {
  const nets = new Map<number, bigint>()
  for (const flow of flows) {
    const index = markOf(points, flow)
    nets.set(index, (nets.get(index) ?? 0n) + flow.amount)
  }
  return [...nets].filter(([, net]) => net !== 0n)
}
