import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Pictures and malformed files, for tests of uploads. */

/** A unique picture of random noise. */
export const paintNoise = (width = 320, height = 240): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .jpeg()
    .toBuffer()

/** A picture of one colour; different colours are different pictures. */
export function paintPicture(
  { width = 640, height = 400, colour = '#336699' }: { width?: number; height?: number; colour?: string } = {},
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' = 'jpeg',
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()
}

/** A JPEG with the metadata of a phone: place, author and a rotated orientation. */
export const paintPhoneShot = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#336699' } })
    .withExif({
      IFD0: { Artist: 'Maria Gomez', Make: 'PhoneMaker', Orientation: '6' },
      IFD3: { GPSLatitude: '19/1 25/1 57/1', GPSLatitudeRef: 'N', GPSLongitude: '99/1 7/1 59/1', GPSLongitudeRef: 'W' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A decompression bomb: a PNG of a few kilobytes with 16,000 × 16,000 pixels. */
export function packBomb(side = 16_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit per pixel, grey.
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 9 })
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
