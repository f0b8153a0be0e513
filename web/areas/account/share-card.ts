/** The texts of the share picture. */
export type ShareCard = {
  readonly title: string
  /** The practice mark, on every picture that leaves the product. */
  readonly practice: string
  readonly line: string
  readonly codeLabel: string
  readonly code: string
  readonly link: string
}

const width = 720
const height = 960
const edge = 48
const family = 'system-ui, -apple-system, "PingFang SC", "Noto Sans CJK SC", sans-serif'
const ink = '#14171f'
const grey = '#5c6470'
const red = '#c8102e'

/** Draws the QR code of a link; dark modules on white, with the quiet zone that scanners need. */
async function drawCode(brush: CanvasRenderingContext2D, link: string, at: { x: number; y: number; size: number }) {
  const { encode } = await import('uqr')
  const { data, size } = encode(link, { ecc: 'M', border: 4 })
  const module = at.size / size
  brush.fillStyle = '#ffffff'
  brush.fillRect(at.x, at.y, at.size, at.size)
  brush.fillStyle = ink
  for (const [row, modules] of data.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) brush.fillRect(at.x + column * module, at.y + row * module, Math.ceil(module), Math.ceil(module))
}

function write(
  brush: CanvasRenderingContext2D,
  text: string,
  y: number,
  size: number,
  more: { weight?: number; color?: string } = {},
) {
  brush.font = `${more.weight ?? 400} ${size}px ${family}`
  brush.fillStyle = more.color ?? ink
  brush.fillText(text, width / 2, y, width - 2 * edge)
}

/** The practice mark as on the pages: a frame around the word. */
function drawMark(brush: CanvasRenderingContext2D, text: string, y: number): void {
  brush.font = `600 26px ${family}`
  const wide = brush.measureText(text).width + 44
  brush.strokeStyle = red
  brush.lineWidth = 3
  brush.beginPath()
  brush.roundRect((width - wide) / 2, y - 34, wide, 50, 25)
  brush.stroke()
  write(brush, text, y, 26, { weight: 600, color: red })
}

/** Draws the picture; only the code differs between users. */
export async function drawShareCard({ title, practice, line, codeLabel, code, link }: ShareCard): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const brush = canvas.getContext('2d')
  if (brush === null) throw new Error('This browser draws no pictures')
  brush.fillStyle = '#ffffff'
  brush.fillRect(0, 0, width, height)
  brush.textAlign = 'center'
  write(brush, title, 112, 48, { weight: 700 })
  drawMark(brush, practice, 182)
  write(brush, line, 258, 28, { color: grey })
  await drawCode(brush, link, { x: (width - 440) / 2, y: 300, size: 440 })
  write(brush, codeLabel, 800, 24, { color: grey })
  write(brush, code, 856, 48, { weight: 700 })
  write(brush, new URL(link).host, 912, 22, { color: grey })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture is empty')) : resolve(blob)), 'image/png')
  })
}
