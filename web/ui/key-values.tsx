import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './key-values.module.css'

export type KeyValue = {
  readonly label: string
  /** Where two rows may have one label. */
  readonly key?: string
  readonly value: ReactNode
  /** Emphasises the row: a total under its items. */
  readonly strong?: boolean
}

type Props = {
  rows: readonly KeyValue[]
  /** 2: two columns with separators, as the key figures of a quote; 1: one column without; tablet: two on a tablet, else one. */
  columns?: 1 | 2 | 'tablet'
}

/** Names at the left, values at the right. */
export function KeyValues({ rows, columns = 1 }: Props) {
  return (
    <dl className={classes(styles['table'], columns === 2 && styles['two'], columns === 'tablet' && styles['tablet'])}>
      {rows.map((row) => (
        <div key={row.key ?? row.label} className={classes(styles['row'], row.strong === true && styles['strong'])}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
