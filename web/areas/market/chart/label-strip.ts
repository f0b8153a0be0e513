import type { LabelRoom } from './label-room.ts'
import type { Mark } from './marks.ts'

/** The parts of a pane, from its edges, that the prices of the data leave free. */
export type Margins = { readonly top: number; readonly bottom: number }

/** What the pane of the price has around its prices while no label needs a strip. */
export type PlainPane = {
  readonly margins: Margins
  /** The part of the pane, from the top, that lines may lie in: what is below belongs to the volume. */
  readonly floor: number
}

/**
 * Beyond which edge of the scale a price lies. It is compared with the pane without strips, so that a strip, which moves
 * all prices, never changes what it is there for.
 */
export function sideOf(
  price: number,
  range: { readonly from: number; readonly to: number },
  { margins: { top, bottom }, floor }: PlainPane,
): 'above' | 'below' | undefined {
  const level = top + ((range.to - price) / (range.to - range.from)) * (1 - top - bottom)
  if (level < 0) return 'above'
  return level > floor ? 'below' : undefined
}

/** The width of a letter, in heights of a label, and of what surrounds the text, in letters. */
const letterWidth = 0.24
const around = 6
/** The letters of a profit, which changes with the price: the strip must not. */
const profitLetters = 14

/** About how wide a label is, rather more than less. */
function widthOf({ text }: Mark, labelStep: number): number {
  const [words, more] = typeof text === 'string' ? [text, 0] : [text.say(''), profitLetters]
  const letters = words.replaceAll(/[^ -\u00ff]/gu, 'mm').length + more
  return (letters + around) * letterWidth * labelStep
}

/** Where the labels of a strip stand, and how high it is, in px. */
export type Strip = {
  readonly rooms: ReadonlyMap<Mark, LabelRoom & { readonly width: number }>
  readonly height: number
}

/** The labels beyond an edge, the highest price first: one at the right, the next one at the left of its row if both fit. */
export function stripOf(
  marks: readonly Mark[],
  { width, labelStep }: { readonly width: number; readonly labelStep: number },
): Strip {
  const rooms = new Map<Mark, LabelRoom & { width: number }>()
  let height = 0
  let free = 0
  for (const mark of marks.toSorted((one, other) => other.price - one.price)) {
    const own = widthOf(mark, labelStep)
    const fits = own <= free
    if (!fits) height += labelStep
    free = fits ? 0 : width - own
    rooms.set(mark, { at: fits ? 'left' : 'right', shift: height - labelStep, width: own })
  }
  return { rooms, height }
}

/** The most of the room of the candles that strips take. */
const stripShare = 0.5

/** The margins with strips of these heights, in px, around the prices: in the pane, `above` counts from its upper edge. */
export function withStrips(
  { top, bottom }: Margins,
  height: number,
  strips: { above: number; below: number },
): Margins {
  const [above, below] = [Math.max(0, strips.above / height - top), strips.below / height]
  const share = Math.min(1, ((1 - top - bottom) * stripShare) / (above + below || 1))
  return { top: top + above * share, bottom: bottom + below * share }
}
