import type { Position } from '@mex/contract/trading/shapes.ts'

export type LiveText = { readonly position: Position; readonly say: (profit: string) => string }

/** A price of the user's own on the chart: what they paid, what liquidates them, what they ordered. */
export type Mark = {
  readonly key: string
  readonly kind: 'cost' | 'liquidation' | 'order'
  readonly price: number
  /** Of a cost, the position and its text with the profit of the last tick. */
  readonly text: string | LiveText
  /** The page that a tap opens. */
  readonly href: string
}

/** Where a price lies in the pane of the price: its distance from the top, or beyond an edge of the scale. */
export type Level = number | 'above' | 'below'

/** The label of a mark: on the scale at its line, else at the edge that its price lies beyond. */
export type PlacedMark = { readonly mark: Mark; readonly top: number; readonly side: 'line' | 'above' | 'below' }

/** The height of the pane, and that of a label with its distance to the next one, in px. */
type Room = { readonly height: number; readonly labelStep: number }

/** The legend of the chart stands above the labels beyond the top of the scale. */
export const legendHeight = 34

/**
 * Places the labels one above another without overlap, in the order of their prices. Those beyond an edge come first
 * from that edge; those of lines keep their height if it is free. Labels that have no place any more are left out.
 */
export function placeMarks(
  marks: readonly Mark[],
  levels: readonly Level[],
  { height, labelStep }: Room,
): readonly PlacedMark[] {
  const known = marks.map((mark, index) => ({ mark, level: levels[index] }))
  const beyond = (edge: 'above' | 'below') =>
    known.flatMap(({ mark, level }) => (level === edge ? [mark] : [])).toSorted((one, other) => one.price - other.price)
  const above = beyond('above').map((mark, index) => ({
    mark,
    top: legendHeight + index * labelStep,
    side: 'above' as const,
  }))
  const below = beyond('below').map((mark, index) => ({
    mark,
    top: height - (index + 1) * labelStep,
    side: 'below' as const,
  }))
  // The lines' labels stand at the left, those of the edges at the right, so they do not meet.
  const lines: PlacedMark[] = []
  const onScale = known
    .flatMap(({ mark, level }) => (typeof level === 'number' ? [{ mark, level }] : []))
    .toSorted((one, other) => one.level - other.level)
  for (const { mark, level } of onScale) {
    const wanted = Math.min(Math.max(0, level - labelStep / 2), height - labelStep)
    const free = (lines.at(-1)?.top ?? -Infinity) + labelStep
    lines.push({ mark, top: Math.max(wanted, free), side: 'line' })
  }
  // From the bottom up: what was pushed over the edge moves back up.
  let limit = height - labelStep
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const one = lines[index]
    if (one === undefined) break
    lines[index] = { ...one, top: Math.min(one.top, limit) }
    limit = Math.min(one.top, limit) - labelStep
  }
  return [...above, ...below, ...lines].filter(({ top }) => top >= 0 && top <= height - labelStep)
}
