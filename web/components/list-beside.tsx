import type { ReactNode } from 'react'

import { useWide } from '#data/wide.ts'
import styles from './list-beside.module.css'

type Props = {
  list: ReactNode
  /** False while the page shows what nobody chose: then the list stays at its top. */
  isChosen?: boolean
  children: ReactNode
}

/** In a wide window a list beside what was chosen from it; in a narrow one what was chosen alone, from where Back leads to the list. */
export function ListBeside({ list, isChosen = true, children }: Props) {
  if (!useWide()) return children
  return (
    <div className={styles['beside']}>
      <div ref={isChosen ? showChosen : undefined} className={styles['list']} data-half>
        {list}
      </div>
      <div className={styles['chosen']}>{children}</div>
    </div>
  )
}

/** Scrolls the list to the chosen row, as soon as it is there, under what stays in view over it. */
function showChosen(list: HTMLElement | null) {
  if (list === null) return undefined
  const show = (): boolean => {
    const chosen = list.querySelector('[aria-current="page"]')
    const row = chosen?.getBoundingClientRect()
    const frame = list.getBoundingClientRect()
    const above = list.querySelector('[data-stays]')?.clientHeight ?? 0
    const top = frame.top + above
    if (row !== undefined && (row.top < top || row.bottom > frame.bottom)) {
      list.scrollTop += row.top - top - (frame.height - above - row.height) / 2
      // No row is cut at the top.
      const starts = [...(chosen?.parentElement?.children ?? [])].map((each) => each.getBoundingClientRect().top - top)
      const start = starts.findLast((each) => each <= 0) ?? 0
      if (chosen !== null && chosen.getBoundingClientRect().bottom - start <= frame.bottom) list.scrollTop += start
    }
    return row !== undefined
  }
  const watching = new MutationObserver(() => {
    if (show()) watching.disconnect()
  })
  if (!show()) watching.observe(list, { childList: true, subtree: true, attributeFilter: ['aria-current'] })
  return () => watching.disconnect()
}
