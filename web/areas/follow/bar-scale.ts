/** What the agency of a campaign and its followers gained, in percent. */
type Bar = { readonly gross: number; readonly net: number }

/** What stays free at the end of the longest bar of a side, for its figure, in percent of the height. */
const figureRoom = 12

/** Where zero stands over the bottom, and the height of one percent: the longest bars of both sides and their figures fill the height. */
export function scaleOf(bars: readonly Bar[]): { readonly zero: number; readonly height: number } {
  const shares = bars.flatMap(({ gross, net }) => [gross, net])
  const [down, up] = [-Math.min(0, ...shares), Math.max(0, ...shares)]
  // A campaign that gained nothing has its figure below the line too.
  const below = bars.some(({ net }) => net <= 0) ? figureRoom : 0
  const height = (100 - figureRoom - below) / (up + down || 1)
  return { zero: below + down * height, height }
}
