/** The distance of two lines, and its decimals. */
const steps = [
  [0.05, 2],
  [0.1, 1],
  [0.25, 2],
  [0.5, 1],
  [1, 0],
  [2, 0],
  [5, 0],
  [10, 0],
] as const
const linesMax = 4

/** Round yields in per cent between two yields, for the lines of a chart: the closest ones of which there are at most four. */
export function scaleOf(low: number, high: number): readonly string[] {
  for (const [step, decimals] of steps) {
    const [first, last] = [Math.ceil(low / step), Math.floor(high / step)]
    const count = last - first + 1
    if (count <= linesMax)
      return Array.from({ length: Math.max(count, 0) }, (_, index) => ((first + index) * step).toFixed(decimals))
  }
  return []
}
