import { drawMark, pictureGrey, pictureInk, pictureOf, pictureWidth, write, type Brush } from '#components/picture.ts'

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

/** Draws the QR code of a link; dark modules on white, with the quiet zone that scanners need. Whole pixels leave no lines between them. */
async function drawCode(brush: Brush, link: string, at: { x: number; y: number; size: number }) {
  const { encode } = await import('uqr')
  const { data, size } = encode(link, { ecc: 'M', border: 4 })
  const module = Math.floor(at.size / size)
  const edge = Math.floor((at.size - module * size) / 2)
  brush.fillStyle = '#ffffff'
  brush.fillRect(at.x, at.y, at.size, at.size)
  brush.fillStyle = pictureInk
  for (const [row, modules] of data.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) brush.fillRect(at.x + edge + column * module, at.y + edge + row * module, module, module)
}

/** Draws the picture; only the code differs between users. */
export const drawShareCard = ({ title, practice, line, codeLabel, code, link }: ShareCard): Promise<Blob> =>
  pictureOf(async (brush) => {
    write(brush, title, 112, 48, { weight: 700 })
    drawMark(brush, practice, 182)
    write(brush, line, 258, 28, { color: pictureGrey })
    await drawCode(brush, link, { x: (pictureWidth - 450) / 2, y: 295, size: 450 })
    write(brush, codeLabel, 800, 24, { color: pictureGrey })
    write(brush, code, 856, 48, { weight: 700 })
    write(brush, new URL(link).host, 912, 22, { color: pictureGrey })
  })
