import { useEffect, type ReactElement } from 'react'
import { WindowVirtualizer } from 'virtua'
import styles from './virtual-list.module.css'

type Props<Item> = {
  /** The accessible name of the list. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  /** Height of a row in px, before it is measured. */
  rowHeight?: number
  children: (item: Item, index: number) => ReactElement
  /** Called again and again while the last row is near the viewport: fetch the next page, unless it is being fetched or failed. */
  onEnd?: () => void
  /** Without surface and separators: the rows draw their own. */
  bare?: boolean
}

/** A virtualised list: only the rows near the viewport exist. It scrolls with the page. */
export function VirtualList<Item>({ label, items, keyOf, rowHeight = 62, children, onEnd, bare = false }: Props<Item>) {
  return (
    <section className={bare ? undefined : styles['list']} aria-label={label}>
      <WindowVirtualizer as="ul" item="li" data={items} itemSize={rowHeight}>
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

/** Calls back while it is mounted, which is while the last row is: a page may bring no row that is shown. */
function End({ onSeen }: { onSeen: () => void }) {
  useEffect(onSeen)
  return undefined
}
