import { useState } from 'react'
import { lazyComponent } from './lazy.tsx'
import { LoadedPanel } from './loaded-panel.tsx'
import type { SheetProps } from './sheet-panel.tsx'

const Panel = lazyComponent(() => import('./sheet-panel.tsx').then((file) => file.SheetPanel))

/**
 * A bottom sheet over the page and above the on-screen keyboard. Back, Escape, a swipe down or a tap outside closes it.
 * Its code is loaded when it is first opened.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return undefined
  const giveUp = () => {
    setWanted(false)
    props.onClose()
  }
  return (
    <LoadedPanel onMissing={giveUp}>
      <Panel {...props} />
    </LoadedPanel>
  )
}
