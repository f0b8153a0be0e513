import {
  drawMark,
  fontOf,
  pictureEdge,
  pictureGrey,
  pictureHeight,
  pictureInk,
  pictureOf,
  pictureRed,
  pictureWidth,
  write,
  type Brush,
} from '#components/picture.ts'

/** The texts of the picture of a result. */
export type ResultCard = {
  readonly title: string
  readonly practice: string
  /** Says that the money is simulated: in a band below the percentage, and through the whole picture. */
  readonly simulated: string
  readonly name: string
  readonly side: string
  readonly percent: string
  readonly percentLabel: string
  readonly trend: 'up' | 'down' | 'zero' | undefined
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly host: string
}

/** A colour of the light theme, whichever theme and meaning of colours the page has. */
function lightColour(name: '--up' | '--down'): string {
  const probe = document.createElement('span')
  probe.style.colorScheme = 'light'
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The words across the picture, so often that every part that somebody could cut out has them. */
function drawThrough(brush: Brush, words: string): void {
  brush.save()
  brush.translate(pictureWidth / 2, pictureHeight / 2)
  brush.rotate(-Math.PI / 8)
  brush.globalAlpha = 0.16
  brush.fillStyle = pictureRed
  brush.textAlign = 'left'
  brush.font = fontOf(700, 34)
  const wide = brush.measureText(words).width + 40
  for (let row = -9; row <= 9; row += 1)
    for (let x = -2 * wide + (row % 2 === 0 ? 0 : wide / 2); x < 2 * wide; x += wide) brush.fillText(words, x, row * 80)
  brush.restore()
}

function drawBand(brush: Brush, words: string, y: number): void {
  brush.fillStyle = pictureRed
  brush.fillRect(0, y, pictureWidth, 72)
  write(brush, words, y + 49, 36, { weight: 700, color: '#ffffff' })
}

function drawRow(brush: Brush, [label, value]: readonly [string, string], y: number): void {
  const wide = pictureWidth - 2 * pictureEdge
  brush.font = fontOf(400, 28)
  brush.fillStyle = pictureGrey
  brush.textAlign = 'left'
  brush.fillText(label, pictureEdge, y, wide / 2)
  const left = wide - Math.min(brush.measureText(label).width, wide / 2) - 16
  brush.font = fontOf(600, 28)
  brush.fillStyle = pictureInk
  brush.textAlign = 'right'
  brush.fillText(value, pictureWidth - pictureEdge, y, left)
}

/** Draws the picture of a result. */
export const drawResultCard = (card: ResultCard): Promise<Blob> =>
  pictureOf((brush) => {
    const colour = card.trend === undefined ? pictureInk : lightColour(card.trend === 'up' ? '--up' : '--down')
    write(brush, card.title, 96, 40, { weight: 700 })
    drawMark(brush, card.practice, 160)
    write(brush, card.name, 252, 42, { weight: 700 })
    write(brush, card.side, 304, 30, { weight: 600 })
    write(brush, card.percent, 446, 120, { weight: 700, color: colour })
    write(brush, card.percentLabel, 496, 26, { color: pictureGrey })
    drawBand(brush, card.simulated, 530)
    for (const [index, row] of card.rows.entries()) drawRow(brush, row, 664 + index * 58)
    write(brush, card.host, 926, 22, { color: pictureGrey })
    drawThrough(brush, card.simulated)
  })
