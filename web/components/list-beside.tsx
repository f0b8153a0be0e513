import type { ReactNode } from 'react'

import { useWide } from '#data/wide.ts'
import styles from './list-beside.module.css'

type Props = {
  /** The accessible name of the list. */
  label: string
  list: ReactNode
  children: ReactNode
}

/** In a wide window a list beside what was chosen from it; in a narrow one what was chosen alone, from where Back leads to the list. */
export function ListBeside({ label, list, children }: Props) {
  if (!useWide()) return children
  return (
    <div className={styles['beside']}>
      <section className={styles['list']} aria-label={label} data-half>
        {list}
      </section>
      <div className={styles['chosen']}>{children}</div>
    </div>
  )
}
