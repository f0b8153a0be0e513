import { Suspense, useState } from 'react'

import type { Position } from '@mex/contract/trading/shapes.ts'

import { useText } from '#text/use-text.ts'
import { lazyComponent } from '#ui/lazy.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'

const MarginForm = lazyComponent(() => import('./margin-form.tsx').then((file) => file.MarginForm))

type Props = {
  /** The position; undefined while the sheet is closed. */
  position: Position | undefined
  onClose: () => void
}

/** The sheet that adds margin to a position. */
export function AddMargin({ position, onClose }: Props) {
  const t = useText()
  // The last position stays visible during the closing animation.
  const [last, setLast] = useState(position)
  if (position !== undefined && position !== last) setLast(position)
  return (
    <Sheet
      open={position !== undefined}
      onClose={onClose}
      title={t('trade.marginTitle', { name: last?.name ?? '' })}
      whole
    >
      {last === undefined ? undefined : (
        <Suspense fallback={<SkeletonCard height={400} />}>
          <MarginForm key={last.id} position={last} onDone={onClose} />
        </Suspense>
      )}
    </Sheet>
  )
}
