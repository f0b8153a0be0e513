import { Suspense } from 'react'

import { lazyComponent } from './lazy.tsx'
import styles from './qr-code.module.css'
import { Skeleton } from './skeleton.tsx'

const Drawing = lazyComponent(() => import('./qr-drawing.tsx').then((file) => file.QrDrawing))

type Props = {
  /** The encoded text. */
  text: string
  /** The accessible name. */
  label: string
}

/** A QR code, dark on white in every theme so that cameras read it. The encoder is loaded with the first one. */
export function QrCode({ text, label }: Props) {
  return (
    <div className={styles['paper']}>
      <Suspense fallback={<Skeleton height={176} />}>
        <Drawing text={text} label={label} />
      </Suspense>
    </div>
  )
}
