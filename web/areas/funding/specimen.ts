type Words = { readonly title: string; readonly text: string; readonly amount: string }

const size = { width: 720, height: 480 } as const

/** A receipt that says across its whole face that it is none: for people who should not have to take a picture. */
export function drawSpecimen({ title, text, amount }: Words): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const pen = canvas.getContext('2d')
  if (pen === null) return Promise.reject(new Error('This browser cannot draw'))
  pen.fillStyle = '#f4f5f9'
  pen.fillRect(0, 0, size.width, size.height)
  pen.strokeStyle = '#4338ca'
  pen.lineWidth = 6
  pen.strokeRect(18, 18, size.width - 36, size.height - 36)
  pen.fillStyle = '#141722'
  pen.textAlign = 'center'
  pen.font = '600 44px system-ui, sans-serif'
  pen.fillText(title, size.width / 2, 130)
  pen.font = '400 30px system-ui, sans-serif'
  pen.fillText(amount, size.width / 2, 250)
  pen.fillStyle = '#4a5166'
  pen.fillText(text, size.width / 2, 380)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('Nothing was drawn')) : resolve(blob)),
      'image/jpeg',
      0.85,
    ),
  )
}
