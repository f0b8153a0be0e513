import { isReadable } from '@mex/core/kyc/identity-documents.ts'

import { readPicture } from '#areas/files/door/compress.ts'

/** Pixels in RGBA order, as ImageData has them. */
export type Pixels = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

const brightnessAt = ({ data, width }: Pixels, x: number, y: number): number => {
  const at = (y * width + x) * 4
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
}

/**
 * The variance of the Laplacian: large for sharp edges such as letters, small for a blurred picture.
 */
export function sharpnessOf(pixels: Pixels): number {
  const { width, height } = pixels
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const around =
        brightnessAt(pixels, x - 1, y) +
        brightnessAt(pixels, x + 1, y) +
        brightnessAt(pixels, x, y - 1) +
        brightnessAt(pixels, x, y + 1)
      const edge = around - 4 * brightnessAt(pixels, x, y)
      sum += edge
      squares += edge * edge
      count += 1
    }
  }
  if (count === 0) return 0
  const mean = sum / count
  return squares / count - mean * mean
}

/** Pictures are scaled to this width, so that their resolution does not matter. */
const comparedWidth = 360
/** Sharp photos of printed text reach hundreds, blurred ones a few. */
export const sharpnessMin = 18

export type PhotoProblem = 'too_small' | 'blurred'

/** The problem of a photo of a document before the upload; undefined for a good one, and for one that the browser cannot decode. */
export async function checkPhoto(picture: Blob): Promise<PhotoProblem | undefined> {
  const bitmap = await readPicture(picture)
  if (bitmap === undefined) return undefined
  if (!isReadable(bitmap)) return 'too_small'
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(comparedWidth, bitmap.width)
  canvas.height = Math.max(1, Math.round((canvas.width * bitmap.height) / bitmap.width))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  return sharpnessOf(pixels) < sharpnessMin ? 'blurred' : undefined
}
