import type { ReactNode } from 'react'

import { useWide } from '#data/wide.ts'
import styles from './list-beside.module.css'

type Props = {
  list: ReactNode
  children: ReactNode
}

/** In a wide window a list beside what was chosen from it; in a narrow one what was chosen alone, from where Back leads to the list. */
export function ListBeside({ list, children }: Props) {
  if (!useWide()) return children
  return (
    <div className={styles['beside']}>
      <div ref={showChosen} className={styles['list']} data-half>
        {list}
      </div>
      <div className={styles['chosen']}>{children}</div>
    </div>
  )
}

/** Scrolls the list to the chosen row, as soon as it is there. */
function showChosen(list: HTMLElement | null) {
  if (list === null) return undefined
  const show = (): boolean => {
    const row = list.querySelector('[aria-current="page"]')?.getBoundingClientRect()
    const frame = list.getBoundingClientRect()
    if (row !== undefined && (row.top < frame.top || row.bottom > frame.bottom))
      list.scrollTop += row.top - frame.top - (frame.height - row.height) / 2
    return row !== undefined
  }
  const watching = new MutationObserver(() => {
    if (show()) watching.disconnect()
  })
  if (!show()) watching.observe(list, { childList: true, subtree: true, attributeFilter: ['aria-current'] })
  return () => watching.disconnect()
}
