/** The longest side of an upload in px; the server stores no larger pictures (rulebook §31 `file.*`). */
const sideMax = 2400
const quality = 0.85

/**
 * Redraws a picture as a JPEG of at most 2400 pixels, which makes the upload smaller and removes the camera's metadata.
 * A file that this browser cannot decode is uploaded unchanged, and the server checks it.
 */
export async function compressPicture(picture: Blob): Promise<Blob> {
  const bitmap = await readPicture(picture)
  if (bitmap === undefined) return picture
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return picture
  // JPEG has no transparency: transparent pixels become white.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return (await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))) ?? picture
}

/** The decoded picture in its upright orientation; undefined when this browser cannot decode it. */
export const readPicture = (picture: Blob): Promise<ImageBitmap | undefined> =>
  createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => undefined)
