import { Suspense } from 'react'
import { useText } from '#text/use-text.ts'
import type { ConfirmDialogProps } from './confirm-panel.tsx'
import { ChunkBoundary, lazyComponent } from './lazy.tsx'
import { reloadPage } from './page-reload.ts'
import { showToast } from './toast-list.ts'

const Panel = lazyComponent(() => import('./confirm-panel.tsx').then((file) => file.ConfirmPanel))

/** Asks for confirmation before an action that cannot be undone. Its code is loaded when it is first opened. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useText()
  if (!props.open) return undefined
  const giveUp = () => {
    showToast(t('spec.errors.network'), 'failure')
    void reloadPage()
    props.onClose()
  }
  return (
    <ChunkBoundary onMissing={giveUp}>
      <Suspense>
        <Panel {...props} />
      </Suspense>
    </ChunkBoundary>
  )
}
