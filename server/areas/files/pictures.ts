import { pictureKind } from '@mex/core/account/picture.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import sharp from 'sharp'
import { openConcurrencyLimit } from '#concurrency-limit.ts'

/** A picture as it is kept: drawn anew, so that nothing of the sender's file is in it but what can be seen. */
export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number }

/** More than any camera makes. The header says it, so a bomb is refused without being unpacked. */
const pixelsMax = 50_000_000
const sideMax = 2400
const quality = 82
const secondsMax = 10

sharp.cache(false)
sharp.concurrency(1)
// Whatever a file pretends to be: only these three are ever read.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** Drawing takes memory: two at once, the others wait, and a crowd is sent away. */
const limited = openConcurrencyLimit({ concurrency: 2, waitingMax: 40 })

/**
 * Draws a picture anew: upright, at most 2400 pixels long, as a JPEG without any of the data that cameras add.
 * Refuses what is no JPEG, PNG or WebP by its content, and what cannot be read to its end.
 */
export async function reencode(bytes: Uint8Array): Promise<Picture | Refusal> {
  const kind = pictureKind(bytes)
  if (kind === undefined) return refusal('upload_failed', { field: 'file' })
  return limited(async () => {
    try {
      const source = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'truncated', sequentialRead: true })
      if ((await source.metadata()).format !== kind) return refusal('upload_failed', { field: 'file' })
      const { data, info } = await source
        .timeout({ seconds: secondsMax })
        .autoOrient()
        .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality })
        .toBuffer({ resolveWithObject: true })
      return { bytes: data, width: info.width, height: info.height }
    } catch {
      // The library throws for whatever it cannot read; which of its hundred messages makes no difference to anyone.
      return refusal('upload_failed', { field: 'file' })
    }
  })
}
