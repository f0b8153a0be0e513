import { pictureKind } from '@mex/core/account/picture.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import type { default as sharp, Metadata } from 'sharp'
import { openConcurrencyLimit } from '#concurrency-limit.ts'

/** A stored picture: re-encoded, so that it contains only the visible content of the uploaded file. */
export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number }

/** More than any camera produces. The header contains the size, so a decompression bomb is refused without decoding. */
const pixelsMax = 50_000_000
/** A picture in passes, interlaced or progressive, is in memory as a whole until the last one. No photo of a phone is as large. */
const passBytesMax = 100 * 1024 * 1024
const sideMax = 2400
const quality = 82
const secondsMax = 10

let loaded: Promise<typeof sharp> | undefined

/** The library, loaded with the first picture. Only three loaders are enabled, whatever type a file claims. */
async function load(): Promise<typeof sharp> {
  const { default: library } = await import('sharp')
  library.cache(false)
  library.concurrency(1)
  library.block({ operation: ['VipsForeignLoad'] })
  library.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return library
}

const isTooMuchAtOnce = ({ isProgressive, width, height, channels, depth }: Metadata): boolean =>
  isProgressive && width * height * channels * (depth === 'ushort' ? 2 : 1) > passBytesMax

/** Re-encoding takes memory: two run concurrently, others are queued by caller, and a full queue refuses. */
const limited = openConcurrencyLimit({ concurrency: 2, waitingMax: 40 })

/**
 * Re-encodes a picture: upright, at most 2400 pixels long, as a JPEG without metadata. Refuses files whose content is
 * not JPEG, PNG or WebP, and files that cannot be decoded completely.
 */
export async function reencode(caller: string, bytes: Uint8Array): Promise<Picture | Refusal> {
  const kind = pictureKind(bytes)
  if (kind === undefined) return refusal('upload_failed', { field: 'file' })
  return limited(caller, async () => {
    const library = await (loaded ??= load())
    try {
      const source = library(bytes, { limitInputPixels: pixelsMax, failOn: 'truncated', sequentialRead: true })
      const metadata = await source.metadata()
      if (metadata.format !== kind || isTooMuchAtOnce(metadata)) return refusal('upload_failed', { field: 'file' })
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
      // The library throws for every unreadable file; its message makes no difference to the client.
      return refusal('upload_failed', { field: 'file' })
    }
  })
}
