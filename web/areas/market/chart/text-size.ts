/** The height of a label of a mark with the distance to the next one, in px, with letters of the usual size (chart.module.css). */
export const labelStep = 26

const usualLetters = 16
const axisLetters = 11
const largestAxisLetters = 16

/** How much larger than usual this person's letters are. */
const textScale = (): number =>
  Math.max(1, Number(getComputedStyle(document.documentElement).fontSize.replace('px', '')) / usualLetters)

/** The same as `labelStep` with this person's letters. */
export const ownLabelStep = (): number => Math.ceil(labelStep * textScale())

/** The letters of the axes, in px. Twice as large they would leave no room for the prices. */
export const axisTextSize = (): number => Math.min(largestAxisLetters, Math.round(axisLetters * textScale()))
