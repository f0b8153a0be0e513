/** Pictures that leave the product: drawn in the browser, always on white, marked as practice. */
export type Brush = CanvasRenderingContext2D

export const pictureWidth = 720
export const pictureHeight = 960
export const pictureEdge = 48
export const pictureInk = '#14171f'
export const pictureGrey = '#5c6470'
export const pictureRed = '#c8102e'

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

/** The practice mark as on the pages: a frame around the word. */
export function drawMark(brush: Brush, text: string, y: number): void {
  brush.font = fontOf(600, 26)
  const wide = brush.measureText(text).width + 44
  brush.strokeStyle = pictureRed
  brush.lineWidth = 3
  brush.beginPath()
  brush.roundRect((pictureWidth - wide) / 2, y - 34, wide, 50, 25)
  brush.stroke()
  write(brush, text, y, 26, { weight: 600, color: pictureRed })
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
