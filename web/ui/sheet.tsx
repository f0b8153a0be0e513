import { Suspense, useState } from 'react'
import { useText } from '#text/use-text.ts'
import { ChunkBoundary, lazyComponent } from './lazy.tsx'
import type { SheetProps } from './sheet-panel.tsx'
import { reloadPage } from './page-reload.ts'
import { showToast } from './toast-list.ts'

const Panel = lazyComponent(() => import('./sheet-panel.tsx').then((file) => file.SheetPanel))

/**
 * A bottom sheet over the page and above the on-screen keyboard. Back, Escape, a swipe down or a tap outside closes it.
 * Its code is loaded when it is first opened.
 */
export function Sheet(props: SheetProps) {
  const t = useText()
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return undefined
  const giveUp = () => {
    showToast(t('spec.errors.network'), 'failure')
    void reloadPage()
    setWanted(false)
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
