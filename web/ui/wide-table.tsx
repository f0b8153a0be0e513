import type { ComponentProps } from 'react'
import styles from './wide-table.module.css'

/** A table that scrolls when it is wider than its card, as it is with large letters; the page itself never does. */
export function WideTable(props: ComponentProps<'table'>) {
  return (
    <div className={styles['scroll']}>
      <table {...props} />
    </div>
  )
}
