import type { Position } from '@mex/contract/trading/shapes.ts'

import type { LabelRoom } from './label-room.ts'

export type LiveText = { readonly position: Position; readonly say: (profit: string) => string }

/** A price of the user's own on the chart: what they paid, what liquidates them, what they ordered, and of what they are told. */
export type Mark = {
  readonly key: string
  readonly kind: 'cost' | 'liquidation' | 'order' | 'alert'
  readonly price: number
  /** Of a cost, the position and its text with the profit of the last tick. */
  readonly text: string | LiveText
  /** The page that a tap opens. */
  readonly href: string
}

/** Where a price lies in the pane of the price: its distance from the top, or beyond an edge of the scale. */
export type Level = number | 'above' | 'below'

/** The label of a mark: on the scale near its line, else in the strip at the edge that its price lies beyond. */
export type PlacedMark = {
  readonly mark: Mark
  readonly top: number
  readonly at: LabelRoom['at']
  readonly side: 'line' | 'above' | 'below'
  /** Where its price lies, if the label is not at its line. */
  readonly points?: 'above' | 'below'
}

type Room = {
  /** The height of the pane, and that of a label with its distance to the next one, in px. */
  readonly height: number
  readonly labelStep: number
  /** Where the strips of the labels beyond the edges begin. */
  readonly aboveTop: number
  readonly belowTop: number
  /** Where each mark has room near its line, or in its strip; at the left by default. */
  readonly rooms?: readonly LabelRoom[]
}

/**
 * Places the labels of lines one above another without overlap, in the order of their prices, at their height if it is
 * free; those beyond an edge stand in their strip. Labels that have no place any more are left out.
 */
export function placeMarks(
  marks: readonly Mark[],
  levels: readonly Level[],
  { height, labelStep, aboveTop, belowTop, rooms = [] }: Room,
): readonly PlacedMark[] {
  const known = marks.map((mark, index) => ({ mark, level: levels[index], room: rooms[index] ?? atLine }))
  const beyond = known.flatMap(({ mark, level, room: { at, shift } }) =>
    level === 'above' || level === 'below'
      ? [{ mark, top: (level === 'above' ? aboveTop : belowTop) + shift, at, side: level, points: level }]
      : [],
  )
  const onScale = known
    .flatMap(({ mark, level, room }) => (typeof level === 'number' ? [{ mark, level, room }] : []))
    .toSorted((one, other) => one.level + one.room.shift - (other.level + other.room.shift))
  const lines = (['left', 'right'] as const).flatMap((at) =>
    stacked(
      onScale.filter(({ room }) => room.at === at),
      { height, labelStep },
    ),
  )
  return [...beyond, ...lines].filter(({ top }) => top >= 0 && top <= height - labelStep)
}

const atLine: LabelRoom = { at: 'left', shift: 0 }

type OnScale = { readonly mark: Mark; readonly level: number; readonly room: LabelRoom }

/** Labels at one side of the chart, from the top down. */
function stacked(marks: readonly OnScale[], { height, labelStep }: Pick<Room, 'height' | 'labelStep'>): PlacedMark[] {
  const lines: PlacedMark[] = []
  for (const { mark, level, room } of marks) {
    const wanted = Math.min(Math.max(0, level + room.shift - labelStep / 2), height - labelStep)
    const free = (lines.at(-1)?.top ?? -Infinity) + labelStep
    const isAway = Math.abs(room.shift) > labelStep / 2
    const points = isAway ? { points: room.shift > 0 ? ('above' as const) : ('below' as const) } : {}
    lines.push({ mark, top: Math.max(wanted, free), at: room.at, side: 'line', ...points })
  }
  // From the bottom up: what was pushed over the edge moves back up.
  let limit = height - labelStep
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const one = lines[index]
    if (one === undefined) break
    lines[index] = { ...one, top: Math.min(one.top, limit) }
    limit = Math.min(one.top, limit) - labelStep
  }
  return lines
}
