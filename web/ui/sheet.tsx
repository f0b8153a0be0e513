import { lazy, Suspense, useState } from 'react'
import type { SheetProps } from './sheet-panel.tsx'

const Panel = lazy(() => import('./sheet-panel.tsx').then((file) => ({ default: file.SheetPanel })))

/**
 * A panel that comes up from the bottom, over the page and above the on-screen keyboard. Back, Escape, a swipe down
 * or a tap beside it closes it. Its code is loaded when it is first opened.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return undefined
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
}
