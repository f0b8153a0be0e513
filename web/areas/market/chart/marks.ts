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

/** The label of a mark: on the scale near its line, else at the edge that its price lies beyond. */
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
  /** Where the labels above the scale begin. */
  readonly aboveTop: number
  /** Where each mark has room near its line; at the left of it by default. */
  readonly rooms?: readonly LabelRoom[]
  /** Where the labels below the scale stand; at the right of the bottom by default. */
  readonly below?: { readonly at: LabelRoom['at']; readonly bottom: number }
}

/**
 * Places the labels one above another without overlap, in the order of their prices. Those beyond an edge come first
 * from that edge; those of lines keep their height if it is free. Labels that have no place any more are left out.
 */
export function placeMarks(
  marks: readonly Mark[],
  levels: readonly Level[],
  { height, labelStep, aboveTop, rooms = [], below: edge = { at: 'right', bottom: height } }: Room,
): readonly PlacedMark[] {
  const known = marks.map((mark, index) => ({ mark, level: levels[index], room: rooms[index] ?? atLine }))
  const beyond = (side: 'above' | 'below') =>
    known.flatMap(({ mark, level }) => (level === side ? [mark] : [])).toSorted((one, other) => one.price - other.price)
  const above = beyond('above').map((mark, index) => {
    return { mark, top: aboveTop + index * labelStep, at: 'right', side: 'above', points: 'above' } as const
  })
  const below = beyond('below').map((mark, index) => {
    return { mark, top: edge.bottom - (index + 1) * labelStep, at: edge.at, side: 'below', points: 'below' } as const
  })
  const onScale = known
    .flatMap(({ mark, level, room }) => (typeof level === 'number' ? [{ mark, level, room }] : []))
    .toSorted((one, other) => one.level + one.room.shift - (other.level + other.room.shift))
  const lines = (['left', 'right'] as const).flatMap((at) =>
    stacked(
      onScale.filter(({ room }) => room.at === at),
      { height, labelStep },
    ),
  )
  return [...above, ...below, ...lines].filter(({ top }) => top >= 0 && top <= height - labelStep)
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
