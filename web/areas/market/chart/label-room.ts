/** A candle as the chart draws it, in px from the left and from the top. */
export type DrawnCandle = { readonly left: number; readonly top: number; readonly bottom: number }

/** Where a label stands: at an edge of the chart, and how far below its line, or below the top of its strip, in px. */
export type LabelRoom = { readonly at: 'left' | 'right'; readonly shift: number }

/** What is drawn in the pane of the price, in px. */
export type Pane = {
  readonly candles: readonly DrawnCandle[]
  /** From one candle to the next. */
  readonly spacing: number
  readonly width: number
  readonly height: number
  /** The upper edge of the volume; the height of the pane without it. */
  readonly floor: number
  readonly labelStep: number
}

/** The room that a label takes. */
export type Box = {
  readonly at: LabelRoom['at']
  readonly width: number
  readonly top: number
  readonly bottom: number
}

/** About how wide the label of a line is, in heights of a label. */
const labelWidth = 6

/** What the distance of half a label from its line is worth, in px of the chart that a label covers. */
const shiftCost = 12
/** What the right side is worth less than the left one, where labels of lines usually stand. */
const rightCost = 5
/** What it costs to cover the newest candle in view, which everybody looks at. */
const newestCost = 60
/** What keeps a label where it is, so that it does not jump with the price. */
const stayWorth = 30

/** Where a box begins and ends, from the left. */
const spanOf = ({ at, width }: Box, pane: Pane): readonly [from: number, to: number] =>
  at === 'left' ? [0, width] : [pane.width - width, pane.width]

/** How many px of the candles a box covers. */
function coveredBy(box: Box, pane: Pane): number {
  const { candles, spacing } = pane
  const { top, bottom } = box
  const [from, to] = spanOf(box, pane)
  const inside = candles.filter(
    (candle) => candle.left >= from && candle.left <= to && candle.bottom >= top && candle.top <= bottom,
  )
  return inside.length * spacing + (inside.includes(candles.at(-1)!) ? newestCost : 0)
}

const rooms: readonly { readonly at: LabelRoom['at']; readonly halves: number }[] = [
  0, -1, 1, -2, 2, -3, 3, -4, 4,
].flatMap((halves) => [
  { at: 'left' as const, halves },
  { at: 'right' as const, halves },
])

/** Where a label covers least of the candles, at its line or near it. `taken` is where the labels of the strips stand. */
export function roomOfLine(level: number, pane: Pane, taken: readonly Box[], before?: LabelRoom): LabelRoom {
  const half = pane.labelStep / 2
  const meets = (one: Box, other: Box) => {
    const [[from, to], [start, end]] = [spanOf(one, pane), spanOf(other, pane)]
    return other.bottom > one.top && other.top < one.bottom && from < end && start < to
  }
  let best: LabelRoom = { at: 'left', shift: 0 }
  let least = Infinity
  for (const { at, halves } of rooms) {
    const [shift, top] = [halves * half, level + halves * half - half]
    const box = { at, width: labelWidth * pane.labelStep, top, bottom: top + pane.labelStep }
    const isOut = shift !== 0 && (top < 0 || box.bottom > pane.floor)
    if (isOut || taken.some((other) => meets(box, other))) continue
    const stays = before?.at === at && before.shift === shift ? stayWorth : 0
    const cost = coveredBy(box, pane) + Math.abs(halves) * shiftCost + (at === 'right' ? rightCost : 0) - stays
    if (cost >= least) continue
    least = cost
    best = { at, shift }
  }
  return best
}
