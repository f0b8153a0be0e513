import { useEffect, useState } from 'react'

import { onReturn } from '#data/live.ts'
import { fetchPicture } from '#areas/files/upload.ts'
import { useText } from '#text/use-text.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './image-field.module.css'

type Props = {
  /** The path that the upload answered: '/file/…'. */
  path: string
  /** The alternative text. */
  label: string
}

type Shown = { readonly path: string; readonly url: string | undefined }

/** A private picture of the user, fetched with the session token and not cached. */
export function PrivatePicture({ path, label }: Props) {
  const t = useText()
  const [shown, setShown] = useState<Shown>()
  const [returns, setReturns] = useState(0)
  const isGone = shown?.path === path && shown.url === undefined
  useEffect(() => (isGone ? onReturn(() => setReturns((count) => count + 1)) : undefined), [isGone])
  useEffect(() => {
    const controller = new AbortController()
    let url: string | undefined
    fetchPicture(path, controller.signal).then(
      (picture) => {
        if (controller.signal.aborted) return
        url = URL.createObjectURL(picture)
        setShown({ path, url })
      },
      () => (controller.signal.aborted ? undefined : setShown({ path, url: undefined })),
    )
    return () => {
      controller.abort()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [path, returns])
  if (shown?.path !== path) return <Skeleton height={160} />
  if (shown.url === undefined) return <p className={styles['gone']}>{t('upload.gone')}</p>
  return <img className={styles['picture']} src={shown.url} alt={label} />
}
