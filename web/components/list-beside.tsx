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
      <div className={styles['list']} data-half>
        {list}
      </div>
      <div className={styles['chosen']}>{children}</div>
    </div>
  )
}
