import type { IdentityField } from '@mex/core/kyc/identity-documents.ts'

/** What a specimen shows, in the reader's language. */
export type SpecimenWords = {
  readonly mark: string
  readonly title: string
  /** The side with the picture of its holder. */
  readonly hasPortrait: boolean
  readonly lines: readonly (readonly [label: string, value: string])[]
}

const width = 1012
const height = 638
const ink = '#1c2450'
const paper = '#e9ecfb'
const accent = '#4338ca'
const fonts = 'system-ui, sans-serif'

const front: readonly IdentityField[] = ['firstName', 'lastName', 'country', 'documentNumber']
const others: Readonly<Partial<Record<IdentityField, readonly IdentityField[]>>> = {
  backImage: ['country', 'documentNumber'],
  licenseImage: ['enterpriseName', 'licenseNumber', 'placeOfRegistration'],
  corporateAccountImage: ['enterpriseName', 'corporateAccountNumber'],
}
/** Which fields of the papers a picture shows. */
export const shownOn = (field: IdentityField): readonly IdentityField[] => others[field] ?? front

/** Draws a document marked as a specimen, so that users do not upload real ones (rulebook §6.2). */
export async function drawSpecimen({ mark, title, hasPortrait, lines }: SpecimenWords): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw')
  drawGround(context)
  if (hasPortrait) drawPortrait(context)
  context.fillStyle = accent
  context.font = `700 44px ${fonts}`
  context.fillText(title, 48, 84, width - 96)
  const left = hasPortrait ? 360 : 48
  for (const [index, [label, value]] of lines.entries()) {
    const top = 170 + index * 108
    context.fillStyle = '#5a6288'
    context.font = `400 26px ${fonts}`
    context.fillText(label, left, top, width - left - 48)
    context.fillStyle = ink
    context.font = `600 42px ${fonts}`
    context.fillText(value, left, top + 48, width - left - 48)
  }
  drawMark(context, mark)
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92))
  if (drawn === null) throw new Error('This browser cannot draw')
  return drawn
}

function drawGround(context: CanvasRenderingContext2D): void {
  context.fillStyle = paper
  context.fillRect(0, 0, width, height)
  context.strokeStyle = '#d3d8f3'
  context.lineWidth = 2
  for (let wave = -height; wave < width; wave += 26) {
    context.beginPath()
    context.moveTo(wave, 0)
    context.lineTo(wave + height, height)
    context.stroke()
  }
  context.strokeStyle = accent
  context.lineWidth = 8
  context.strokeRect(4, 4, width - 8, height - 8)
}

/** A figure without a face. */
function drawPortrait(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#cfd5f2'
  context.fillRect(48, 130, 264, 340)
  context.fillStyle = '#8f97c4'
  context.beginPath()
  context.arc(180, 250, 66, 0, Math.PI * 2)
  context.fill()
  context.beginPath()
  context.ellipse(180, 470, 118, 128, 0, Math.PI, 0)
  context.fill()
}

/** The mark across everything and along the bottom: it cannot be cut away. */
function drawMark(context: CanvasRenderingContext2D, mark: string): void {
  context.save()
  context.translate(width / 2, height / 2)
  context.rotate(-0.36)
  context.textAlign = 'center'
  context.fillStyle = 'rgb(190 30 55 / 34%)'
  context.font = `800 56px ${fonts}`
  for (const shift of [-210, 0, 210]) context.fillText(mark, 0, shift, width)
  context.restore()
  context.fillStyle = '#be1e37'
  context.fillRect(0, height - 76, width, 76)
  context.fillStyle = '#ffffff'
  context.font = `700 36px ${fonts}`
  context.textAlign = 'center'
  context.fillText(mark, width / 2, height - 26, width - 80)
  context.textAlign = 'start'
}
