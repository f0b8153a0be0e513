import { useEffect, useState } from 'react'

export type Drawn = { readonly blob: Blob; readonly url: string }
/** Undefined while it is drawn. */
export type Picture = Drawn | 'failed' | undefined

/** A picture that is redrawn when its content changes; its URL lives as long as the component shows it. */
export function usePicture<Content extends object>(
  content: Content,
  draw: (content: Content) => Promise<Blob>,
): Picture {
  const [picture, setPicture] = useState<Picture>()
  const written = JSON.stringify(content)
  useEffect(() => {
    let url: string | undefined
    let isWanted = true
    draw(JSON.parse(written) as Content).then(
      (blob) => {
        if (!isWanted) return
        url = URL.createObjectURL(blob)
        setPicture({ blob, url })
      },
      () => isWanted && setPicture('failed'),
    )
    return () => {
      isWanted = false
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [written, draw])
  return picture
}

/** Opens the share dialog of the platform, with the picture where the platform takes files. */
export async function sharePicture(picture: Drawn | undefined, name: string, words: ShareData): Promise<void> {
  const files = picture === undefined ? [] : [new File([picture.blob], name, { type: 'image/png' })]
  const withFiles = files.length === 0 ? words : { text: words.text ?? '', files }
  try {
    await navigator.share(navigator.canShare?.(withFiles) ? withFiles : words)
  } catch {
    // The user closed the share dialog: no message is needed.
  }
}
