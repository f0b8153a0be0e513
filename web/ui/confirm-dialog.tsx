import { lazy, Suspense } from 'react'
import type { ConfirmDialogProps } from './confirm-panel.tsx'

const Panel = lazy(() => import('./confirm-panel.tsx').then((file) => ({ default: file.ConfirmPanel })))

/** Asks before something that cannot be undone. Its code is loaded when it is first opened. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!props.open) return undefined
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
}
