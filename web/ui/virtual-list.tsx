import type { ReactElement } from 'react'
import { WindowVirtualizer } from 'virtua'
import styles from './virtual-list.module.css'

type Props<Item> = {
  /** Names the list for screen readers. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  /** Height of a row in px, before it is measured. */
  rowHeight?: number
  children: (item: Item, index: number) => ReactElement
  /** Called when the last row comes near: fetch the next page. */
  onEnd?: () => void
  /** Without surface and lines: the rows bring their own. */
  bare?: boolean
}

/** A long list of which only the rows near the window exist. It scrolls with the page. */
export function VirtualList<Item>({ label, items, keyOf, rowHeight = 62, children, onEnd, bare = false }: Props<Item>) {
  return (
    <section className={bare ? undefined : styles['list']} aria-label={label}>
      <WindowVirtualizer as="ul" item="li" data={items} itemSize={rowHeight} bufferSize={rowHeight * 6}>
        {(item, index) => (
          <div key={keyOf(item)} className={bare ? undefined : styles['item']}>
            {children(item, index)}
            {onEnd !== undefined && index === items.length - 1 ? <End key={items.length} onSeen={onEnd} /> : undefined}
          </div>
        )}
      </WindowVirtualizer>
    </section>
  )
}

/** Mounted when the last row is: says so once. */
function End({ onSeen }: { onSeen: () => void }) {
  return (
    <span
      ref={(element) => {
        if (element !== null) onSeen()
      }}
    />
  )
}
