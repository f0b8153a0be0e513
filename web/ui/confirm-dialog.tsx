import type { ConfirmDialogProps } from './confirm-panel.tsx'
import { lazyComponent } from './lazy.tsx'
import { LoadedPanel } from './loaded-panel.tsx'

const Panel = lazyComponent(() => import('./confirm-panel.tsx').then((file) => file.ConfirmPanel))

/** Asks for confirmation before an action that cannot be undone. Its code is loaded when it is first opened. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!props.open) return undefined
  return (
    <LoadedPanel onMissing={props.onClose}>
      <Panel {...props} />
    </LoadedPanel>
  )
}
