/** The longest side of what is sent; the server keeps no larger one (rulebook §31 `file.*`). */
const sideMax = 2400
const quality = 0.85

/**
 * A picture as it is sent: redrawn here as a JPEG of at most 2400 pixels, so that less has to travel and what the camera
 * wrote into it stays on the device. What this browser cannot read is sent as it is: the server says what it thinks.
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
  // What can be seen through becomes white, as it looks on a page.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return (await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))) ?? picture
}

/** The picture upright and ready to be drawn; undefined when this browser cannot read it. */
export const readPicture = (picture: Blob): Promise<ImageBitmap | undefined> =>
  createImageBitmap(picture, { imageOrientation: 'from-image' }).catch(() => undefined)
