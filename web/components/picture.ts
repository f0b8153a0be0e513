/** Pictures that leave the product: drawn in the browser, always on white, marked as practice. */
export type Brush = CanvasRenderingContext2D

export const pictureWidth = 720
export const pictureHeight = 960
export const pictureEdge = 48
export const pictureInk = '#14171f'
export const pictureGrey = '#5c6470'
export const pictureRed = '#c8102e'
/** The colours of the practice mark in the light theme. */
const [markInk, markGround] = ['#855400', '#fff0cf']

/** The font of the page, which depends on its language. */
export const fontOf = (weight: number, size: number): string =>
  `${weight} ${size}px ${getComputedStyle(document.documentElement).fontFamily}`

type Look = { readonly weight?: number; readonly color?: string }

/** Writes a line in the middle; one that is too long is squeezed. */
export function write(brush: Brush, text: string, y: number, size: number, { weight = 400, color }: Look = {}): void {
  brush.font = fontOf(weight, size)
  brush.fillStyle = color ?? pictureInk
  brush.textAlign = 'center'
  brush.fillText(text, pictureWidth / 2, y, pictureWidth - 2 * pictureEdge)
}

/** The practice mark as on the pages: amber, in capitals. */
export function drawMark(brush: Brush, text: string, y: number): void {
  const word = text.toUpperCase()
  brush.font = fontOf(700, 26)
  const wide = brush.measureText(word).width + 44
  brush.fillStyle = markGround
  brush.beginPath()
  brush.roundRect((pictureWidth - wide) / 2, y - 34, wide, 50, 25)
  brush.fill()
  write(brush, word, y, 26, { weight: 700, color: markInk })
}

/** A new white picture, drawn by the function, as PNG. */
export async function pictureOf(draw: (brush: Brush) => void | Promise<void>): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = pictureWidth
  canvas.height = pictureHeight
  const brush = canvas.getContext('2d')
  if (brush === null) throw new Error('This browser draws no pictures')
  brush.fillStyle = '#ffffff'
  brush.fillRect(0, 0, pictureWidth, pictureHeight)
  await draw(brush)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture is empty')) : resolve(blob)), 'image/png')
  })
}
